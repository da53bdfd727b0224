import { raw, type SqlFragment, sql } from './fragment.ts';
import { countOf, gathered, itemOf, type List } from './gather.ts';
import { conditionTerm, failingTerm, failureOfAny, guarded, type Term } from './term.ts';
import type { Place } from './translation-place.ts';

/** `==` and `!=` where one side is a list. A list is never null, and never a single value. */
export function listEquality(a: Term, b: Term, wanted: boolean, place: Place): Term | null {
  const failure = failureOfAny([a, b]);
  const answer = (equal: SqlFragment): Term => conditionTerm(guarded(failure, wanted ? equal : sql`(NOT ${equal})`), failure !== null);
  if (a.kind === 'value' || b.kind === 'value') {
    const value = a.kind === 'value' ? a : b;
    if (value.kind !== 'value') return null;
    if (value.as === 'null') return value.nulls === 'failure' ? failingTerm : answer(raw('FALSE'));
    // A type of its own is found out by the evaluator.
    return null;
  }
  if (isEmpty(a) || isEmpty(b)) return answer(sql`(${countOf(isEmpty(a) ? b : a, place)} = 0)`);
  // A file is another text when it is called otherwise, and an integer another value than the
  // decimal that counts as much.
  if (itemOf(a) !== itemOf(b) || a.entity !== b.entity || itemOf(a) === 'file') return null;
  const [left, right] = [place.fresh(), place.fresh()];
  const differ = place.dialect.different(raw(`${left}.v`), raw(`${right}.v`));
  return answer(
    sql`(${countOf(a, place)} = ${countOf(b, place)} AND NOT EXISTS (SELECT 1 FROM (${gathered(a, place)}) AS ${raw(left)} JOIN (${gathered(b, place)}) AS ${raw(right)} ON ${raw(`${left}.k = ${right}.k`)} WHERE ${differ}))`,
  );
}

const isEmpty = (list: List): boolean => list.kind === 'list' && list.empty === true;
