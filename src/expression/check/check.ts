import { nearest } from '../../base/nearest.ts';
import type { Environment } from '../environment.ts';
import type { Expression } from '../expression.ts';
import type { Node } from '../node.ts';
import type { Type } from '../types/type.ts';
import { comparable, fits, isOpen, isTextual, nullable } from '../types/type-relations.ts';
import { didYouMean, typeWords } from '../types/type-words.ts';
import { Context } from './context.ts';
import { checkNode, reportBareKey } from './nodes.ts';
import { checkLiterals, requireFit } from './operators.ts';

/**
 * Resolves the names of an expression in its scope, types it and collects its problems. Returns a
 * new expression and leaves the original unchanged, so that one source can be checked in several
 * places. Syntax problems are kept.
 */
export function checkExpression(expression: Expression, environment: Environment, expected?: Type): Expression {
  return checked(expression, environment, expected, (context, node) => {
    if (expected === undefined || checkLiterals(context, node, expected, 'this')) return;
    if (!fits(node.type, expected)) {
      const wanted = expected.kind === 'boolean' ? 'must be true or false' : `must be ${typeWords(expected)}`;
      context.report('type', node, `This ${wanted}, but ${context.quote(node)} is ${typeWords(node.type)}.`);
    }
  });
}

/**
 * The keys allowed in a `with {…}`; `title` names their owner in messages (`Ticket`, `the event
 * “reopen”`).
 */
export interface WithKeys {
  readonly title: string;
  readonly subject: string;
  readonly types: ReadonlyMap<string, Type>;
}

/**
 * Checks the map of a `with {…}`: its keys against the fields or parameters, its values against
 * their types. Accepts null, because required values are checked at run time.
 */
export function checkWith(expression: Expression, environment: Environment, keys: WithKeys | null): Expression {
  return checked(expression, environment, undefined, (context, node) => {
    if (node.kind !== 'map') {
      if (node.type.kind !== 'map' && !isOpen(node.type)) {
        context.report(
          'type',
          node,
          `Write a map after “with”, such as {"subject": "…"}, but ${context.quote(node)} is ${typeWords(node.type)}.`,
        );
      }
      return;
    }
    if (keys !== null) checkKeys(context, node, keys);
  });
}

function checkKeys(context: Context, map: Node & { kind: 'map' }, keys: WithKeys): void {
  for (const { key, value } of map.entries) {
    const isField = key.kind === 'name' && ['self-field', 'row-field'].includes(key.resolution.kind) && isTextual(key.type);
    // The text that a field has is hardly ever the name of another.
    if (isField && keys.types.has(key.name)) reportBareKey(context, key.name, key);
    if (key.kind !== 'literal' || typeof key.value !== 'string') continue;
    const type = keys.types.get(key.value);
    if (type !== undefined) {
      if (!checkLines(context, value, type)) requireFit(context, value, nullable(type), key.value);
      continue;
    }
    const suggestions = nearest(key.value, keys.types.keys());
    const message = `The field “${key.value}” is not declared in ${keys.title}${didYouMean(suggestions) || '.'}`;
    context.report('undefined-field', { from: key.from + 1, to: key.to - 1 }, message, { suggestions, subject: keys.subject });
  }
}

/**
 * Checks a list of records written as lines, `[{"text": …}]`. Returns false if it is not written
 * that way.
 */
function checkLines(context: Context, value: Node, type: Type): boolean {
  if (type.kind !== 'list' || type.of.kind !== 'record') return false;
  if (value.kind !== 'list') return value.type.kind === 'list' && value.type.of.kind === 'map';
  if (!value.items.some(({ kind }) => kind === 'map')) return false;
  const { entity } = type.of;
  const keys = { title: entity, subject: entity, types: context.fieldsOf(entity) };
  for (const item of value.items) {
    if (item.kind === 'map') checkKeys(context, item, keys);
    else requireFit(context, item, type.of, 'a line');
  }
  return true;
}

function checked(
  expression: Expression,
  environment: Environment,
  hint: Type | undefined,
  judge: (context: Context, node: Node) => void,
): Expression {
  if (expression.node === null) return expression;
  const context = new Context(environment, expression.source);
  const node = checkNode(context, expression.node, hint);
  judge(context, node);
  reportHidden(context);
  const problems = [...expression.problems.filter(({ kind }) => kind === 'syntax'), ...context.problems];
  problems.sort((a, b) => a.from - b.from);
  return { ...expression, node, problems, type: node.type, reads: context.reads() };
}

/**
 * Inside `where`, a bound name (from the route, the query or Takes) hides a field of the row.
 * `t.number == number` intends that. It is reported as a mistake if the field is not used at all
 * and has a type that would fit in place of the name.
 */
function reportHidden(context: Context): void {
  const { row, alias } = context.environment;
  if (row === null) return;
  for (const [name, use] of context.hiding) {
    const field = context.fieldsOf(row).get(name);
    if (field === undefined || context.row.has(name) || isOpen(field) || isOpen(use.type) || !comparable(field, use.type)) continue;
    if (context.problems.some((problem) => problem.kind === 'self-comparison')) continue;
    const qualified = `${alias ?? 'self'}.${name}`;
    const message = `“${name}” is here what the caller gives, not the field of ${row}, which is never looked at. For the field, write “${qualified}”.`;
    context.report('hidden-name', use, message, { suggestions: context.environment.self === null ? [qualified] : [], subject: row });
  }
}
