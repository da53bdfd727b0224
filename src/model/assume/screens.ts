import { plural } from '../../base/plural.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import { appendUnder } from '../../syntax/edit-section.ts';
import { tableText } from '../../syntax/edit-table.ts';
import type { Account, Role } from '../ast/roles.ts';
import type { Part, Screen } from '../ast/screens.ts';
import { readScreens } from '../readers/screens.ts';
import { toSentenceCase, toWords } from '../reading/cell-forms.ts';
import type { EntityDraft } from '../reading/drafts.ts';
import { headingPhrase } from '../reading/headings.ts';
import type { Reading } from '../reading/reading.ts';
import { routeShape } from '../route-shape.ts';
import { readAssumed } from './assumed-reading.ts';
import { bulletsByName, createBullets, detailBullets, listBullets, routeOf } from './screen-parts.ts';
import { writeRow, writeSection } from './writing.ts';

const section = 2;

/**
 * The document's screens, with assumed parts for those without any, followed by screens assumed for
 * entities that have none, and for people with an account to sign in, where no screen lets them.
 */
export function assumeScreens(reading: Reading, screens: readonly Screen[], people: People): Screen[] {
  const filled = screens.map((screen) => (screen.parts.length === 0 ? fillScreen(reading, screen) : screen));
  const entities = screensForEntities(reading, filled, people);
  return [...filled, ...entities, ...(screens.length > 0 ? entryScreens(reading, filled, people) : [])];
}

/** The screens to sign in and to sign up, where the document has screens but none to sign in. */
function entryScreens(reading: Reading, screens: readonly Screen[], { account, roles }: People): Screen[] {
  if (account === null || hasSignIn(screens.flatMap(({ parts }) => parts))) return [];
  const drafts = entryDrafts(reading, account, roles);
  const taken = new Set([...screens.map(({ route }) => route), ...calledPaths(reading)].map(routeShape));
  if (drafts.length === 0 || drafts.some(({ name, route }) => reading.names.has('screen', name) || taken.has(routeShape(route)))) return [];
  for (const { name } of drafts) {
    reading.names.add('screen', name);
    reading.declarations.screens.add(name);
  }
  const ways = drafts.map(({ name, route }) => `${name.toLowerCase()} at ${route}`).join(' and ');
  reading.notes.assume(section, account.entity.span, `No screen lets people sign in, so they ${ways}.`, {
    title: drafts.length > 1 ? 'Write these screens' : 'Write this screen',
    edits: () => writeScreens(reading, drafts),
  });
  return readDrafts(reading, drafts, account.span);
}

const hasSignIn = (parts: readonly Part[]): boolean =>
  parts.some((part) => part.kind === 'sign-in' || ('parts' in part && hasSignIn(part.parts)));

interface People {
  readonly account: Account | null;
  readonly roles: readonly Role[];
}

/** An assumed screen: its row in the table, and the bullets under its heading. */
interface Draft {
  readonly name: string;
  readonly route: string;
  readonly about: string;
  readonly roles?: string;
  readonly bullets: readonly string[];
}

const header = ['Screen', 'Route', 'About', 'Roles', 'Description'];
const tableOf = (drafts: readonly Draft[]): string =>
  tableText(
    header,
    drafts.map((draft) => [draft.name, draft.route, draft.about, draft.roles ?? '', '']),
  );
const chapterOf = (draft: Draft): string => `### ${draft.name}\n\n${draft.bullets.join('\n')}`;

function fillScreen(reading: Reading, screen: Screen): Screen {
  const content = contentOf(reading, screen);
  const { name } = screen;
  if (content === null) {
    reading.notes.hole(section, name.span, 'cell', `what the screen “${name.text}” shows`, 'It is empty.');
    return screen;
  }
  const draft: Draft = { name: name.text, route: screen.route, about: screen.about?.text ?? '', bullets: content.bullets };
  const [assumed] = readDrafts(reading, [draft], screen.span);
  const text = `The screen “${name.text}” has no parts: it shows ${content.shows}.`;
  reading.notes.assume(section, name.span, text, {
    title: `Write the parts of “${name.text}”`,
    edits: () => writeParts(reading, screen, draft),
  });
  return { ...screen, parts: assumed?.parts ?? [], assumed: true };
}

function contentOf(reading: Reading, screen: Screen): { readonly bullets: readonly string[]; readonly shows: string } | null {
  const entity = screen.about === null ? undefined : reading.entities.get(screen.about.text);
  if (entity === undefined) return bulletsByName(reading, screen.name.text);
  if (screen.foundBy === null) return { bullets: listBullets(entity, null), shows: `a list of ${entity.name.text}` };
  return { bullets: detailBullets(reading, entity), shows: 'the details of its record, its events and a form' };
}

/**
 * Writes the parts under the screen's heading, adding the heading at the section's end if it is
 * missing.
 */
function writeParts(reading: Reading, screen: Screen, draft: Draft): TextEdit[] {
  const chapter = reading.outline.chapters.find((one) => headingPhrase(one.heading).span.from === screen.heading?.from);
  if (chapter === undefined) return writeSection(reading, section, chapterOf(draft));
  return appendUnder(reading.tree, chapter.blocks.at(-1)?.span.to ?? chapter.heading.span.to, draft.bullets.join('\n'));
}

function readDrafts(reading: Reading, drafts: readonly Draft[], span: Screen['span']): Screen[] {
  const markdown = `## 2. Screens\n\n${tableOf(drafts)}\n\n${drafts.map(chapterOf).join('\n\n')}\n`;
  return readAssumed(reading, 'screens', markdown, span, readScreens).map((screen) => ({ ...screen, assumed: true }));
}

/** An entity that no screen is about and no list shows gets three screens of its own. */
function screensForEntities(reading: Reading, screens: readonly Screen[], { account, roles }: People): Screen[] {
  const seen = new Set(screens.flatMap((screen) => [...(screen.about === null ? [] : [screen.about.text]), ...listed(screen.parts)]));
  const missing = [...reading.entities.values()].filter((entity) => !seen.has(entity.name.text));
  if (missing.length === 0) return [];
  const admin = screens.length > 0;
  const groups = missing.map((entity) => ({ entity, drafts: draftsFor(reading, entity, admin, screens) }));
  const entry = admin || account === null ? [] : entryDrafts(reading, account, roles);
  for (const { name } of [...groups.flatMap(({ drafts }) => drafts), ...entry]) {
    reading.names.add('screen', name);
    reading.declarations.screens.add(name);
  }
  if (!admin) {
    const heading = reading.tree.sections.find((node) => node.number === section)?.heading.span;
    const all = [...groups.flatMap((group) => group.drafts), ...entry];
    const place = heading ?? { from: reading.tree.text.length, to: reading.tree.text.length };
    const text = `Section 2 shows no screens: ${missing.map((entity) => entity.name.text).join(', ')} can be listed, shown, created and changed${entry.length === 0 ? '' : `, and people can ${entry.map(({ name }) => name.toLowerCase()).join(' and ')}`}.`;
    reading.notes.assume(section, place, text, { title: 'Write these screens', edits: () => writeScreens(reading, all) });
  }
  const entities = groups.flatMap(({ entity, drafts }) => {
    if (admin) {
      const text = `No screen shows ${entity.name.text}: those who may change any of its records reach it at ${drafts[0]?.route}.`;
      reading.notes.assume(section, entity.name.span, text, {
        title: `Write screens for ${entity.name.text}`,
        edits: () => writeScreens(reading, drafts),
      });
    }
    const assumed = readDrafts(reading, drafts, entity.name.span);
    return admin ? assumed.map((screen) => ({ ...screen, administers: entity.name.text })) : assumed;
  });
  return account === null || entry.length === 0 ? entities : [...entities, ...readDrafts(reading, entry, account.span)];
}

/** The screens to sign in and to sign up, if people can. */
function entryDrafts(reading: Reading, { entity, signInWith, openId, signUp }: Account, all: readonly Role[]): Draft[] {
  const fields = reading.entities.get(entity.text)?.fields ?? [];
  const hasPassword = signInWith.some(({ text }) => fields.some(({ name, type }) => name.text === text && type.kind === 'password'));
  const signedOut = all.find(({ is }) => is?.source.replaceAll(/\s/g, '') === 'me==null');
  const roles = signedOut?.name.text ?? '';
  const draft = (name: string, route: string, ...bullets: string[]): Draft => ({ name, route, about: '', roles, bullets });
  if (!hasPassword && !openId) return [];
  if (!hasPassword || !signUp) return [draft('Sign in', '/sign-in', '- sign-in form')];
  return [
    draft('Sign in', '/sign-in', '- sign-in form', '- link Sign up: Sign up'),
    draft('Sign up', '/sign-up', '- sign-up form', '- link Sign in: Sign in'),
  ];
}

function listed(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind === 'section' || part.kind === 'columns' || part.kind === 'tabs') return listed(part.parts);
    if (part.kind === 'form') return part.fields.flatMap(({ lines }) => (lines?.entity == null ? [] : [lines.entity]));
    return part.kind === 'list' || part.kind === 'cards' || part.kind === 'board' || part.kind === 'calendar' ? [part.entity.text] : [];
  });
}

function draftsFor(reading: Reading, entity: EntityDraft, admin: boolean, screens: readonly Screen[]): Draft[] {
  const one = toWords(entity.name.text);
  const free = (name: string): string => {
    const wanted = reading.names.has('screen', name) ? `Admin ${name.toLowerCase()}` : name;
    return reading.names.has('screen', wanted) ? `${wanted} records` : wanted;
  };
  const list = free(toSentenceCase(plural(one)));
  const details = free(toSentenceCase(one));
  const create = free(`New ${one}`);
  const routes = new Set([...screens.map((screen) => screen.route), ...calledPaths(reading)].map(routeShape));
  const wanted = routeOf(entity.name.text, admin);
  const isTaken = [wanted, `${wanted}/new`, `${wanted}/:id`].some((one) => routes.has(routeShape(one)));
  const route = isTaken ? `${wanted}-records` : wanted;
  return [
    { name: list, route, about: '', bullets: [`- button ${create}: open ${create}`, ...listBullets(entity, details)] },
    { name: create, route: `${route}/new`, about: '', bullets: createBullets(entity, details) },
    {
      name: details,
      route: `${route}/:id`,
      about: entity.name.text,
      bullets: [...detailBullets(reading, entity), `- timeline of ${entity.name.text}`],
    },
  ];
}

/**
 * The GET paths of section 7. A screen at one of them could never be opened, since the call would
 * answer.
 */
const calledPaths = (reading: Reading): readonly string[] =>
  reading.forms.call.flatMap(({ rows }) => rows.flatMap(({ first }) => /^`?GET\s+([^\s?`]+)/i.exec(first.text)?.[1] ?? []));

/** Adds rows to the document's table of screens if it has one. */
function writeScreens(reading: Reading, drafts: readonly Draft[]): TextEdit[] {
  const form = reading.forms.screen.at(-1);
  const chapters = drafts.map(chapterOf).join('\n\n');
  if (form === undefined) return writeSection(reading, section, `${tableOf(drafts)}\n\n${chapters}`);
  const last = form.table.rows.length - 1;
  const rows = drafts.flatMap((draft) =>
    writeRow(reading, form, last, {
      Screen: draft.name,
      Route: draft.route,
      About: draft.about,
      Roles: draft.roles ?? '',
    }),
  );
  return [...rows, ...writeSection(reading, section, chapters)];
}
