import type { Finding, Severity } from '../../base/finding.ts';
import type { SectionInfo, SectionState } from '../../model/ast/common.ts';
import type { Paint } from './paint.ts';

/** Lists the nine sections with their states, one per line. */
export function printSections(sections: readonly SectionInfo[], paint: Paint): string {
  const longest = Math.max(...sections.map((section) => section.title.length));
  return sections.map(({ number, title, state }) => `  ${number}. ${title.padEnd(longest)}  ${stateWords(state, paint)}\n`).join('');
}

function stateWords(state: SectionState, paint: Paint): string {
  if (state === 'shown') return paint.good(state);
  return state === 'not shown' ? paint.severity('warning', state) : paint.severity('hint', state);
}

/**
 * Returns `2 errors, 1 warning, 9 holes and 4 hints` or `no findings`. Holes are counted
 * separately, because they are not mistakes.
 */
export function countFindings(findings: readonly Finding[], paint: Paint): string {
  const count = (severity: Severity, noun: string, holes: boolean): string[] => {
    const found = findings.filter((finding) => finding.severity === severity && (finding.code === 'hole') === holes).length;
    return found === 0 ? [] : [paint.severity(severity, plural(found, noun))];
  };
  const parts = [
    ...count('error', 'error', false),
    ...count('warning', 'warning', false),
    ...count('warning', 'hole', true),
    ...count('hint', 'hint', false),
  ];
  if (parts.length === 0) return paint.good('no findings');
  return parts.length === 1 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
