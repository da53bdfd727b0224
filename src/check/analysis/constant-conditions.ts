import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { constantOf } from '../../model/lookup.ts';
import type { Model, PlacedExpression } from '../../model/model.ts';
import { enumerate } from '../fixes.ts';
import { type ConstantPart, constantParts } from './constant-parts.ts';
import type { Atom, Constants } from './logic.ts';

export interface ConstantCondition {
  readonly expression: Expression;
  readonly judgement: ConstantPart;
  /** The comparisons that determine it, as written; `second` is null if one suffices. */
  readonly first: string;
  readonly second: string | null;
  /** The values of their constants, as in ` (MAX is 5)`; empty if there are none. */
  readonly values: string;
}

/**
 * Every condition of the document that is never or always true, except in scenarios, which state
 * facts rather than decide anything.
 */
export function constantConditions(model: Model, expressions: readonly PlacedExpression[]): ConstantCondition[] {
  const value = constantsOf(model);
  const states = knownStates(model);
  return expressions.flatMap(({ expression, section }) => {
    if (section === 1 || expression.node === null || expression.problems.length > 0) return [];
    return judged(expression, expression.node, value, states.get(expression)).map((judgement) => {
      const [first, second] = judgement.by;
      const words = [first, second].map((atom) => (atom === undefined ? null : sourceOf(expression, atom)));
      return {
        expression,
        judgement,
        first: words[0] ?? '',
        second: words[1] ?? null,
        values: valuesOf(model, expression.reads.constants, words.join(' ')),
      };
    });
  });
}

/**
 * Cached by node: nodes that are the same object in the next version need no new judgement while
 * the constants and states they depend on are unchanged.
 */
const known = new WeakMap<Node, { readonly on: string; readonly found: readonly ConstantPart[] }>();

function judged(
  { reads }: Expression,
  node: Node,
  value: Constants,
  states: ReadonlyMap<string, readonly string[]> | undefined,
): readonly ConstantPart[] {
  const values = reads.constants.map((name) => String(JSON.stringify(value(name), exact)));
  const on = [...values, ...[...(states ?? [])].flat(2)].join('\n');
  const before = known.get(node);
  if (before?.on === on) return before.found;
  const found = constantParts(node, value, states);
  known.set(node, { on, found });
  return found;
}

const exact = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

const constantsByName = memoizeByObject((constants: Model['constants']) => new Map(constants.map(({ name, value }) => [name.text, value])));

export const constantsOf = (model: Model): Constants => {
  const byName = constantsByName(model.constants);
  return (name) => byName.get(name);
};

export const sourceOf = (expression: Expression, { node }: Atom): string => expression.source.slice(node.from, node.to);

/** The values of the constants that occur in `words`, as in ` (MIN is 10 and MAX is 5)`. */
export function valuesOf(model: Model, constants: readonly string[], words: string): string {
  const found = [...new Set(constants)].filter((name) => new RegExp(`\\b${name}\\b`).test(words));
  const values = found.flatMap((name) => {
    const constant = constantOf(model, name);
    return constant === undefined
      ? []
      : [
          `${name} is ${model.tree.text.slice(constant.valueSpan.from, constant.valueSpan.to)}${constant.unit === null ? '' : ` ${constant.unit}`}`,
        ];
  });
  return values.length === 0 ? '' : ` (${enumerate(values)})`;
}

/** The possible states in each guard: those in its row's From. */
function knownStates(model: Model): ReadonlyMap<Expression, ReadonlyMap<string, readonly string[]>> {
  const found = new Map<Expression, ReadonlyMap<string, readonly string[]>>();
  for (const { field, transitions } of model.machines) {
    for (const { guard, from, any } of transitions) {
      if (guard === null || any || from.length === 0) continue;
      const states = from.map((name) => name.text);
      found.set(
        guard,
        new Map([
          [field, states],
          [`self.${field}`, states],
        ]),
      );
    }
  }
  return found;
}
