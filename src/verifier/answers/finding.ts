import type { Plan } from '../plan/situations.ts';
import type { Exchange } from './side-by-side.ts';
import { Ref, type Template } from './template.ts';

/** A mistake of the implementation, with the requests that show it. */
export interface Finding {
  readonly cause: string;
  /** The request whose answer is wrong. */
  readonly exchange: Exchange;
  /** The earlier requests that it depends on, and the request itself. */
  readonly sequence: readonly Exchange[];
  /** Whether the mistake appeared again when only `sequence` was sent. */
  readonly confirmed: boolean;
  /** The number of further answers that this mistake explains. */
  more: number;
}

export interface Run {
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
  /** What could not be tried, and why. */
  readonly notTried: readonly string[];
  /** Another run of the same document can reuse it. */
  readonly plan: Plan;
  /** False if the run ended early: the budget, a signal, a failed reset or the plan's bounds. */
  readonly complete: boolean;
}

/** The exchanges and those whose answers they use, in order. `all`: every exchange, by number. */
export function neededFor(all: readonly Exchange[], exchanges: readonly Exchange[]): readonly Exchange[] {
  const found = new Set<number>();
  const add = (template: Template | undefined): void => {
    if (template instanceof Ref) visit(template.exchange);
    else if (template !== null && typeof template === 'object') for (const inner of Object.values(template)) add(inner as Template);
  };
  const visit = (number: number): void => {
    if (found.has(number)) return;
    found.add(number);
    const attempt = all[number]?.attempt;
    if (attempt === undefined) return;
    for (const value of attempt.route.values()) add(value);
    for (const [, value] of attempt.query) add(value);
    add(attempt.body);
    if (attempt.token instanceof Ref) add(attempt.token);
  };
  for (const { number } of exchanges) visit(number);
  return [...found].sort((a, b) => a - b).flatMap((number) => all[number] ?? []);
}
