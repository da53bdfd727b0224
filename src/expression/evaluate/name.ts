import type { Node } from '../node.ts';
import type { RecordValue, Value } from '../values/value.ts';
import { type Compiled, Failure, type Result } from './failure.ts';
import { EvaluationError, type Scope } from './scope.ts';

/** Reads a field of a record; returns a Failure if the record has no such field. */
export function readField(record: RecordValue, field: string, node: Node): Result {
  try {
    return record.get(field);
  } catch (error) {
    if (error instanceof EvaluationError) return new Failure(error.message, node);
    throw error;
  }
}

export function compileName(node: Extract<Node, { kind: 'name' }>): Compiled {
  const { name, resolution } = node;
  switch (resolution.kind) {
    case 'bound': {
      const missing = new Failure(`“${name}” has no value here`, node);
      return (scope) => {
        const value = scope.bound.get(name);
        return value === undefined ? missing : value;
      };
    }
    case 'row-field':
      return fieldOf(node, (scope) => scope.row);
    case 'self-field':
      return fieldOf(node, (scope) => scope.self);
    case 'constant': {
      const hole = new Failure(`the constant “${name}” is not known`, node);
      return (scope) => {
        const value = scope.evaluationContext.constant(name);
        return value === undefined ? hole : value;
      };
    }
    case 'entity':
      return (scope) => scope.evaluationContext.entity(name);
    case 'self':
      return (scope) => scope.self;
    case 'row':
      return (scope) => scope.row;
    case 'old':
      return (scope) => scope.old;
    case 'me':
      return (scope) => scope.evaluationContext.me;
    case 'now':
      return (scope) => scope.evaluationContext.now;
    case 'today':
      return (scope) => scope.evaluationContext.today;
    case 'token':
      return (scope) => scope.evaluationContext.token;
    case 'value':
      return fromBound(node, 'value');
    case 'view':
    case 'unknown':
      return unresolved(node);
  }
}

function fieldOf(node: Extract<Node, { kind: 'name' }>, record: (scope: Scope) => RecordValue | null): Compiled {
  const { name } = node;
  const missing = new Failure(`there is no record here to take “${name}” from`, node);
  return (scope) => {
    const from = record(scope);
    if (from === null) return missing;
    try {
      return from.get(name);
    } catch (error) {
      if (error instanceof EvaluationError) return new Failure(error.message, node);
      throw error;
    }
  };
}

/** The member being added or removed is passed as a bound name. */
function fromBound(node: Node, name: string): Compiled {
  const missing = new Failure(`there is no “${name}” here`, node);
  return (scope) => scope.bound.get(name) ?? missing;
}

/**
 * Evaluates the name in an expression that was not checked, or an undeclared name. Bound names
 * still work, so that tools can evaluate expressions without a document.
 */
function unresolved(node: Extract<Node, { kind: 'name' }>): Compiled {
  const { name } = node;
  const missing = new Failure(`“${name}” is not declared`, node);
  const builtIn: Record<string, (scope: Scope) => Value> = {
    self: (scope) => scope.self ?? scope.row,
    old: (scope) => scope.old,
    me: (scope) => scope.evaluationContext.me,
    now: (scope) => scope.evaluationContext.now,
    today: (scope) => scope.evaluationContext.today,
    token: (scope) => scope.evaluationContext.token,
  };
  const known = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
  return (scope) => {
    const value = scope.bound.get(name);
    if (value !== undefined) return value;
    return known === undefined ? missing : known(scope);
  };
}
