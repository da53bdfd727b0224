import { fireTimer } from '../engine/operations/fire-timer.ts';
import type { Refusal } from '../engine/outcome.ts';
import type { TimerReport } from '../engine/timers/timer-queue.ts';
import { type Due, inTime } from '../engine/timers/timers.ts';
import { nobody } from '../engine/world/world.ts';
import type { Cell, WorldState } from './cells.ts';
import { type Delta, deltaOf } from './delta.ts';
import type { SmallWorld } from './small-world.ts';
import type { Stepper, Waiting } from './stepper.ts';
import type { View } from './view.ts';

/** What timers did, in order. */
export interface Settled {
  readonly state: WorldState;
  readonly reports: readonly TimerReport[];
  readonly rules: ReadonlySet<number>;
}

/** What one timer did. */
interface Fired {
  readonly result: TimerReport['result'];
  readonly refusals: readonly Refusal[];
  readonly rules: ReadonlySet<number>;
  readonly delta: Delta;
}

/** Fires timers, and remembers what each did with what it read. */
export class Settler {
  readonly #world: SmallWorld;
  readonly #stepper: Stepper;

  constructor(world: SmallWorld, stepper: Stepper) {
    this.#world = world;
    this.#stepper = stepper;
  }

  /** Fires the timers that are due. */
  settled(state: WorldState): Settled {
    if (!this.#stepper.hasTimers) return { state, reports: [], rules: new Set() };
    if (this.#stepper.memo === null) return this.#settledAtOnce(state);
    const reports: TimerReport[] = [];
    const rules = new Set<number>();
    let now = state;
    // In the order of the product, one after the other: what one reads is remembered.
    for (let fired = 0; fired < mostTimers; fired++) {
      const { cells, due } = this.#due(now);
      now = cells.every((cell, slot) => cell === now.cells[slot]) ? now : { ...now, cells };
      const [first] = due;
      if (first === undefined) return { state: now, reports, rules };
      const { report, after, asked } = this.#fire(first, this.#stepper.viewOf(now));
      reports.push(report);
      for (const rule of asked) rules.add(rule);
      now = { ...now, cells: after };
    }
    return this.#settledAtOnce(state);
  }

  /** The cells without refused timers that wait no longer, and the timers that are due. */
  #due(state: WorldState): { readonly cells: readonly Cell[]; readonly due: readonly DueTimer[] } {
    const view = this.#stepper.viewOf(state);
    const due: DueTimer[] = [];
    const cells = state.cells.map((cell, slot) => {
      const moments = this.#stepper.dues(slot, view);
      const isLate = ({ at, row }: Waiting): boolean => cell.late.some((late) => late.at === at && late.transition.span.from === row);
      for (const moment of moments)
        if (moment.at <= state.time && !isLate(moment)) due.push({ ...moment.of, at: moment.at, id: cell.id, slot });
      const late = cell.late.filter(({ at, transition }) =>
        moments.some((moment) => moment.at === at && moment.row === transition.span.from),
      );
      return this.#world.cells.withLate(cell, late, state.time);
    });
    return { cells, due: due.sort(inTime) };
  }

  #fire(due: DueTimer, view: View): { readonly report: TimerReport; readonly after: readonly Cell[]; readonly asked: ReadonlySet<number> } {
    const { slot, id, at, machine, transition } = due;
    const { entity } = machine;
    const given = [slot];
    const name = `${this.#stepper.when(view)}fire ${entity} ${transition.order} ${view.state.time - at}`;
    const tree = this.#stepper.memo?.tree(name, view, given) ?? null;
    const slots = [...given];
    let fired = tree === null ? null : (this.#stepper.memo?.find<Fired>(tree, view, slots) ?? null);
    let after = fired === null ? null : this.#stepper.applied(fired.delta, view, slots);
    if (fired === null || after === null) {
      this.#stepper.enter(view);
      const { value, places } = this.#world.reads.of(view, () => this.#runTimer(due));
      after = value.cells;
      const made = (known: readonly number[]): Fired | null => {
        const delta = deltaOf(view, value.cells, known);
        return delta === null ? null : { ...value.done, delta };
      };
      if (places !== null && tree !== null) this.#stepper.memo?.keep(tree, view, given, places, made);
      fired = { ...value.done, delta: { gone: [], put: [] } };
    }
    const { result, refusals, rules } = fired;
    const report: TimerReport = { entity, id, at, transition, refusals, result };
    const again = transition.to === null || transition.any || transition.from.some(({ text }) => text === transition.to?.text);
    // Refused, or it would fire for ever: it is not tried again.
    const late = result !== 'fired' || again ? [{ field: machine.field, at, transition }] : [];
    return {
      report,
      asked: rules,
      after: after.map((cell) =>
        cell.id === id && cell.entity === entity
          ? this.#world.cells.withLate(
              cell,
              [...cell.late, ...late].sort((a, b) => a.transition.span.from - b.transition.span.from),
              view.state.time,
            )
          : cell,
      ),
    };
  }

  #runTimer(due: DueTimer): { readonly done: Omit<Fired, 'delta'>; readonly cells: readonly Cell[] } {
    this.#stepper.runs++;
    const rules = new Set<number>();
    return this.#stepper.watched(
      (seen) => {
        if (seen.kind === 'rule') rules.add(seen.row.from);
      },
      () =>
        this.#world.tried(() => {
          const outcome = this.#world.product.transact(nobody, (run) => run.perform(fireTimer, due), {
            milliseconds: due.at,
            timers: false,
          });
          const { cells } = this.#world.reads.paused(() => this.#world.capture());
          const refusals = outcome.ok ? (outcome.value === null ? [] : [outcome.value]) : outcome.refusals;
          const result = outcome.ok ? (outcome.value === null ? 'fired' : 'guard') : 'refused';
          return { done: { result, refusals, rules }, cells };
        }),
    );
  }

  #settledAtOnce(state: WorldState): Settled {
    const { cells, due } = this.#due(state);
    if (due.length === 0) return { state: { ...state, cells }, reports: [], rules: new Set() };
    this.#stepper.leave();
    this.#world.restore({ ...state, cells });
    const rules = new Set<number>();
    return this.#stepper.watched(
      (seen) => {
        if (seen.kind === 'rule') rules.add(seen.row.from);
      },
      () =>
        this.#world.tried(() => {
          const reports = this.#world.product.timers.run();
          return { state: this.#world.capture(), reports, rules };
        }),
    );
  }
}

interface DueTimer extends Due {
  readonly slot: number;
}

/** More at one moment are fired by the product itself, which ends those that start each other. */
const mostTimers = 40;
