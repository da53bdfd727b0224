import type { Span } from '../../base/span.ts';
import type { Node } from '../../expression/node.ts';
import type { Column, ColumnSorting } from '../ast/screens.ts';
import { capital, toWords } from './cell-forms.ts';
import type { EntityDraft } from './drafts.ts';
import { nameMeant } from './name-meant.ts';
import { fieldUse, type PartPlace, scopeOf, screensSection } from './part.ts';
import type { Phrase } from './phrase.ts';

/** The entity whose record the columns show, and whether that record is a row of a list. */
export interface ColumnsOf {
  readonly entity: string | null;
  readonly row: boolean;
}

const quote = /["“”„]/g;
const quoted = /^["“”„]([^"“”]+)["“”]$/;

/** Reads `item, item.owner.name, size(lines) as "Lines"`. */
export function columnUses(place: PartPlace, phrase: Phrase, of: ColumnsOf): Column[] {
  const found: Column[] = [];
  for (const part of atCommas(phrase)) {
    const column = columnUse(place, part, of, found);
    if (column !== null) found.push(column);
  }
  return found;
}

/** The listed columns; without a list, the product's default fields, with the part's own span. */
export function columnsOr(
  place: PartPlace,
  phrase: Phrase | null,
  of: ColumnsOf,
  span: Span,
  choose: (entity: EntityDraft) => string[],
): Column[] {
  if (phrase !== null && !phrase.empty) return columnUses(place, phrase, of);
  const draft = of.entity === null ? undefined : place.reading.entities.get(of.entity);
  return draft === undefined ? [] : choose(draft).map((text) => fieldColumn({ text, span }));
}

/** A column that shows a field and has no title of its own. */
export const fieldColumn = (name: Column['name']): Column => ({ name, title: null, value: null, end: null });

/**
 * Reads `priority desc, item.owner.name`. Each entry is written like a column, or refers to one by
 * its quoted title.
 */
export function columnSortings(place: PartPlace, phrase: Phrase, of: ColumnsOf, columns: readonly Column[]): ColumnSorting[] {
  return atCommas(phrase).flatMap((part) => {
    const direction = /\s+(asc|desc|ascending|descending)$/i.exec(part.text);
    const word = direction === null ? part : part.slice(0, direction.index);
    const column = soughtColumn(place, word, of, columns);
    if (column === null) return [];
    return [{ field: column.name, value: column.value, descending: /^desc/i.test(direction?.[1] ?? '') }];
  });
}

/** The columns that a search reads, written as for sorting. */
export const searchedColumns = (place: PartPlace, phrase: Phrase, of: ColumnsOf, columns: readonly Column[]): Column[] =>
  atCommas(phrase).flatMap((part) => soughtColumn(place, part, of, columns) ?? []);

function soughtColumn(place: PartPlace, phrase: Phrase, of: ColumnsOf, columns: readonly Column[]): Column | null {
  const title = quoted.exec(phrase.text)?.[1];
  if (title === undefined) return columnUse(place, phrase, of, columns);
  const column = columns.find((one) => one.title === title);
  if (column !== undefined) return column;
  const titles = columns.flatMap((one) => one.title ?? []);
  const message =
    titles.length === 0
      ? `No column of this part is titled “${title}”: none has its own title.`
      : `No column of this part is titled “${title}”. The titles are ${titles.map((one) => `“${one}”`).join(', ')}.`;
  place.reading.notes.misread(
    screensSection,
    phrase.span,
    'unknown-value',
    message,
    titles.map((one) => `"${one}"`),
  );
  return null;
}

/** Reads one column. `known`: the columns read before, so that equal expressions share a name. */
function columnUse(place: PartPlace, phrase: Phrase, of: ColumnsOf, known: readonly Column[]): Column | null {
  const as = phrase.find(/\s+as\s+["“”„]([^"“”]+)["“”]\s*$/g);
  const words = as === null ? phrase : phrase.slice(0, as.index);
  const title = as?.[1] ?? null;
  if (words.empty || noteCount(place, phrase, words, of)) return null;
  if (isName(words)) return { ...fieldColumn(fieldUse(place, words.name(), of.entity).name), title };
  const { reading } = place;
  const entity = of.entity !== null && reading.names.has('entity', of.entity) ? of.entity : null;
  const written = words.plain();
  const before = known.find(({ value }) => value?.source.trim() === written.text);
  const source = words.source();
  const value = reading.expression(
    source,
    of.row ? { ...scopeOf(place), row: entity } : scopeOf(place),
    screensSection,
    `a column of ${place.screen}`,
  );
  const end = value.node === null ? null : pathEnd(value.node);
  const text = before?.name.text ?? keyOf(end === null ? null : written.text, title ?? written.text, known);
  return { name: { text, span: written.span }, title, value, end };
}

/** Whether a column says in words how long a list is (“number of answers”), which is reported. */
function noteCount({ reading }: PartPlace, whole: Phrase, words: Phrase, { entity }: ColumnsOf): boolean {
  const counted = /^(?:number|count|total) of (?:the )?([\p{L} ]+)$/iu.exec(words.text)?.[1];
  if (counted === undefined || entity === null) return false;
  const lists = [...reading.declarations.fields(entity)].filter(([, { kind }]) => kind === 'list').map(([name]) => name);
  const list = nameMeant(lists, counted);
  if (list === null) return false;
  const meant = `\`size(${list})\` as "${capital(toWords(list))}"`;
  reading.notes.misread(screensSection, whole.span, 'near-miss', `“${whole.text}” is no field. Did you mean “${meant}”?`, [meant]);
  return true;
}

/**
 * Whether the text names a field: it has no dot or bracket, or is a single word in backticks. Other
 * code spans are expressions.
 */
const isName = (phrase: Phrase): boolean =>
  phrase.code === null ? !/[.(["“”„]/.test(phrase.text) : /^[\p{L}_][\p{L}\p{N}_]*$/u.test(phrase.code.text);

/**
 * The key of a column that is not a field, used in URLs and comma-separated lists: a path as
 * written, any other expression by its title, after a dot.
 */
function keyOf(path: string | null, title: string, known: readonly Column[]): string {
  const plain = path !== null && /^[\p{L}\p{N}_.]+$/u.test(path);
  const key = plain
    ? path
    : `.${title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '')}`;
  const taken = (text: string): boolean => known.some(({ name }) => name.text === text);
  if (!taken(key)) return key;
  let number = 2;
  while (taken(`${key}-${number}`)) number++;
  return `${key}-${number}`;
}

/** The field that a path leads to; null if the node is not a path. */
function pathEnd(node: Node): Column['end'] {
  if (node.kind !== 'select' || node.test || node.operand.type.kind !== 'record' || !isPath(node.operand)) return null;
  return { entity: node.operand.type.entity, field: node.field };
}

function isPath(node: Node): boolean {
  if (node.kind === 'select') return !node.test && isPath(node.operand);
  return node.kind === 'name' && ['row', 'self', 'row-field', 'self-field'].includes(node.resolution.kind);
}

/** Splits at commas, except at those in a quoted title. */
function atCommas(phrase: Phrase): Phrase[] {
  const parts: Phrase[] = [];
  let open: Phrase | null = null;
  for (const part of phrase.split()) {
    const whole: Phrase = open === null ? part : phrase.slice(open.from - phrase.from, part.to - phrase.from);
    open = [...whole.matches(quote)].length % 2 === 0 ? null : whole;
    if (open === null) parts.push(whole);
  }
  return open === null ? parts : [...parts, open];
}
