import type { Handle, Planned } from './planned.ts';
import { createdBy } from './situations.ts';

/** Requests that lead to two records of an entity, and the last ones about them. */
export interface SecondWay {
  /** The entity of the record that both have in common. */
  readonly shared: string;
  /** Whether both belong directly to the shared record. */
  readonly isNear: boolean;
  readonly path: readonly Planned[];
  /**
   * The request about the first record, unless it creates it, and then the one about the second.
   */
  readonly last: readonly Planned[];
  /** Of all these, the requests about the second record. */
  readonly second: ReadonlySet<Planned>;
  /** All requests about the second record, to send after all about the first. */
  readonly after: readonly Planned[];
}

export type MadeRecord = Extract<Handle, { kind: 'made' }>;

export const keyOf = ({ entity, ordinal }: MadeRecord): string => `${entity} ${ordinal}`;

export const recordsOf = ({ handles }: Planned): readonly MadeRecord[] =>
  [...handles.values()].filter((one): one is MadeRecord => one.kind === 'made');

/**
 * Repeats a way for a second record that has something in common with the first: a second payment
 * of a grant, or a second grant of a fund. The last request is sent about the first record while
 * the second is one request behind, and then about the second.
 */
export function secondWays(path: readonly Planned[], last: Planned, account: string | null): readonly SecondWay[] {
  const steps = [...path, last];
  const parents = parentsOf(steps);
  const created = createdBy(last.call).map((entity): MadeRecord => ({ kind: 'made', entity, ordinal: countOf(path, entity) }));
  const [about] = [...created, ...recordsOf(last)];
  if (about === undefined) return [];
  const above = ancestorsOf(about, parents);
  const all = [about, ...above];
  const beside = (shared: MadeRecord): SecondWay => {
    const own = all.filter((one) => ancestorsOf(one, parents).some((other) => keyOf(other) === keyOf(shared)));
    const isNear = parents.get(keyOf(about))?.some((one) => keyOf(one) === keyOf(shared)) === true;
    return { shared: shared.entity, isNear, ...againFor(own) };
  };
  const againFor = (some: readonly MadeRecord[]): Pick<SecondWay, 'path' | 'last' | 'second' | 'after'> => {
    // Records that belong to them may have to reach the same states, too.
    const under = madeIn(parents).filter((one) =>
      ancestorsOf(one, parents).some((above) => some.some((each) => keyOf(each) === keyOf(above))),
    );
    const own = [...new Map([...some, ...under].map((one) => [keyOf(one), one])).values()];
    const keys = new Set(own.map(keyOf));
    const again = steps.filter((step, place) => {
      const makes = createdBy(step.call).map((entity) => `${entity} ${countOf(steps.slice(0, place), entity)}`);
      return makes.some((one) => keys.has(one)) || recordsOf(step).some((one) => keys.has(keyOf(one)));
    });
    // If the last request creates the record, the second one is created after it.
    const next = again.map((step) => withSecond(step, own, created.length > 0 ? steps : path));
    const after = again.map((step) => withSecond(step, own, steps));
    const beforeLast = next.slice(0, -1);
    const second = new Set([...next, ...after]);
    return created.length > 0
      ? { path: [...steps, ...beforeLast], last: next.slice(-1), second, after }
      : { path: [...path, ...beforeLast], last: [last, ...next.slice(-1)], second, after };
  };
  // It may also be about a record to which neither belongs, such as the place where both are put.
  const others = recordsOf(last).filter((one) => !all.some((other) => keyOf(other) === keyOf(one)));
  const withAnother = (shared: MadeRecord): SecondWay => {
    const rest = new Set([shared, ...ancestorsOf(shared, parents)].map(keyOf));
    return { shared: shared.entity, isNear: false, ...againFor(all.filter((one) => !rest.has(keyOf(one)))) };
  };
  // Or a second one of those is used with the same record, such as two tasks of one visit.
  const alsoWith = (other: MadeRecord): SecondWay => ({ shared: about.entity, isNear: true, ...againFor([other]) });
  // Two records of one person may share only that person, so the whole way is repeated: with the
  // other records that it is about, if they may serve twice, and with new ones.
  const made = madeIn(parents);
  const wholes = account === null ? [] : made.length > all.length ? [all, made] : [all];
  return [
    ...above.map(beside),
    ...(created.length > 0 ? [] : others.flatMap((other) => [withAnother(other), alsoWith(other)])),
    ...wholes.map((own) => ({ shared: account ?? '', isNear: false, ...againFor(own) })),
  ];
}

/**
 * The way with a second record for each one that belongs to the last request's record: each request
 * about the first is followed by the same about the second. In one way both get equally far; in the
 * others, one of them is left behind, by one request or by all.
 */
export function twinWays(path: readonly Planned[], last: Planned): readonly (readonly Planned[])[] {
  const parents = parentsOf(path);
  const [about] = recordsOf(last);
  const made = madeIn(parents);
  const isUnder = (one: MadeRecord, other: MadeRecord): boolean => ancestorsOf(one, parents).some((above) => keyOf(above) === keyOf(other));
  const isOnly = ({ entity }: MadeRecord): boolean => made.filter((one) => one.entity === entity).length === 1;
  if (about === undefined || createdBy(last.call).length > 0) return [];
  return made
    .filter((one) => isUnder(one, about))
    .flatMap((child): readonly (readonly Planned[])[] => {
      const own = made.filter((one) => keyOf(one) === keyOf(child) || isUnder(one, child));
      if (!own.every(isOnly)) return [];
      const keys = new Set(own.map(keyOf));
      const isOwn = (step: Planned): boolean =>
        createdBy(step.call).some((entity) => keys.has(`${entity} 0`)) || recordsOf(step).some((one) => keys.has(keyOf(one)));
      const twins = new Map(path.filter(isOwn).map((step) => [step, withSecond(step, own, path)]));
      const both = path.flatMap((step) => [step, ...[twins.get(step) ?? []].flat()]);
      // Requests that create the records are needed for both.
      const steps = [...twins].filter(([step]) => createdBy(step.call).length === 0);
      const behind = [...new Set(steps.length === 0 ? [] : [0, steps.length - 1])].flatMap((place) =>
        [0, 1].map((which) => {
          const left = new Set(steps.slice(place).map((pair) => pair[which]));
          return both.filter((step) => !left.has(step));
        }),
      );
      return [both, ...behind];
    });
}

/** The way with person `to` instead of `from` in the requests about the second record. */
export function withOther(way: SecondWay, from: number, to: number): SecondWay {
  const swapped = (step: Planned): Planned => (way.second.has(step) && step.persona === from ? { ...step, persona: to } : step);
  return { ...way, path: way.path.map(swapped), last: way.last.map(swapped), after: way.after.map(swapped) };
}

/** How many records of an entity the requests create. */
const countOf = (steps: readonly Planned[], entity: string): number => steps.filter(({ call }) => createdBy(call).includes(entity)).length;

/** For each created record, the records that the creating request was about. */
export function parentsOf(steps: readonly Planned[]): ReadonlyMap<string, readonly MadeRecord[]> {
  const found = new Map<string, readonly MadeRecord[]>();
  for (const [place, step] of steps.entries())
    for (const entity of createdBy(step.call)) found.set(`${entity} ${countOf(steps.slice(0, place), entity)}`, recordsOf(step));
  return found;
}

export const madeIn = (parents: ReadonlyMap<string, unknown>): readonly MadeRecord[] =>
  [...parents.keys()].map((key): MadeRecord => {
    const [entity = '', ordinal = ''] = key.split(' ');
    return { kind: 'made', entity, ordinal: Number(ordinal) };
  });

export function ancestorsOf(record: MadeRecord, parents: ReadonlyMap<string, readonly MadeRecord[]>): readonly MadeRecord[] {
  const found = new Map<string, MadeRecord>();
  const open = [...(parents.get(keyOf(record)) ?? [])];
  for (const one of open) {
    if (found.has(keyOf(one))) continue;
    found.set(keyOf(one), one);
    open.push(...(parents.get(keyOf(one)) ?? []));
  }
  return [...found.values()];
}

/** The request with `own` records replaced by their counterparts, created after `before`. */
function withSecond(step: Planned, own: readonly MadeRecord[], before: readonly Planned[]): Planned {
  const second = (one: Handle): Handle => {
    if (one.kind !== 'made' || !own.some((other) => keyOf(other) === keyOf(one))) return one;
    const place = own.filter(({ entity, ordinal }) => entity === one.entity && ordinal < one.ordinal).length;
    return { ...one, ordinal: countOf(before, one.entity) + place };
  };
  return { ...step, handles: new Map([...step.handles].map(([name, one]) => [name, second(one)])) };
}
