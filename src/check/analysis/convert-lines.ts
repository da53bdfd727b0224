import type { Model } from '../../model/model.ts';
import { isMeasure } from '../../model/readers/constants.ts';
import {
  isConstantName,
  isIdentifier,
  isLowerCaseWords,
  isPascalCase,
  toCamelCase,
  toConstantName,
} from '../../model/reading/cell-forms.ts';
import { nameMeant } from '../../model/reading/name-meant.ts';
import { pathMeant } from '../../model/reading/path.ts';
import { typeFromElsewhere } from '../../model/reading/type-elsewhere.ts';
import { isPlainKind, typeSynonyms } from '../../model/types/index.ts';
import { lineEndOf, tableText } from '../../syntax/edit-table.ts';
import type { Block, Heading } from '../../syntax/tree.ts';

/** What a block of prose says, as a table of the notation. */
export interface ConvertedLines {
  /** The first column of the table. */
  readonly first: 'Screen' | 'Field' | 'From' | 'Call' | 'Error' | 'Constant';
  /** Markdown; null: the lines do not say enough to write the table. */
  readonly markdown: string | null;
}

type Row = readonly string[];

/**
 * Reads a paragraph, a list or a diagram in Mermaid, each of whose lines says a screen (`Home (/)`)
 * with its parts nested, a transition (`open -> closed`), a
 * call (`GET /tickets – all of them`), an error (`TOO_LATE: It is too late. (409)`) or a constant
 * (`MOST_TICKETS = 20`), as its section has them. Returns null if any line says something else, or
 * if two lines have the same name. `heading`: the nearest one above within the section.
 */
export function convertLines(model: Model, section: number, block: Block, heading: Heading | null): ConvertedLines | null {
  const lines = section === 2 ? screenLines(model, block) : linesOf(model, block);
  if (lines.length === 0) return null;
  const end = lineEndOf(model.tree.text);
  const table = (
    first: 'Screen' | 'Field' | 'Call' | 'Error' | 'Constant',
    columns: Row,
    read: (line: string) => Row | null,
  ): ConvertedLines | null => {
    const rows = lines.map(read);
    if (!rows.every((row) => row !== null)) return null;
    // Paths that differ only in the names of their parameters are the same.
    if (new Set(rows.map(([name = '']) => name.replaceAll(/:\w+/g, ':'))).size < rows.length) return null;
    return { first, markdown: filledTable([first, ...columns], rows, end, first === 'Error' ? 3 : 2) };
  };
  switch (section) {
    case 2: {
      const screens = table('Screen', ['Route', 'Description'], screen);
      return screens && { ...screens, markdown: [screens.markdown, ...partsBelow(model, block, end)].join(`${end}${end}`) };
    }
    case 3:
      // Beside a table of fields, a list says more about them.
      return heading === null || model.entities.some(({ name }) => name.text === plain(heading.text))
        ? null
        : table('Field', ['Type', 'Required', 'Unique', 'Default', 'Description'], (line) => fieldRow(model, line));
    case 4:
      return transitions(model, lines, heading, end);
    case 7:
      return table('Call', ['Description'], call);
    case 8:
      return table('Error', ['Status', 'Message'], error);
    case 9:
      return table('Constant', ['Value', 'Unit', 'Description'], constant);
    default:
      return null;
  }
}

/** A table without the columns that have no value, but for the first ones. */
export function filledTable(columns: Row, rows: readonly Row[], end: string, kept = 2): string {
  const used = columns.flatMap((_, column) => (column < kept || rows.some((row) => row[column] !== '') ? [column] : []));
  const taken = (row: Row): Row => used.map((column) => row[column] ?? '');
  return tableText(taken(columns), rows.map(taken), end);
}

/** The lines of a paragraph or of a list that is not nested; else none. */
export function linesOf(model: Model, block: Block): readonly string[] {
  if (block.kind === 'bullets')
    return block.items.some(({ children }) => children.length > 0) ? [] : block.items.map(({ text }) => plain(text));
  const source = model.tree.text.slice(block.span.from, block.span.to).split(/\r?\n/);
  if (block.kind === 'other') return block.name === 'OrderedList' ? numbered(source) : mermaid(source);
  if (block.kind !== 'paragraph') return [];
  return model.tree.text.slice(block.span.from, block.span.to).split(/\r?\n/).map(plain);
}

/** The items of a numbered list, if each is one line. */
function numbered(source: readonly string[]): readonly string[] {
  const items = source.map((line) => /^\d{1,4}[.)]\s+(.*)$/.exec(line)?.[1] ?? null);
  return items.every((item) => item !== null) ? items.map(plain) : [];
}

/** The transitions of a state diagram, as `open -> closed (close)`. */
function mermaid([fence = '', kind = '', ...lines]: readonly string[]): readonly string[] {
  if (!/^[`~]{3,}\s*mermaid\b/i.test(fence) || !/^\s*stateDiagram/.test(kind)) return [];
  const body = lines.slice(0, -1).filter((line) => line.trim() !== '' && !/^\s*(?:%%|direction\b|state\b|note\b)/.test(line));
  return body.map((line) =>
    line
      .trim()
      .replace(/^(\S+)\s*-->\s*([^\s:]+)\s*(?::\s*(.+))?$/, (_, from, to, event) => `${from} -> ${to}${event ? ` (${event})` : ''}`),
  );
}

/** The lines of a list of screens, whose parts may be nested. */
const screenLines = (model: Model, block: Block): readonly string[] =>
  block.kind === 'bullets' ? block.items.map(({ text }) => plain(text)) : block.kind === 'other' ? linesOf(model, block) : [];

const screenLine = /^([\p{L}\p{N}][\p{L}\p{N} '’_-]{0,60}?)\s*[([:–—,-]{0,3}\s*(\/[\w/:.{}-]*)[)\]]?(?:\s*[–—:-]+\s*|\s+|$)(.*)$/u;

function screen(line: string): Row | null {
  const [, name = '', route = '', words = ''] = line.length > longest ? [] : (screenLine.exec(line) ?? []);
  return route === '' ? null : [trimmed(name), pathMeant(route), trimmed(words).replaceAll('|', '\\|')];
}

/** The parts that are nested below screens in a list, each under the screen's heading. */
function partsBelow(model: Model, block: Block, end: string): readonly string[] {
  if (block.kind !== 'bullets') return [];
  return block.items.flatMap(({ text, children, span }) => {
    const [name] = screen(plain(text)) ?? [];
    const [first] = children;
    if (name === undefined || first === undefined) return [];
    const lines = model.tree.text.slice(first.span.from, span.to).split(/\r?\n/);
    const start = model.tree.text.lastIndexOf('\n', first.span.from - 1) + 1;
    const indent = first.span.from - start;
    return [[`### ${name}`, '', ...lines.map((line, index) => (index === 0 ? line : line.slice(indent)))].join(end)];
  });
}

/** Without emphasis and code marks. */
const plain = (line: string): string => line.replaceAll(/[*`]/g, '').trim();

/** Without the marks that separate one part of a line from the next, at both ends. */
const trimmed = (text: string): string => text.replace(/^[\s:;,.–—-]+/, '').replace(/(?<![\s:;,–—-])[\s:;,–—-]+$/, '');

/** A longer line is prose. It keeps patterns short that would take long for it. */
const longest = 300;

const fieldName = /^([A-Za-z][\w -]*?)\s*(?:[:–—]|\s-\s|\()\s*(.+?)\)?$/;

/** The row of `number: integer, unique` and `free (boolean, default true)`; null: another line. */
export function fieldRow(model: Model, line: string): Row | null {
  const [, words = '', said = ''] = line.length > longest ? [] : (fieldName.exec(line) ?? []);
  const name = isIdentifier(words) ? words : toCamelCase(words);
  const entities = new Map([...model.entities.map(({ name: { text } }): [string, null] => [text, null]), ...headingsOf(model, 3)]);
  const isEnum = /^enum\b/i.test(said);
  const [type = '', ...rest] = isEnum ? [said] : said.split(/\s*[,;(]\s*/);
  const known =
    isPlainKind(type) || isEnum || entities.has(type) ? type : (typeSynonyms.get(type.toLowerCase()) ?? typeFromElsewhere(type, entities));
  if (!isIdentifier(name) || known === null) return null;
  const traits = rest.map((trait) => trait.replace(/\)$/, '').trim());
  const has = (pattern: RegExp): string => (traits.some((trait) => pattern.test(trait)) ? 'yes' : '');
  const given = traits.flatMap((trait) => /^default(?:s to)?[\s:=]+(.+)$/i.exec(trait)?.[1] ?? [])[0] ?? '';
  const others = traits.filter((trait) => trait !== '' && !/^(?:required|mandatory|not null|unique|optional|default\b.*)$/i.test(trait));
  return [name, known, has(/^(?:required|mandatory|not null)$/i), has(/^unique$/i), given, others.join(', ')];
}

/** The headings of a section that may be names of entities. */
const headingsOf = (model: Model, section: number): readonly [string, null][] =>
  (model.tree.sections.find(({ number }) => number === section)?.blocks ?? []).flatMap((block): [string, null][] =>
    block.kind === 'heading' && isPascalCase(plain(block.text)) ? [[plain(block.text), null]] : [],
  );

const method = /^(GET|POST|PUT|PATCH|DELETE)\s+(\/\S*)/;

function call(line: string): Row | null {
  const found = method.exec(line);
  if (found === null) return null;
  const [start, verb = '', path = ''] = found;
  return [`${verb} ${pathMeant(path.replace(/[:,;]$/, ''))}`, trimmed(line.slice(start.length))];
}

const errorName = /^(?:(?:HTTP )?([45]\d\d)[\s:–—-]+)?([A-Z][A-Z\d]*(?:_[A-Z\d]+)*)(?![A-Za-z\d])/;
const status = /(?:^|[\s(,;:–—-])(?:HTTP )?([45]\d\d)(?![\d%])\)?/;

function error(line: string): Row | null {
  const [start, before, name = ''] = errorName.exec(line) ?? [];
  if (start === undefined || name.length < 3) return null;
  const rest = line.slice(start.length);
  const after = before === undefined ? status.exec(rest) : null;
  const message = trimmed(after === null ? rest : `${rest.slice(0, after.index)} ${rest.slice(after.index + after[0].length)}`);
  const number = before ?? after?.[1] ?? '';
  return number === '' && message === '' ? null : [name, number, message];
}

const named = /^([A-Za-z][\w -]*)(?::=|[=:–—])(.*)$/;
const amount = /^(-?\d[\d.,]*)(.*)$/;
const decimal = /^-?\d+(?:\.\d+)?$/;
/** These have no fixed length. They are labels, and `due + months(LOAN)` reads them. */
const calendarUnit = /^(?:month|year)s?$/i;

function constant(line: string): Row | null {
  const [, before = '', said = ''] = named.exec(line) ?? [];
  const [, digits = '', after = ''] = amount.exec(said.trim()) ?? [];
  const number = digits.replace(/[.,]$/, '');
  const name = toConstantName(before);
  if (!decimal.test(number) || !isConstantName(name) || name.split('_').length > 6) return null;
  const rest = after.trim();
  const [unit = ''] = /^(?:%|[A-Za-z]+)/.exec(rest) ?? [];
  const isUnit = isMeasure(unit) || calendarUnit.test(unit);
  const description = trimmed(isUnit ? rest.slice(unit.length) : rest);
  return [name, number, isUnit ? unit : '', description.replace(/^\((.*)\)$/, '$1')];
}

const arrow = /-{1,2}>|=>|→|⟶/;
const stateName = /^\p{L}[\p{L}\p{N}_ -]*$/u;
const ends = /^[([]?(?:end|start|final|\*)[)\]]?$/i;

/**
 * `open -> closed` with what else a line says of one transition: `open -> closed (close, agents
 * only)`, `open --close--> closed` or `close: open -> closed`. Null: it says nothing else.
 */
function singleTransition(line: string): { readonly chain: string; readonly event: string; readonly words: string } | null {
  if (line.length > longest) return null;
  const [, from = '', between, to = ''] = /^([^>→⟶]+?)\s+--?\s*([\p{L} ]+?)\s*--?>\s*([^>→⟶(]+)$/u.exec(line) ?? [];
  if (between !== undefined) return { chain: `${from} -> ${to.trim()}`, event: between, words: '' };
  const [, chain, inside] = /^([^()]+?)\s*\(([^()]+)\)$/.exec(line) ?? [];
  if (chain !== undefined && inside !== undefined && !ends.test(inside)) {
    const [event = '', ...rest] = inside.split(/\s*[,;]\s*/);
    const isEvent = isLowerCaseWords(event) && event.split(' ').length < 4;
    return { chain, event: isEvent ? event : '?', words: (isEvent ? rest : [event, ...rest]).join(', ') };
  }
  const [, before, after] = /^([a-z][a-z ]*?)\s*:\s*(.+)$/.exec(line) ?? [];
  return before === undefined || after === undefined ? null : { chain: after, event: before, words: '' };
}

/** Converts chains of states, each line after the name of its entity or under its heading. */
function transitions(model: Model, lines: readonly string[], heading: Heading | null, end: string): ConvertedLines | null {
  const chains = lines.map((line) => {
    const [, before, behind = ''] = /^([\w.]+)\s*:\s*(.*)$/.exec(line) ?? [];
    const isEntity = before !== undefined && (/^[A-Z]/.test(before) || entityOf(model, before) !== undefined);
    const said = isEntity ? behind : line;
    const single = singleTransition(said);
    const rest = single?.chain ?? said;
    const parts = rest.split(/[;,]/).map((chain) => chain.split(arrow).flatMap((state) => (ends.test(state.trim()) ? [] : [state.trim()])));
    const says = { event: single?.event ?? '?', words: single?.words ?? '' };
    return { field: isEntity ? before : null, parts: parts.map((states) => ({ states, ...says })), isChain: arrow.test(rest) };
  });
  if (!chains.every(({ parts, isChain }) => isChain && parts.every(({ states }) => states.every((state) => stateName.test(state)))))
    return null;
  const byField = new Map<string | null, (typeof chains)[number]['parts']>();
  for (const { field, parts } of chains) byField.set(field, [...(byField.get(field) ?? []), ...parts]);
  const tables = [...byField].map(([written, all]) => {
    const only = written === null && heading === null ? fieldWith(model, new Set(all.flatMap(({ states }) => states))) : null;
    const name = written ?? heading?.text ?? '';
    const field = only ?? stateField(model, name);
    // Of an entity without a field of states, the reader says so once there is a table.
    if (field === null && (written !== null || entityOf(model, name)?.fields.some(({ type }) => type.kind === 'state') !== false))
      return null;
    const rows = all.flatMap(({ states, event, words }) => states.slice(1).map((to, index) => [states[index] ?? '', event, to, words]));
    const started = ['', '', all[0]?.states[0] ?? '', ''];
    const whole = [started, ...new Map(rows.map((row) => [row.join('\0'), row])).values()];
    const columns = ['From', 'Event', 'To', ...(rows.some(([, , , words]) => words !== '') ? ['Description'] : [])];
    const table = tableText(
      columns,
      whole.map((row) => row.slice(0, columns.length)),
      end,
    );
    return written === null && only === null ? table : [`### ${field}`, '', table].join(end);
  });
  const isWhole = tables.every((table) => table !== null);
  return { first: 'From', markdown: isWhole ? tables.join(`${end}${end}`) : null };
}

/** The entity of `Ticket.status` or `ticket`. */
function entityOf(model: Model, name: string): Model['entities'][number] | undefined {
  const [before = ''] = name.split('.');
  const entity = nameMeant(
    model.entities.map((one) => one.name.text),
    before,
  );
  return model.entities.find((one) => one.name.text === entity);
}

/** `Ticket.status` for `Ticket.status`, or for `Ticket` if it has one field of states. */
function stateField(model: Model, name: string): string | null {
  const [, field] = name.trim().split('.');
  const found = entityOf(model, name);
  const states = (found?.fields ?? []).filter((one) => one.type.kind === 'state' && (field === undefined || one.name.text === field));
  const [only, ...others] = states;
  return found === undefined || only === undefined || others.length > 0 ? null : `${found.name.text}.${only.name.text}`;
}

/** `Ticket.status` if it is the only field that has these values. */
function fieldWith({ entities }: Model, states: ReadonlySet<string>): string | null {
  const found = entities.flatMap(({ name, fields }) =>
    fields.flatMap((field) => {
      const values = field.type.kind === 'enum' ? field.type.values.map(({ text }) => text) : [];
      return [...states].every((state) => values.includes(state)) ? [`${name.text}.${field.name.text}`] : [];
    }),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Headings that name a call (`### POST /tickets`). Empty if two are the same. */
export function callsInHeadings(blocks: readonly Block[]): readonly { readonly heading: Heading; readonly call: string }[] {
  const found = blocks.flatMap((heading) => {
    const [name] = heading.kind === 'heading' ? (call(plain(heading.text)) ?? []) : [];
    return heading.kind === 'heading' && name !== undefined ? [{ heading, call: name }] : [];
  });
  return new Set(found.map((one) => one.call)).size === found.length ? found : [];
}

export interface RoutedHeading {
  readonly heading: Heading;
  readonly name: string;
  readonly route: string;
}

const routed = /^([\p{L}\p{N}][\p{L}\p{N} '’_-]*)[([:–—,]?\s*(\/[\w/:.{}-]*)[)\]]?$/u;

/**
 * Headings that name a screen and its route (`### Tickets (/tickets)`), in a section 2 without a
 * table of screens. Empty if two have the same name or route.
 */
export function screensInHeadings(blocks: readonly Block[]): readonly RoutedHeading[] {
  const found = blocks.flatMap((heading) => {
    if (heading.kind !== 'heading') return [];
    const [, name = '', route = ''] = routed.exec(plain(heading.text)) ?? [];
    return route === '' ? [] : [{ heading, name: trimmed(name), route: pathMeant(route) }];
  });
  const areDistinct =
    new Set(found.map(({ name }) => name)).size === found.length && new Set(found.map(({ route }) => route)).size === found.length;
  return areDistinct ? found : [];
}
