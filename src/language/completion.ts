import type { Span } from '../base/span.ts';
import { withArticle } from '../expression/types/type-words.ts';
import { sectionTitles } from '../model/ast/common.ts';
import { fieldOf } from '../model/lookup.ts';
import type { Model } from '../model/model.ts';
import { completeBullet } from './complete/bullet.ts';
import { completeCell } from './complete/cell.ts';
import { entities, fields, openMachines } from './complete/declared-names.ts';
import { completeCode } from './complete/expression.ts';
import { type Completion, item } from './complete/item.ts';
import { entityOfHeading, openCode, type Place, placeAt } from './complete/typing-place.ts';
import { valuesOf } from './value-tables.ts';

export type { Completion } from './complete/item.ts';

export interface Completions {
  /** The part of the word typed so far, which the completion replaces. */
  readonly span: Span;
  readonly items: readonly Completion[];
}

/** Completions at an offset, most likely first; none in prose. */
export function completionsAt(model: Model, offset: number): Completions {
  const place = placeAt(model.tree, offset);
  const items = itemsFor(model, place, offset);
  const typed = typedBefore(place.before, items);
  const seen = new Set<string>();
  const unique = items.filter(({ label }) => label !== '' && !seen.has(label) && seen.add(label));
  return { span: { from: offset - typed, to: offset }, items: unique.sort((a, b) => a.rank - b.rank) };
}

function itemsFor(model: Model, place: Place, offset: number): readonly Completion[] {
  if (!model.recognised) return [];
  const { form } = place;
  if (form.kind === 'heading') return completeHeading(model, place, form.level);
  if (form.kind === 'prose') return [];
  const code = openCode(place.before);
  // In bullets backticks are optional, so expressions are recognised with and without them.
  const bare = form.kind === 'bullet' && code === null ? (/\s(?:where|when)\s+([^:`]*)$|^with\s+(\{.*)$/.exec(place.before) ?? null) : null;
  const source = code ?? bare?.[1] ?? bare?.[2] ?? null;
  if (source !== null) return completeCode(model, place, source, offset);
  if (form.kind === 'line') return place.before.includes(':') ? [] : lines;
  return form.kind === 'cell' ? completeCell(model, place) : completeBullet(model, place);
}

/** The keywords of lines in section 1. */
const lines: readonly Completion[] = [
  item('Language: ', 'form', 'the language that the product speaks, or an expression for the reader’s'),
  item('Languages: ', 'form', 'the languages that the document has words in, its own first'),
  item('Time zone: ', 'form', 'an expression for the reader’s time zone'),
];

/**
 * How many characters before the offset begin one of the completions: a word, or several words of a
 * longer name.
 */
function typedBefore(before: string, items: readonly Completion[]): number {
  const word = /[\p{L}\p{N}_]*$/u.exec(before)?.[0].length ?? 0;
  for (const match of before.matchAll(/(?<![\p{L}\p{N}_])[\p{L}\p{N}_][^,;:|`"]*$/gu)) {
    for (let from = match.index; from < before.length - word; from++) {
      const begin = before.slice(from).toLowerCase();
      const atWord = from === 0 || !/[\p{L}\p{N}_]/u.test(before[from - 1] ?? '');
      if (atWord && begin.includes(' ') && items.some(({ label }) => label.toLowerCase().startsWith(begin))) return begin.length;
    }
  }
  return word;
}

/** Whether the field can have a table `Value`. */
function hasValues(model: Model, entity: string | undefined, name: string): boolean {
  const field = entity === undefined ? undefined : fieldOf(model, entity, name);
  return field !== undefined && valuesOf(field).length > 0;
}

function completeHeading(model: Model, { section, headings }: Place, level: number): Completion[] {
  if (level === 1) return [item('Specification: ', 'form', 'the title of a specification')];
  if (level === 2) {
    const there = new Set(model.tree.sections.map(({ number }) => number));
    return sectionTitles.flatMap((title, index) =>
      there.has(index + 1) ? [] : [item(`${index + 1}. ${title}`, 'form', `section ${index + 1}`)],
    );
  }
  switch (section) {
    case 1:
      return [item('Scenario: ', 'form', 'an example that runs')];
    case 2:
      return model.screens.filter((screen) => screen.heading === null).map(({ name, route }) => item(name.text, 'screen', route));
    case 3:
      return level < 4
        ? []
        : fields(model, entityOfHeading(headings[0] ?? '')).filter(({ label, within }) => hasValues(model, within, label));
    case 4:
      return openMachines(model);
    case 7:
      return entities(model).map(({ label }) => item(`${label}View of ${label}`, 'view', `how ${withArticle(label)} looks to callers`));
    default:
      return [];
  }
}
