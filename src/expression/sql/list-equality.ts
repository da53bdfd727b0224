import { raw, type SqlFragment, sql } from './fragment.ts';
import { countOf, gathered, itemOf, type List } from './gather.ts';
import { conditionTerm, failingTerm, failureOfAny, guarded, type Term } from './term.ts';
import type { Place } from './translation-place.ts';

/** `==` and `!=` with a list on at least one side. A list never equals null or a single value. */
export function listEquality(a: Term, b: Term, wanted: boolean, place: Place): Term | null {
  const failure = failureOfAny([a, b]);
  const answer = (equal: SqlFragment): Term => conditionTerm(guarded(failure, wanted ? equal : sql`(NOT ${equal})`), failure !== null);
  if (a.kind === 'value' || b.kind === 'value') {
    const value = a.kind === 'value' ? a : b;
    if (value.kind !== 'value') return null;
    if (value.as === 'null') return value.nulls === 'failure' ? failingTerm : answer(raw('FALSE'));
    // The evaluator decides whether any other value equals the list.
    return null;
  }
  if (isEmpty(a) || isEmpty(b)) return answer(sql`(${countOf(isEmpty(a) ? b : a, place)} = 0)`);
  // Files can be equal although their texts differ (by name), and so can an integer and a decimal.
  if (itemOf(a) !== itemOf(b) || a.entity !== b.entity || itemOf(a) === 'file') return null;
  const [left, right] = [place.fresh(), place.fresh()];
  const differ = place.dialect.different(raw(`${left}.v`), raw(`${right}.v`));
  return answer(
    sql`(${countOf(a, place)} = ${countOf(b, place)} AND NOT EXISTS (SELECT 1 FROM (${gathered(a, place)}) AS ${raw(left)} JOIN (${gathered(b, place)}) AS ${raw(right)} ON ${raw(`${left}.k = ${right}.k`)} WHERE ${differ}))`,
  );
}

const isEmpty = (list: List): boolean => list.kind === 'list' && list.empty === true;
