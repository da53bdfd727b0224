import type { TimerReport } from '../../engine/timers/timer-queue.ts';
import { productId, timerWords } from '../../engine/timers/timers.ts';
import type { Model } from '../../model/model.ts';
import type { Tried } from '../search/watcher.ts';
import { type Move, operationOf } from '../steps/moves.ts';

/** Something that can happen in a world, and the first step that shows it. */
export interface Fact {
  readonly kind: 'may' | 'forbidden' | 'taken' | 'refused';
  /** Set for `may` and `forbidden`, otherwise empty. */
  readonly role: string;
  readonly entity: string;
  /** create, read, update, delete, add, remove, or an event's name. */
  readonly operation: string;
  readonly field: string | null;
  /** The state that the record was in, and for `taken` the state that it entered. */
  readonly state: string | null;
  readonly to: string | null;
  readonly error: string | null;
  /** The row of section 4 that was taken, by start offset. */
  readonly row: number | null;
  /** `move` is null if the world itself shows the fact. */
  readonly witness: { readonly from: number; readonly move: Move | null };
}

type Key = Omit<Fact, 'witness'>;

/** `among`: how many roles the person had in all, for the record. */
type Noted = Fact & { readonly among: number };

/** Errors with which section 6, or the roles of a row, refuse an operation to a person. */
const forbidding: ReadonlySet<string> = new Set(['FORBIDDEN', 'UNAUTHORIZED', 'NOT_FOUND']);

/**
 * Collects who did what in which state, what was refused with which error, and which rows were
 * taken.
 */
export class Facts {
  readonly #found = new Map<string, Noted>();
  readonly #known = new WeakMap<Tried['rows'], Set<string>>();
  readonly #rows: ReadonlyMap<number, { readonly to: string | null }>;

  constructor(model: Model) {
    this.#rows = new Map(
      model.machines.flatMap(({ transitions }) => transitions.map(({ span, to }) => [span.from, { to: to?.text ?? null }])),
    );
  }

  /** What a role allows is judged by the people who have the fewest other roles. */
  get all(): readonly Fact[] {
    const fewest = new Map<string, number>();
    for (const { role, among } of this.#found.values()) fewest.set(role, Math.min(among, fewest.get(role) ?? among));
    return [...this.#found.values()].filter(({ role, among }) => among === fewest.get(role));
  }

  tried(tried: Tried): void {
    const { move, roles, state, errors, refusals, rows, followed } = tried;
    const operation = operationOf(move);
    const field = 'field' in move ? move.field : move.kind === 'update' ? (move.values[0]?.name ?? null) : null;
    if (this.#isKnown(rows, `${operation} ${field} ${state} ${roles.join()}`)) return;
    const of = { entity: move.entity, operation, field, state, to: null, error: null, row: null, role: '' };
    const forbidden = errors.some((error) => forbidding.has(error));
    if (refusals === null || forbidden)
      for (const role of roles) this.#note({ ...of, kind: refusals === null ? 'may' : 'forbidden', role }, tried, roles.length);
    if (refusals === null) {
      for (const [row, held] of rows) if (held) this.#note({ ...of, kind: 'taken', to: this.#rows.get(row)?.to ?? null, row }, tried);
    } else for (const error of errors) this.#note({ ...of, kind: 'refused', error, state: null }, tried);
    for (const row of followed) this.#note({ ...of, kind: 'taken', to: this.#rows.get(row)?.to ?? null, row }, tried);
  }

  /** A step often has the same outcome in many worlds, and then the same map object. */
  #isKnown(rows: Tried['rows'], name: string): boolean {
    const known = this.#known.get(rows);
    if (known?.has(name) === true) return true;
    if (known === undefined) this.#known.set(rows, new Set([name]));
    else known.add(name);
    return false;
  }

  fired(from: number, move: Move, { entity, id, transition, result }: TimerReport): void {
    // A timer that belongs to no record moves no record to another state.
    if (result !== 'fired' || id === productId) return;
    const state = transition.any ? null : transition.from.map(({ text }) => text).join(', ');
    const of = { entity, operation: timerWords(transition), field: null, state, to: transition.to?.text ?? null, error: null, role: '' };
    this.#note({ ...of, kind: 'taken', row: transition.span.from }, { from, move });
  }

  read(from: number, roles: readonly string[], entity: string, state: string | null, may: boolean): void {
    const of = { entity, operation: 'read', field: null, state, to: null, error: null, row: null };
    for (const role of roles) this.#note({ ...of, kind: may ? 'may' : 'forbidden', role }, { from, move: null }, roles.length);
  }

  #note(key: Key, witness: Fact['witness'], among = 0): void {
    const name = `${factName(key)}|${among}`;
    if (!this.#found.has(name)) this.#found.set(name, { ...key, witness, among });
  }
}

/** Equal for the same fact in two versions of a document. */
export const factName = ({ kind, role, entity, operation, field, state, to, error }: Key): string =>
  [kind, role, entity, operation, field, state, to, error].join('|');
