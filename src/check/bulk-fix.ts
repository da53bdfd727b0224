import type { Finding, Fix } from '../base/finding.ts';
import type { TextEdit } from '../base/text-edit.ts';

/** The combined fix for all findings of one rule. */
export interface BulkFix {
  readonly count: number;
  readonly edits: readonly TextEdit[];
}

/**
 * Combines the same fix for all findings of one rule into one edit; null if there is only one
 * finding. Fixes correspond by their index, since a rule always offers them in the same order.
 */
export function bulkFix(findings: readonly Finding[], { code, fixes }: Finding, fix: Fix): BulkFix | null {
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

/** Two insertions at one offset are separate new rows, unless their text is equal. */
const collide = (a: TextEdit, b: TextEdit): boolean =>
  a.from === b.from && a.to === a.from && b.to === b.from ? a.insert === b.insert : a.from < b.to && b.from < a.to;
