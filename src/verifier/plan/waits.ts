import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Span } from '../../base/span.ts';
import { timers, timersOf } from '../../engine/timers/timers.ts';
import { nobody } from '../../engine/world/world.ts';
import { coneOf } from '../../explorer/document/cone.ts';
import { momentsIn } from '../../explorer/steps/moments.ts';
import type { Call } from '../../model/ast/calls.ts';
import type { Model } from '../../model/model.ts';
import type { Oracle } from '../answers/oracle.ts';
import type { Handle, Planned, Wait } from './planned.ts';
import { type Made, type PlanParts, recordOf } from './situations.ts';

/** A moment at which a record’s timer is due or a comparison of it with now may change. */
export interface RecordMoment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The timer’s row; null if the moment belongs to no timer. */
  readonly timer: Span | null;
}

/** Rules about more records than this are tried by creating that many. */
const mostCounted = 3;
/** The most timers that are looked at. */
const mostTimers = 100_000;

/** What the document reads, computed once. */
export const coneFor = memoizeByObject((model: Model) => coneOf(model, mostCounted));

/** Takes the place of a call where a step only lets time pass. */
const passing: Call = {
  span: { from: -1, to: -1 },
  name: { text: 'time passes', span: { from: -1, to: -1 } },
  method: 'POST',
  path: '(time passes)',
  parameters: [],
  query: [],
  takes: null,
  does: null,
  returns: null,
  signed: null,
  errors: [],
  roles: [],
  types: new Map(),
};

/** A step that lets time pass. `about`: the record that is read afterwards. */
export const waiting = (wait: Wait, about: Handle | null): Planned => ({
  call: passing,
  persona: null,
  handles: new Map(about === null ? [] : [['about', about]]),
  picks: new Map(),
  mutation: null,
  wait,
});

/** Whether time passes on a way. */
export const passesTime = (path: readonly Planned[]): boolean => path.some(({ wait }) => wait !== undefined);

/** The moments of a record, those of its timers first, in the same order for equal records. */
export function momentsOf(model: Model, oracle: Oracle, entity: string, id: string): readonly RecordMoment[] {
  const { product } = oracle;
  const record = oracle.record(entity, id);
  if (record === null) return [];
  const own = timersOf(product.world(nobody), entity, id).map(({ at, transition }) => ({ at, timer: transition.span }));
  const others = momentsIn({ world: { product }, cone: coneFor(model) }, { entity, record });
  return [...own, ...others.map((at) => ({ at, timer: null }))];
}

/** Milliseconds around a moment to which the clock is set in which nothing else may be due. */
const quiet = { before: 5000, after: 60_000 };
const furthest = 3_600_000;

/**
 * The first moment from then on at which no timer of any record is due for a while and no
 * comparison with now changes: two clocks are a little apart, and requests take time.
 */
export function quietAfter(model: Model, oracle: Oracle, moment: number): number {
  const { product } = oracle;
  const parts = { world: { product }, cone: coneFor(model) };
  const all = [
    ...timers(product.world(nobody), mostTimers).due.map(({ at }) => at),
    ...model.entities.flatMap(({ name: { text: entity } }) =>
      oracle.records(entity).flatMap((record) => momentsIn(parts, { entity, record })),
    ),
  ];
  let found = moment;
  for (const at of all.sort((a, b) => a - b))
    if (at > found - quiet.before && at < found + quiet.after && at + quiet.before < moment + furthest) found = at + quiet.before;
  return found;
}

/** When a step that lets time pass ends; undefined if its moment has passed or does not exist. */
export function endOf(
  { wait, handles }: Planned,
  { model, oracle, people }: Pick<PlanParts, 'model' | 'oracle' | 'people'>,
  made: Made,
): number | undefined {
  const now = oracle.now();
  const [about] = handles.values();
  if (wait?.kind === 'for') return now + wait.milliseconds;
  const record = wait === undefined || about === undefined ? null : recordOf({ model, oracle, people }, made, about);
  const moment = wait === undefined || record === null ? undefined : momentsOf(model, oracle, record.entity, record.id)[wait.place];
  return wait === undefined || moment === undefined || moment.at + wait.by <= now ? undefined : moment.at + wait.by;
}
