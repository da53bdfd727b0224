import type { Cell } from './cells.ts';

/** What all cells of one template have in common. */
export interface Template {
  readonly number: number;
  /** The place of its entity among the tables. */
  readonly entity: number;
  /** How many ids it names. */
  readonly links: number;
  /** For each of them the relation or the list that names it. */
  readonly columns: readonly string[];
  /** The same as numbers. */
  readonly salts: readonly number[];
  /** Equal for templates that no operation tells apart, while time stays the same. */
  readonly plain: number;
  /** Equal for templates that agree in the values that no event changes. */
  readonly root: number;
  readonly example: Cell;
}

/** Where people do by themselves what an answer does, requests that wait could become ever more. */
const mostWaiting = 2;

/** Does the record wait for more answers than are looked at? */
export const waitsTooMuch = ({ example: { sent } }: Template): boolean => sent.length > mostWaiting;
