import type { TimerReport } from '../../engine/timers/timer-queue.ts';
import type { Model } from '../../model/model.ts';
import { Edges } from '../search/edges.ts';
import type { TimerEffects, Tried, Watcher } from '../search/watcher.ts';
import type { Action, Move } from '../steps/moves.ts';
import { Facts } from './facts.ts';

/** What a search found out about one row of section 4. */
export interface RowTally {
  /** How often the row was taken, or its timer fired. */
  done: number;
  /** Roles of the people who took it. */
  readonly by: Set<string>;
  /** The first attempt in which its guard was false. */
  guardFalse: Tried | null;
  /** The first attempt that was refused although its guard held. */
  refused: Tried | null;
  /** Whether its guard held for a person whom section 6 refuses. */
  heldForOthers: boolean;
  /** The first time that the row's timer was due and did not fire. */
  notFired: { readonly from: number; readonly move: Move; readonly report: TimerReport } | null;
}

/** Records what happens during a search. */
export class Tally implements Watcher {
  /** By the start offset of the row. */
  readonly rows = new Map<number, RowTally>();
  readonly raised = new Set<string>();
  /** Rules that were evaluated, by the start offset of the row. */
  readonly evaluatedRules = new Set<number>();
  /** Values that records were given: `Ticket.priority "low"`. */
  readonly given = new Set<string>();
  readonly facts: Facts;
  readonly edges = new Edges();
  readonly #rowsOf = new Map<string, readonly number[]>();

  constructor(model: Model) {
    this.facts = new Facts(model);
    for (const { entity, transitions } of model.machines)
      for (const { span, trigger } of transitions) {
        this.rows.set(span.from, { done: 0, by: new Set(), guardFalse: null, refused: null, heldForOthers: false, notFired: null });
        if (trigger.kind !== 'event') continue;
        const key = `${entity}.${trigger.name.text}`;
        this.#rowsOf.set(key, [...(this.#rowsOf.get(key) ?? []), span.from]);
      }
  }

  tried(tried: Tried): void {
    this.facts.tried(tried);
    const { move } = tried;
    if (tried.refusals === null && (move.kind === 'create' || move.kind === 'update'))
      for (const { name, words } of move.values) this.given.add(`${move.entity}.${name} ${String(words)}`);
    for (const error of tried.errors) this.raised.add(error);
    for (const rule of tried.rules) this.evaluatedRules.add(rule);
    for (const row of tried.followed) this.#take(row);
    for (const [row, held] of tried.rows) {
      const tally = this.rows.get(row);
      if (tally === undefined) continue;
      if (!held) tally.guardFalse ??= tried;
      else if (tried.refusals === null) {
        tally.done++;
        for (const role of tried.roles) tally.by.add(role);
      } else tally.refused ??= tried;
    }
  }

  fired(from: number, move: Move, reports: readonly TimerReport[], { rules, rows }: TimerEffects): void {
    for (const rule of rules) this.evaluatedRules.add(rule);
    for (const row of rows) this.#take(row);
    for (const report of reports) {
      const tally = this.rows.get(report.transition.span.from);
      for (const { error } of report.refusals) this.raised.add(error);
      this.facts.fired(from, move, report);
      if (tally === undefined) continue;
      if (report.result === 'fired') tally.done++;
      else tally.notFired ??= { from, move, report };
    }
  }

  #take(row: number): void {
    const tally = this.rows.get(row);
    if (tally !== undefined) tally.done++;
  }

  read(from: number, roles: readonly string[], entity: string, state: string | null, may: boolean): void {
    this.facts.read(from, roles, entity, state, may);
  }

  wantsGuard(move: Action): boolean {
    if (move.kind !== 'event') return false;
    const rows = this.#rowsOf.get(`${move.entity}.${move.event}`) ?? [];
    return rows.some((row) => this.rows.get(row)?.done === 0 && this.rows.get(row)?.heldForOthers === false);
  }

  guardHeld(row: number): void {
    const tally = this.rows.get(row);
    if (tally !== undefined) tally.heldForOthers = true;
  }
}
