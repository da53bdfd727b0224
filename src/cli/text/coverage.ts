import type { CoverageItem } from '../../verify/coverage.ts';
import { harmless, type Paint } from './paint.ts';
import { plural } from './summary.ts';

/**
 * Lists, by section, everything that no scenario touches, with its position. Includes rules and
 * guards that never refuse anything.
 */
export function printCoverage(file: string, items: readonly CoverageItem[], paint: Paint): string {
  const lines = [...new Set(items.map(({ kind }) => kind))].map((kind) => {
    const all = items.filter((item) => item.kind === kind);
    const touched = all.filter((item) => item.touched);
    const place = ({ line, name }: CoverageItem, why: string): string =>
      `      ${paint.faint(`${harmless(file)}:${line}`)} ${harmless(name)}${paint.faint(why)}\n`;
    const missed = all.map((item) =>
      item.touched
        ? item.refused === false
          ? place(item, kind === 'rule' ? ': never violated' : ': its guard never refuses')
          : ''
        : place(item, ''),
    );
    const share = `${touched.length} of ${plural(all.length, kind)}`;
    return `    section ${all[0]?.section ?? ''}  ${touched.length === all.length ? paint.good(share) : share}\n${missed.join('')}`;
  });
  return `  Covered by scenarios:\n${lines.join('')}`;
}
