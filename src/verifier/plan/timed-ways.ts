import type { Span } from '../../base/span.ts';
import { day } from '../values/values.ts';
import type { Enabled } from './enablers.ts';
import type { Handle, Planned } from './planned.ts';
import { type Made, type Node, outcomeOf, recordOf } from './situations.ts';
import type { Trials } from './trials.ts';
import { momentsOf, waiting } from './waits.ts';
import { statesIn, statesOf } from './world-shape.ts';

/** Milliseconds before and after a moment at which a situation is tried. */
const beside = { before: -120_000, after: 60_000 };
/** The most situations in which timers are waited for. */
const mostWays = 100;
/** In how many of them each timer is waited for, however often the others were. */
const perTimer = 8;
/** How many of them, by the states of the record, are sent before other requests. */
const perState = 3;
/** The most moments that are tried for one condition. */
const mostMoments = 30;

/** Ways on which time passes until timers are due. */
export class TimedWays {
  readonly #seen = new Set<string>();
  readonly #open: Enabled[] = [];
  readonly #byTimer = new Map<string, number>();
  /** By timer and the states of the record. */
  readonly #counts = new Map<string, number>();

  /** Notes the timers that wait in a situation, unless they have done the same before. */
  note(node: Node, made: Made, trials: Trials): void {
    const { model, oracle, wants } = trials.parts;
    const now = oracle.now();
    for (const [entity, ids] of made)
      for (const [ordinal, id] of ids.entries())
        for (const [place, { at, timer }] of momentsOf(model, oracle, entity, id).entries()) {
          if (timer === null || at <= now || this.#isEnough(timer) || wants?.([timer]) === false) continue;
          const about: Handle = { kind: 'made', entity, ordinal };
          const before = statesOf(model, oracle, entity, id);
          this.#noteTimer(node, about, place, `${timer.from} ${before}`, trials, made);
        }
  }

  #noteTimer(node: Node, about: Handle, place: number, what: string, trials: Trials, made: Made): void {
    const { model, oracle, people } = trials.parts;
    const due = waiting({ kind: 'until', place, by: beside.after }, about);
    const done = trials.trial(due, made);
    if (done === null) return;
    const after = statesIn(model, done.key);
    const key = `${what} -> ${after}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    const row = what.split(' ')[0] ?? '';
    this.#byTimer.set(row, (this.#byTimer.get(row) ?? 0) + 1);
    const planned: Planned = { ...due, outcome: outcomeOf(done.answer), rank: count <= perState ? 0 : 1 };
    const early: Planned = { ...planned, wait: { kind: 'until', place, by: beside.before } };
    const at: Node = { key: `timer ${this.#seen.size}`, path: [...node.path, early], checks: [], moves: [], isNamed: true };
    // A timer that is due very soon is not seen to wait.
    const isEarly = oracle.tried(() => trials.done(early, made)) !== null && recordOf({ model, oracle, people }, made, about) !== null;
    const late: Node = isEarly ? at : { ...at, path: node.path };
    late.moves.push({ planned, to: done.key, isNew: true, lasts: done.lasts });
    const before: Node = { ...at, key: `before ${at.key}`, path: node.path, checks: [], moves: [] };
    before.moves.push({ planned: early, to: at.key, isNew: true, lasts: false });
    if (isEarly) this.#open.push({ node: before, to: '', path: [] });
    this.#open.push({ node: late, to: done.lasts ? '' : done.key, path: [...node.path, planned] });
  }

  /** Whether a timer has been waited for in enough situations; one that others left no room is. */
  #isEnough({ from }: Span): boolean {
    return this.#seen.size >= mostWays && (this.#byTimer.get(String(from)) ?? 0) >= perTimer;
  }

  next(): readonly Enabled[] {
    return this.#open.splice(0);
  }
}

/**
 * Steps that let so much time pass, in milliseconds: to just before, and to just after it; whole
 * days, also a day less and a day more.
 */
export const waitsOf = (lengths: readonly number[]): readonly Planned[] =>
  [...new Set(lengths)].flatMap((length) =>
    (length % day === 0 ? [beside.after, beside.after - day, beside.after + day] : [beside.before, beside.after])
      .filter((by) => length + by > 0)
      .map((by) => waiting({ kind: 'for', milliseconds: length + by }, null)),
  );

/**
 * Steps that let time pass to moments of the records of a way, the first moment first: to just
 * before it, and to just after it.
 */
export function waitsFor(path: readonly Planned[], last: Planned, made: Made, { parts }: Trials): readonly Planned[] {
  const { model, oracle } = parts;
  const now = oracle.now();
  const handles: Handle[] = [...made].flatMap(([entity, ids]) => ids.map((_, ordinal): Handle => ({ kind: 'made', entity, ordinal })));
  const examples = [...path, last].flatMap((step) => [...step.handles.values()].filter(({ kind }) => kind === 'example'));
  const named = new Map([...handles, ...examples].map((one) => [JSON.stringify(one), one]));
  const found = new Map<number, Planned>();
  for (const about of named.values()) {
    const record = recordOf(parts, made, about);
    for (const [place, { at }] of (record === null ? [] : momentsOf(model, oracle, record.entity, record.id)).entries())
      for (const by of [beside.before, beside.after])
        if (at + by > now && !found.has(at + by)) found.set(at + by, waiting({ kind: 'until', place, by }, about));
  }
  return [...found]
    .sort(([one], [other]) => one - other)
    .slice(0, mostMoments)
    .map(([, wait]) => wait);
}
