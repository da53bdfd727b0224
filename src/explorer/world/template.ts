import type { Cell } from './cells.ts';

/** What all cells of one template have in common. */
export interface Template {
  readonly number: number;
  /** The index of its entity among the tables. */
  readonly entity: number;
  /** The number of ids that it names. */
  readonly links: number;
  /** For each of these ids, the relation or the list that names it. */
  readonly columns: readonly string[];
  /** The columns, hashed to numbers. */
  readonly salts: readonly number[];
  /** Equal for templates that no operation distinguishes while time stays the same. */
  readonly plain: number;
  /** Equal for templates that agree in the values that no event changes. */
  readonly root: number;
  readonly example: Cell;
}

/** Without a limit, requests would pile up where people can do themselves what an answer does. */
const mostWaiting = 2;

/** Whether the record waits for more answers than the search follows. */
export const waitsTooMuch = ({ example: { sent } }: Template): boolean => sent.length > mostWaiting;
