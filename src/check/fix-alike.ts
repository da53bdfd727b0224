import type { Finding, Fix } from '../base/finding.ts';
import type { TextEdit } from '../base/text-edit.ts';

/** What a fix would do to every finding of its kind. */
export interface Alike {
  readonly count: number;
  readonly edits: readonly TextEdit[];
}

/**
 * The same fix for all findings of one rule, as one edit; null where there is only this one. “The
 * same” is the fix in the same place of each list: a rule offers its fixes in one order.
 */
export function alike(findings: readonly Finding[], { code, fixes }: Finding, fix: Fix): Alike | null {
  const place = fixes.indexOf(fix);
  const edits: TextEdit[] = [];
  let count = 0;
  for (const other of findings) {
    const same = other.code === code && other.fixes.length === fixes.length ? other.fixes[place] : undefined;
    if (same === undefined || same.edits.some((edit) => edits.some((before) => collide(before, edit)))) continue;
    count++;
    edits.push(...same.edits);
  }
  return count < 2 ? null : { count, edits };
}

/** Two insertions at one place are two new rows, unless they say the same. */
const collide = (a: TextEdit, b: TextEdit): boolean =>
  a.from === b.from && a.to === a.from && b.to === b.from ? a.insert === b.insert : a.from < b.to && b.from < a.to;
