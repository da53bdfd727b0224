import type { Handle, Planned } from './planned.ts';
import { ancestorsOf, keyOf, type MadeRecord, madeIn, parentsOf, recordsOf } from './second-ways.ts';
import { createdBy } from './situations.ts';

/** People who may take each other's place, by the place of each. */
export type Others = (persona: number) => readonly number[];

/**
 * A way with each request about some records followed by the same about that many others: those
 * records and what belongs to them, for the last record of one of the entities and for each record
 * that it belongs to. The copies are made by the same people, or another person takes one of the
 * parts in each of them. Last comes the last request.
 */
export function repeatedWays(
  path: readonly Planned[],
  last: Planned,
  entities: ReadonlySet<string>,
  times: number,
  others: Others,
): readonly (readonly Planned[])[] {
  const steps = [...path, last];
  const parents = parentsOf(steps);
  const made = madeIn(parents);
  const counted = [...entities].flatMap((entity) => made.findLast((one) => one.entity === entity) ?? []);
  const roots = new Map(counted.flatMap((one) => [one, ...ancestorsOf(one, parents)]).map((one) => [keyOf(one), one]));
  return [...roots.values()].flatMap((root) => {
    const own = new Set(
      made
        .filter((one) => keyOf(one) === keyOf(root) || ancestorsOf(one, parents).some((above) => keyOf(above) === keyOf(root)))
        .map(keyOf),
    );
    const isOwn = (step: Planned, makes: readonly string[]): boolean =>
      [...makes, ...recordsOf(step).map(keyOf)].some((one) => own.has(one));
    const parts = new Set<number>();
    const ways = [repeated(steps, isOwn, times, (step) => step, parts)];
    for (const part of parts) {
      const all = others(part);
      if (all.length > 0)
        ways.push(repeated(steps, isOwn, times, (step, copy) => withPart(step, part, all[(copy - 1) % all.length] ?? part)));
    }
    return ways;
  });
}

/** `parts`: gets the people who take part in what is repeated. */
function repeated(
  steps: readonly Planned[],
  isOwn: (step: Planned, makes: readonly string[]) => boolean,
  times: number,
  cast: (step: Planned, copy: number) => Planned,
  parts = new Set<number>(),
): readonly Planned[] {
  /** The new ordinals of each record and of its copies. */
  const ordinals = new Map<string, number[]>();
  const counts = new Map<string, number>();
  const before = new Map<string, number>();
  const found: Planned[] = [];
  const copies = [...Array(times).keys()].map((copy) => copy + 1);
  for (const step of steps) {
    const makes = createdBy(step.call).map((entity): MadeRecord => ({ kind: 'made', entity, ordinal: before.get(entity) ?? 0 }));
    for (const { entity, ordinal } of makes) before.set(entity, ordinal + 1);
    const isRepeated = isOwn(step, makes.map(keyOf));
    if (isRepeated) for (const part of peopleOf(step)) parts.add(part);
    for (const copy of !isRepeated ? [0] : step === steps.at(-1) ? [...copies, 0] : [0, ...copies]) {
      const about = (one: Handle): Handle => {
        const places = one.kind === 'made' ? ordinals.get(keyOf(one)) : undefined;
        return one.kind === 'made' && places !== undefined ? { ...one, ordinal: places[copy] ?? places[0] ?? one.ordinal } : one;
      };
      const here: Planned = { ...step, handles: new Map([...step.handles].map(([name, one]) => [name, about(one)])) };
      found.push(copy === 0 ? here : cast(here, copy));
      for (const one of makes) {
        const places = ordinals.get(keyOf(one)) ?? [];
        ordinals.set(keyOf(one), places);
        places[copy] = counts.get(one.entity) ?? 0;
        counts.set(one.entity, (counts.get(one.entity) ?? 0) + 1);
      }
    }
  }
  return found;
}

/** The people who take part in a request. */
export const peopleOf = ({ persona, handles }: Planned): readonly number[] => [
  ...(persona === null ? [] : [persona]),
  ...[...handles.values()].flatMap((one) => (one.kind === 'account' ? one.persona : [])),
];

/** The request with another person in place of one. */
export const withPart = (step: Planned, from: number, to: number): Planned => ({
  ...step,
  persona: step.persona === from ? to : step.persona,
  handles: new Map(
    [...step.handles].map(([name, one]) => [name, one.kind === 'account' && one.persona === from ? { ...one, persona: to } : one]),
  ),
});
