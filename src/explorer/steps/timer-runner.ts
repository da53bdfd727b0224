import type { Observer } from '../../engine/document/observer.ts';
import { fireTimer } from '../../engine/operations/fire-timer.ts';
import type { Refusal } from '../../engine/outcome.ts';
import type { TimerReport } from '../../engine/timers/timer-queue.ts';
import { calendarKey, compareDue, type Due, productId } from '../../engine/timers/timers.ts';
import { nobody } from '../../engine/world/world.ts';
import type { TimerEffects } from '../search/watcher.ts';
import { type Cell, type WorldState, withMissedEvent } from '../world/cells.ts';
import { type Delta, deltaOf } from '../world/delta.ts';
import type { SmallWorld } from '../world/small-world.ts';
import type { View } from '../world/view.ts';
import type { Stepper, Waiting } from './stepper.ts';

/** What timers did, in order. */
export interface TimerRun {
  readonly state: WorldState;
  readonly reports: readonly TimerReport[];
  readonly effects: TimerEffects;
}

/** What one timer did. */
interface Fired {
  readonly result: TimerReport['result'];
  readonly refusals: readonly Refusal[];
  readonly effects: TimerEffects;
  readonly delta: Delta;
}

/** Fires timers, and remembers what each did given what it read. */
export class TimerRunner {
  readonly #world: SmallWorld;
  readonly #stepper: Stepper;

  constructor(world: SmallWorld, stepper: Stepper) {
    this.#world = world;
    this.#stepper = stepper;
  }

  /** Lets time pass, and fires the timers that are due then. */
  wait(view: View, milliseconds: number): TimerRun {
    const own = this.#world.calendar.ownDueAt(view.state.time + milliseconds);
    return this.runDue(this.#stepper.later(view, milliseconds), own);
  }

  /** Fires the timers that are due. `own`: due calendar events that belong to no record. */
  runDue(state: WorldState, own: readonly Due[] = []): TimerRun {
    if (!this.#stepper.hasTimers && own.length === 0) return { state, reports: [], effects: nothing };
    if (this.#stepper.memo === null) return this.#runAtOnce(state, own);
    let left = own;
    const reports: TimerReport[] = [];
    const effects: MutableEffects = noEffects();
    let now = state;
    // Fires one timer after another, in the order of the product, so that each can be remembered.
    for (let fired = 0; fired < mostTimers; fired++) {
      const { cells, due } = this.#due(now);
      now = cells.every((cell, slot) => cell === now.cells[slot]) ? now : { ...now, cells };
      const [first] = [...due, ...left.map((one) => ({ ...one, slot: -1 }))].sort(compareDue);
      if (first === undefined) return { state: now, reports, effects };
      const { report, after, effects: more } = this.#fire(first, this.#stepper.viewOf(now));
      left = left.filter(({ transition }) => transition !== first.transition);
      reports.push(report);
      for (const rule of more.rules) effects.rules.add(rule);
      for (const row of more.rows) effects.rows.add(row);
      now = { ...now, cells: after };
    }
    return this.#runAtOnce(state, own);
  }

  /** The cells without refused timers that no longer wait, and the timers that are due. */
  #due(state: WorldState): { readonly cells: readonly Cell[]; readonly due: readonly DueTimer[] } {
    const view = this.#stepper.viewOf(state);
    const due: DueTimer[] = [];
    const cells = state.cells.map((cell, slot) => {
      const moments = this.#stepper.dues(slot, view);
      const wasRefused = ({ at, row }: Waiting): boolean => cell.refused.some((one) => one.at === at && one.transition.span.from === row);
      for (const moment of moments)
        if (moment.at <= state.time && !wasRefused(moment)) due.push({ ...moment.of, at: moment.at, id: cell.id, slot });
      const refused = cell.refused.filter(({ at, transition }) =>
        moments.some((moment) => moment.at === at && moment.row === transition.span.from),
      );
      return this.#world.cells.withRefused(cell, refused, state.time);
    });
    return { cells, due: due.sort(compareDue) };
  }

  #fire(due: DueTimer, view: View): { readonly report: TimerReport; readonly after: readonly Cell[]; readonly effects: TimerEffects } {
    const { slot, id, at, machine, transition } = due;
    const { entity } = machine;
    const given = slot < 0 ? [] : [slot];
    const name = `${this.#stepper.when(view)}fire ${entity} ${transition.order} ${view.state.time - at}`;
    const tree = slot < 0 ? null : (this.#stepper.memo?.tree(name, view, given) ?? null);
    const slots = [...given];
    let fired = tree === null ? null : (this.#stepper.memo?.find<Fired>(tree, view, slots) ?? null);
    let after = fired === null ? null : this.#stepper.applied(fired.delta, view, slots);
    if (fired === null || after === null) {
      this.#stepper.enter(view);
      const { value, places } = this.#world.reads.of(view, () => this.#runTimer(due, view));
      after = value.cells;
      const resultOf = (known: readonly number[]): Fired | null => {
        const delta = deltaOf(view, value.cells, known);
        return delta === null ? null : { ...value.done, delta };
      };
      if (places !== null && tree !== null) this.#stepper.memo?.keep(tree, view, given, places, resultOf);
      fired = { ...value.done, delta: { deleted: [], written: [] } };
    }
    const { result, refusals, effects } = fired;
    const report: TimerReport = { entity, id, at, transition, refusals, result };
    const again = transition.to === null || transition.any || transition.from.some(({ text }) => text === transition.to?.text);
    // A timer that was refused, or that would fire for ever, is not tried again.
    const refused = transition.trigger.kind !== 'every' && (result !== 'fired' || again) ? [{ field: machine.field, at, transition }] : [];
    return {
      report,
      effects,
      after: after.map((cell) =>
        cell.id === id && cell.entity === entity
          ? this.#world.cells.withRefused(
              result === 'refused' ? this.#missed(cell, due, view) : cell,
              [...cell.refused, ...refused].sort((a, b) => a.transition.span.from - b.transition.span.from),
              view.state.time,
            )
          : cell,
      ),
    };
  }

  #missed(cell: Cell, { machine, transition, at }: Due, view: View): Cell {
    const after = withMissedEvent(cell, machine.field, transition, at);
    return after === cell ? cell : this.#world.cells.of(after, view.state.time);
  }

  /** Makes the product see that its own events of this moment are due. */
  #begin(own: readonly Due[]): void {
    const { store } = this.#world.product;
    for (const due of own) store.setEnteredAt(due.machine.entity, calendarKey(due), productId, due.at - 1);
  }

  #runTimer(due: DueTimer, view: View): { readonly done: Omit<Fired, 'delta'>; readonly cells: readonly Cell[] } {
    this.#stepper.runs++;
    const effects = noEffects();
    return this.#stepper.watched(observing(effects), () =>
      this.#world.tried(() => {
        if (due.slot < 0) this.#begin([due]);
        const outcome = this.#world.product.transact(nobody, (run) => run.perform(fireTimer, due), {
          milliseconds: due.at,
          timers: false,
        });
        const { cells } = this.#world.reads.paused(() => this.#world.capture());
        this.#world.reads.changed(view, cells);
        const refusals = outcome.ok ? (outcome.value === null ? [] : [outcome.value]) : outcome.refusals;
        const result = outcome.ok ? (outcome.value === null ? 'fired' : 'guard') : 'refused';
        return { done: { result, refusals, effects: result === 'fired' ? effects : { ...effects, rows: nothing.rows } }, cells };
      }),
    );
  }

  #runAtOnce(state: WorldState, own: readonly Due[]): TimerRun {
    const { cells, due } = this.#due(state);
    if (due.length + own.length === 0) return { state: { ...state, cells }, reports: [], effects: nothing };
    this.#stepper.leave();
    this.#world.restore({ ...state, cells });
    const effects = noEffects();
    return this.#stepper.watched(observing(effects), () =>
      this.#world.tried(() => {
        this.#begin(own);
        const reports = this.#world.product.timers.run();
        return { state: this.#world.capture(), reports, effects };
      }),
    );
  }
}

type MutableEffects = { readonly [list in keyof TimerEffects]: Set<number> };

const noEffects = (): MutableEffects => ({ rules: new Set(), rows: new Set() });
const nothing: TimerEffects = noEffects();

const observing =
  ({ rules, rows }: MutableEffects): Observer =>
  (seen) => {
    if (seen.kind === 'rule') rules.add(seen.row.from);
    if (seen.kind === 'transition' && seen.taken) rows.add(seen.row.from);
  };

interface DueTimer extends Due {
  readonly slot: number;
}

/** With more timers at one moment, the product fires them and ends those that start each other. */
const mostTimers = 40;
