import { nearest } from '../../base/nearest.ts';
import type { Environment } from '../environment.ts';
import type { Expression } from '../expression.ts';
import type { Node } from '../node.ts';
import type { Type } from '../types/type.ts';
import { comparable, fits, isOpen, nullable } from '../types/type-relations.ts';
import { didYouMean, typeWords } from '../types/type-words.ts';
import { Context } from './context.ts';
import { checkNode } from './nodes.ts';
import { checkLiterals, requireFit } from './operators.ts';

/**
 * Resolves the names of an expression where it is, types it, and says what is wrong. Gives a
 * new expression; the given one is untouched, so that one source may be checked in several places.
 * What does not parse keeps its problem.
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
 * What the keys of a `with {…}` may be: `title` says whose they are (`Ticket`, `the event
 * “reopen”`).
 */
export interface WithKeys {
  readonly title: string;
  readonly subject: string;
  readonly types: ReadonlyMap<string, Type>;
}

/**
 * Checks the map of a `with {…}`: its keys against the fields or parameters that there are, its
 * values against their types. Null is let through: what must be said is the product's business, at
 * run time.
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

/** A list of records may be given as lines, `[{"text": …}]`. False: these are no lines. */
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
 * Inside where, a bound name (of the route, the query or Takes) comes before a field of the row.
 * That is meant in `t.number == number`; it is a mistake where the field is looked at nowhere else
 * and the name would fit in its place.
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
