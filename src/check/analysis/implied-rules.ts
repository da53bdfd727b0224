import type { Expression } from '../../expression/expression.ts';
import type { Rule } from '../../model/ast/rules.ts';
import type { Model } from '../../model/model.ts';
import { constantsOf, sourceOf, valuesOf } from './constant-conditions.ts';
import { containsRange, type Range, rangeOf } from './ranges.ts';

export interface PlacedRule {
  readonly rule: Rule;
  /** Its index among the rules. */
  readonly index: number;
}

interface RangedRule extends PlacedRule {
  readonly range: Range;
  readonly expression: Expression;
}

/**
 * The strict rule refuses everything that the loose one refuses, and both are checked on the same
 * operations.
 */
export interface Implied {
  readonly loose: RangedRule;
  readonly strict: RangedRule;
  /** The comparisons as written. */
  readonly words: { readonly loose: string; readonly strict: string };
  /** The values of their constants, as in ` (MAX is 5)`; empty if there are none. */
  readonly values: string;
}

/**
 * How many of the rules about one term are compared with all others, since comparing every pair
 * would take quadratic time.
 */
const mostCompared = 200;

/**
 * Pairs each rule about the range of a term with the first stricter rule about the same term that
 * `counts` accepts.
 */
export function impliedRules(model: Model, counts: (loose: PlacedRule, strict: PlacedRule) => boolean): Implied[] {
  const constants = constantsOf(model);
  const groups = new Map<string, RangedRule[]>();
  for (const [index, rule] of model.rules.entries()) {
    const { must } = rule;
    if (must.kind !== 'holds' || must.expression.node === null || must.expression.problems.length > 0) continue;
    const range = rangeOf(must.expression.node, constants);
    if (range === null) continue;
    const on = rule.on.map(({ name }) => name.text).sort();
    const key = [rule.entity.text, rule.field?.text ?? '', on.join(','), range.term].join('\n');
    const ranged = { rule, range, expression: must.expression, index };
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [ranged]);
    else group.push(ranged);
  }
  return [...groups.values()].flatMap((group) => {
    const compared = group.slice(0, mostCompared);
    return group.flatMap((loose) => {
      const strict = compared.find((other) => other !== loose && isStricter(other.range, loose.range) && counts(loose, other));
      return strict === undefined ? [] : [pair(model, loose, strict)];
    });
  });
}

const isStricter = (a: Range, b: Range): boolean => containsRange(a, b) && !containsRange(b, a);

function pair(model: Model, loose: RangedRule, strict: RangedRule): Implied {
  const written = ({ range, expression }: RangedRule): string => range.atoms.map((atom) => sourceOf(expression, atom)).join(' && ');
  const words = { loose: written(loose), strict: written(strict) };
  const names = [...strict.expression.reads.constants, ...loose.expression.reads.constants];
  return { loose, strict, words, values: valuesOf(model, names, `${words.strict} ${words.loose}`) };
}
