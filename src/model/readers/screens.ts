import { nearest } from '../../base/nearest.ts';
import type { Type } from '../../expression/types/type.ts';
import { notNull } from '../../expression/types/type-relations.ts';
import type { BulletList } from '../../syntax/tree.ts';
import type { Name } from '../ast/common.ts';
import type { Screen } from '../ast/screens.ts';
import { isHoleText, toPath } from '../reading/cell-forms.ts';
import { headingPhrase } from '../reading/headings.ts';
import { pathOf } from '../reading/path.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/reading.ts';
import { rolesOf } from '../reading/role-cell.ts';
import type { FormRow } from '../reading/tables.ts';
import { type IconName, iconNames, partWords } from '../vocabulary.ts';
import { readScreenParts } from './parts.ts';

const section = 2;

/** First pass: declares the names of screens. */
export function declareScreens(reading: Reading): void {
  for (const form of reading.forms.screen) {
    for (const row of form.rows) {
      const name = Phrase.of(row.first).name();
      if (name.text === '' || isHoleText(row.first.text)) continue;
      reading.notes.declare('screen', name, section);
      if (reading.names.has('screen', name.text)) continue;
      reading.names.add('screen', name.text);
      reading.declarations.screens.add(name.text);
    }
  }
}

export function readScreens(reading: Reading): Screen[] {
  const lists = bulletsByScreen(reading);
  const screens = new Map<string, Screen>();
  for (const form of reading.forms.screen) {
    for (const row of form.rows) {
      const screen = readScreen(reading, row, lists);
      if (screen !== null && !screens.has(screen.name.text)) screens.set(screen.name.text, screen);
    }
  }
  return [...screens.values()];
}

interface Content {
  readonly heading: Name;
  readonly lists: BulletList[];
}

/**
 * The bullets under each screen's heading. A heading that names no screen but has parts below it
 * counts as a use of an unknown name.
 */
function bulletsByScreen(reading: Reading): Map<string, Content> {
  const found = new Map<string, Content>();
  const unknown = new Map<number, { name: Name; lists: BulletList[] }>();
  for (const { block, headings, section: number } of reading.outline.blocks) {
    if (number !== section && number !== 0) continue;
    if (block.kind === 'heading') {
      const name = headingPhrase(block).name();
      if (reading.names.has('screen', name.text) && !found.has(name.text)) found.set(name.text, { heading: name, lists: [] });
      continue;
    }
    if (block.kind !== 'bullets') continue;
    const names = headings.map((heading) => headingPhrase(heading).name());
    const screen = names.find((name) => reading.names.has('screen', name.text));
    const [nearest] = names;
    if (screen !== undefined) found.get(screen.text)?.lists.push(block);
    else if (nearest !== undefined && number === section) {
      const entry = unknown.get(nearest.span.from) ?? { name: nearest, lists: [] };
      entry.lists.push(block);
      unknown.set(nearest.span.from, entry);
    }
  }
  for (const { name, lists } of unknown.values()) {
    if (lists.some((list) => list.items.some((item) => looksLikePart(item.text)))) reading.refer('screen', name, section);
  }
  return found;
}

const ofRecords = partWords.flatMap(({ kind, begins }) => (begins.endsWith(' of') ? [kind] : []));
const partLike = new RegExp(
  `^(?:(?:${ofRecords.join('|')})\\s+of\\s|form\\s+to\\s|(?:details|buttons|text)\\s*:|(?:figure|button|link)\\s[^:]*:|sign-(?:in|up)\\s+form|(?:columns|tabs)$)`,
  'i',
);
const looksLikePart = (text: string): boolean => partLike.test(text);

function readScreen(reading: Reading, row: FormRow, lists: ReadonlyMap<string, Content>): Screen | null {
  const head = reading.unitOf(row, '', () => readHead(reading, row));
  if (head === null) return null;
  const content = lists.get(head.name.text);
  const about = head.about !== null && reading.names.has('entity', head.about.text) ? head.about.text : null;
  const place = { reading, screen: head.name.text, about, bound: head.types };
  return { ...head, heading: content?.heading.span ?? null, parts: readScreenParts(place, content?.lists ?? []), assumed: false };
}

/** The cells of a screen's row. */
function readHead(reading: Reading, row: FormRow): Omit<Screen, 'heading' | 'parts' | 'assumed'> | null {
  const phrase = reading.requiredCell(row.first, row.row.span, section, 'the name of a screen', 'The row is not used.');
  if (phrase === null) return null;
  const name = phrase.name();
  const assumedRoute = `/${toPath(name.text)}`;
  const routeCell = row.cell('Route');
  const routePhrase =
    reading.requiredCell(routeCell, row.row.span, section, `the route of ${name.text}`, `It is reached at ${assumedRoute}.`)?.plain() ??
    null;
  const route = routePhrase === null ? assumedRoute : readRoute(reading, routePhrase);
  const aboutCell = row.cell('About');
  const about = reading.cell(aboutCell, section, `what ${name.text} is about`, 'It is about no record.')?.name() ?? null;
  const known = about !== null && reading.refer('entity', about, section);
  const roles = rolesOf(reading, row.cell('Roles'), section, `who may open ${name.text}`, 'Everyone may who may read what it shows.');
  const description = reading.words(row.cell('Description'), section, `the description of ${name.text}`);
  const parameters = [...route.matchAll(/:([A-Za-z_]\w*)/g)].map((match) => match[1] ?? '');
  const last = parameters.at(-1);
  const foundBy = about === null || last === undefined ? null : reading.names.has('field', last, about.text) ? last : 'id';
  return {
    name,
    route,
    routeSpan: routePhrase?.span ?? routeCell?.span ?? row.row.span,
    parameters,
    types: parameterTypes(reading, parameters, known ? about.text : null, foundBy),
    about,
    foundBy,
    roles,
    ...readMenu(reading, row, name.text),
    description,
    span: row.row.span,
  };
}

/** The menu group, count and icon of a screen. */
function readMenu(reading: Reading, row: FormRow, name: string): Pick<Screen, 'inMenu' | 'group' | 'badge' | 'icon'> {
  const menu =
    reading.cell(row.cell('Menu'), section, `where the menu lists ${name}`, 'It is listed without a group.')?.plain().text ?? 'yes';
  const badge = reading.cell(row.cell('Badge'), section, `the count beside ${name} in the menu`, 'None is shown.');
  const icon = reading.cell(row.cell('Icon'), section, `the icon of ${name}`, 'It has none.')?.plain() ?? null;
  const word = icon?.text.toLowerCase().replace(/[\s_]+/g, '-');
  const known = iconNames.find((one) => one === word) ?? null;
  if (icon !== null && word !== undefined && known === null) {
    const near = iconsMeant(word);
    const message = `“${icon.text}” is not an icon of the set. The screen has none in the menu.`;
    reading.notes.misread(section, icon.span, near.length > 0 ? 'near-miss' : 'unknown-value', message, near);
  }
  return {
    inMenu: menu.toLowerCase() !== 'no',
    group: /^(?:yes|no)$/i.test(menu) ? null : menu,
    badge: badge === null ? null : reading.expression(badge.source(), {}, section, `the count beside ${name} in the menu`),
    icon: known,
  };
}

/** Other words for icons. */
const iconSynonyms: ReadonlyMap<string, IconName> = new Map([
  ['alert', 'alert-triangle'],
  ['bag', 'shopping-cart'],
  ['cart', 'shopping-cart'],
  ['chart', 'chart-bar'],
  ['chat', 'messages'],
  ['dollar', 'coin'],
  ['email', 'mail'],
  ['gear', 'settings'],
  ['graph', 'chart-bar'],
  ['house', 'home'],
  ['invoice', 'receipt'],
  ['location', 'map-pin'],
  ['money', 'cash'],
  ['people', 'users'],
  ['person', 'user'],
  ['shop', 'building-store'],
  ['store', 'building-store'],
  ['wrench', 'tool'],
]);

function iconsMeant(word: string): readonly string[] {
  const meant = iconSynonyms.get(word);
  return meant === undefined ? nearest(word, iconNames) : [meant];
}

function readRoute(reading: Reading, phrase: Phrase): string {
  if (phrase.text.startsWith('/') && !/\s/.test(phrase.text)) return pathOf(reading, phrase, section);
  const better = `/${phrase.text.replace(/^\/+/, '').replace(/\s+/g, '-')}`;
  const message = `A route begins with “/” and has no blanks: “${better}”. It is read as that.`;
  reading.notes.misread(section, phrase.span, 'unknown-value', message, [better]);
  return better;
}

/**
 * The types of the parameters: the last has the type of the field that identifies the record, any
 * other that of the field with its name, or text.
 */
function parameterTypes(
  reading: Reading,
  parameters: readonly string[],
  about: string | null,
  foundBy: string | null,
): ReadonlyMap<string, Type> {
  const fields = about === null ? undefined : reading.declarations.fields(about);
  return new Map(
    parameters.map((name, index) => {
      const field = index === parameters.length - 1 && foundBy !== null ? foundBy : name;
      return [name, notNull(fields?.get(field) ?? { kind: 'text' })];
    }),
  );
}
