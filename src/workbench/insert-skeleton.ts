import { own } from '../base/own.ts';
import { applyEdits, type TextEdit } from '../base/text-edit.ts';
import { sectionTitles } from '../model/ast/common.ts';
import type { Model } from '../model/model.ts';
import { difference } from '../syntax/common-ends.ts';
import { entityTable, skeleton, skeletonContext } from './skeletons.ts';

export interface SkeletonEdit {
  readonly edits: readonly TextEdit[];
  /** The range in the new text to type over first. */
  readonly select: { readonly from: number; readonly to: number };
}

const notShown = /\bnot shown\b/i;

/**
 * Inserts a section's skeleton into the text. It replaces a paragraph that only says that the
 * section is not shown, but follows any other prose. A missing section is inserted in numerical
 * order. States need an entity with a state field, so section 3 gets one if necessary.
 */
export function insertSkeleton(text: string, section: number, model: Model | null): SkeletonEdit {
  const { text: body, select } = skeleton(section, model);
  const before = section === 4 ? stateField(text, model) : null;
  const ready = before ? applyEdits(text, [before]) : text;
  const edit = place(ready, section, body);
  const start = edit.from + edit.insert.indexOf(native(text, body)) + native(text, body.slice(0, body.indexOf(select))).length;
  const whole = difference(text, applyEdits(ready, [edit]));
  return { edits: whole ? [whole] : [], select: { from: start, to: start + select.length } };
}

/** Uses the line breaks of the text. */
const native = (text: string, words: string): string => (text.includes('\r\n') ? words.replaceAll('\n', '\r\n') : words);

function place(text: string, section: number, body: string): TextEdit {
  const found = findSection(text, section);
  if (!found) {
    const to = missingPlace(text, section);
    const head = text.slice(0, to).trimEnd();
    const heading = `${head === '' ? '' : '\n\n'}## ${section}. ${sectionTitles[section - 1]}\n\n`;
    return { from: head.length, to, insert: native(text, `${heading}${body}${to === text.length ? '\n' : '\n\n'}`) };
  }
  const inside = text.slice(found.bodyFrom, found.to);
  const words = inside.trim();
  const givesWay = words === '' || (notShown.test(words) && !/[|#]|^\s*[-*+]\s|\n\s*\n/m.test(words));
  const from = givesWay ? found.bodyFrom : found.bodyFrom + inside.trimEnd().length;
  return { from, to: found.to, insert: native(text, `\n\n${body}${found.to === text.length ? '\n' : '\n\n'}`) };
}

/**
 * Returns the edit that adds a state field to the first entity, or adds an entity with one if there
 * is none. Null if the entity already has a state field.
 */
function stateField(text: string, model: Model | null): TextEdit | null {
  const entity = model?.entities[0];
  if (!model || !entity) return place(text, 3, entityTable(true, skeletonContext(model)));
  if (entity.fields.some(({ type }) => type.kind === 'state')) return null;
  const last = entity.fields.at(-1);
  const tables = model.tree.sections.flatMap(({ blocks }) => blocks).filter((block) => block.kind === 'table');
  const table = tables.find(({ rows }) => rows.some((row) => row.span.from === last?.span.from));
  if (!last || !table) return null;
  const cells = table.header.cells.map(({ text: header }) => own({ field: 'status', type: 'state' }, header.trim().toLowerCase()) ?? '');
  const row = `\n|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`;
  return { from: last.span.to, to: last.span.to, insert: native(text, row) };
}

interface SectionPlace {
  /** The start of the heading's line. */
  readonly from: number;
  /** After the heading's text. */
  readonly bodyFrom: number;
  readonly to: number;
}

/** Returns the first section with this number. Headings inside code fences don't count. */
function findSection(text: string, section: number): SectionPlace | null {
  let found: { from: number; bodyFrom: number } | null = null;
  for (const heading of headings(text)) {
    if (found) return { ...found, to: heading.from };
    if (heading.number === section) found = { from: heading.from, bodyFrom: heading.to };
  }
  return found ? { ...found, to: text.length } : null;
}

function missingPlace(text: string, section: number): number {
  for (const heading of headings(text)) if (heading.number !== null && heading.number > section) return heading.from;
  return text.length;
}

function* headings(text: string): Generator<{ from: number; to: number; number: number | null }> {
  let fence: string | null = null;
  for (const line of text.matchAll(/^.*$/gm)) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line[0])?.[1];
    if (mark) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
    } else if (fence === null) {
      const heading = /^ {0,3}##?[ \t]+(?:(\d+)\.)?/.exec(line[0]);
      if (heading) {
        const words = line[0].trimEnd();
        const level = words.trimStart().startsWith('##') ? 2 : 1;
        yield { from: line.index, to: line.index + words.length, number: level === 2 && heading[1] ? Number(heading[1]) : null };
      }
    }
  }
}
