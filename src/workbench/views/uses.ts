import type { Span } from '../../base/span.ts';
import { occurrenceAt, placesOf } from '../../language/names/occurrences.ts';
import { sectionTitles } from '../../model/ast/common.ts';
import type { Model } from '../../model/model.ts';
import { rowAt } from '../../syntax/find-row.ts';

/** A use of a name, with its position. */
export interface Use {
  readonly span: Span;
  readonly section: number;
  /** `5 Validation rules: subject is short`. */
  readonly words: string;
}

/** Returns the uses of what is declared at an offset, without the declaring row itself. */
export function usesOf(model: Model, declaredAt: number): readonly Use[] {
  const thing = occurrenceAt(model, declaredAt);
  if (thing === null) return [];
  return placesOf(model, thing)
    .filter(({ span }) => span.from !== declaredAt)
    .map(({ span }) => placeInWords(model, span));
}

/** Returns a range with its section and the subject of its row. */
export function placeInWords(model: Model, span: Span): Use {
  const section = model.sections.find((one) => one.span.from <= span.from && span.from < one.span.to)?.number ?? 0;
  return { span, section, words: `${section} ${sectionTitles[section - 1] ?? 'Beginning'}: ${about(model, span)}` };
}

/**
 * Returns the row's first cell, with the second if needed to identify it; outside a table, the
 * line.
 */
function about(model: Model, span: Span): string {
  const place = rowAt(model.tree, span);
  if (place !== null) {
    const [first = '', second = ''] = place.row.cells.map(({ text }) => text);
    const machine = place.table.header.cells[0]?.text.trim().toLowerCase() === 'from';
    return machine || first === '' ? `${first} ${second}`.trim() : first;
  }
  const { text } = model.tree;
  const end = text.indexOf('\n', span.from);
  return text
    .slice(text.lastIndexOf('\n', span.from - 1) + 1, end < 0 ? text.length : end)
    .trim()
    .replace(/^(?:#+|[-*])\s+/u, '');
}
