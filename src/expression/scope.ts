import type { PlainDate, RecordList, RecordValue, Timestamp, Value } from './value.ts';

/** What an expression needs of the product while it is evaluated: one moment, one person. */
export interface Surroundings {
  readonly me: RecordValue | null;
  readonly now: Timestamp;
  readonly today: PlainDate;
  /** IANA name; `today`, and the calendar parts of timestamps, are in it. */
  readonly timeZone: string;
  /** The current session's token, or null. */
  readonly token: string | null;
  /** A constant's value; undefined when the constant is a hole. */
  constant(name: string): Value | undefined;
  /** The records behind an Entity's name, as the place allows (sections 2 and 7: those that the person may read). */
  entity(name: string): RecordList;
  /** What `TicketView(record)` gives. */
  view(name: string, record: RecordValue): Value;
  /** `count` URL-safe characters. */
  random(count: number): string;
}

/** Where an expression stands, at run time. Bound names are looked up in `bound` by own key. */
export interface Scope {
  readonly surroundings: Surroundings;
  readonly self: RecordValue | null;
  /** The record that `where` looks at, null outside `where`. */
  readonly row: RecordValue | null;
  readonly old: RecordValue | null;
  readonly bound: ReadonlyMap<string, Value>;
}

/** Thrown when an expression cannot be evaluated: null selected from, division by zero, a constant that is a hole. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
  /** Offsets in the expression's source. */
  readonly from: number;
  readonly to: number;

  constructor(message: string, from: number, to: number) {
    super(message);
    this.from = from;
    this.to = to;
  }
}
