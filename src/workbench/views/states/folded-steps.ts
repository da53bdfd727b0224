import { grouped } from '../../../base/grouped.ts';
import type { WalkedStep } from '../../../explorer/walk.ts';

/** Steps that differ only in the actor and possibly in one record argument. */
export interface FoldedSteps {
  /** In the notation, with `…` for the record in which they differ. */
  readonly words: string;
  readonly choices: readonly {
    /** The record; null: they do not differ in one. */
    readonly value: string | null;
    readonly steps: readonly WalkedStep[];
  }[];
}

/** Matches a name as the last argument. */
const lastRecord = /^(.*": )([\p{L}_][\p{L}\p{N}_]*)(\}`?)$/u;

/** Values that look like names but are not records. */
const literals: ReadonlySet<string> = new Set(['true', 'false', 'null', 'now', 'today']);

/** Groups the steps, in the order of each group's first step. */
export function foldedSteps(steps: readonly WalkedStep[]): readonly FoldedSteps[] {
  const patternOf = (what: string): { readonly words: string; readonly value: string } | null => {
    const [, before, value = '', after] = lastRecord.exec(what) ?? [];
    return before === undefined || literals.has(value) ? null : { words: `${before}…${after}`, value };
  };
  return [...grouped(steps, ({ row }) => patternOf(row.do)?.words ?? row.do)].map(([words, alike]): FoldedSteps => {
    const by = [...grouped(alike, ({ row }) => row.do)];
    const [only] = by;
    if (by.length === 1 && only !== undefined) return { words: only[0], choices: [{ value: null, steps: only[1] }] };
    return { words, choices: by.map(([what, same]) => ({ value: patternOf(what)?.value ?? null, steps: same })) };
  });
}
