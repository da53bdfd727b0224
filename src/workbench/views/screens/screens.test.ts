import { expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { applyEdits } from '../../../base/text-edit.ts';
import { checkModel } from '../../../check/check.ts';
import { screenOf } from '../../../model/lookup.ts';
import type { Model } from '../../../model/model.ts';
import { readModel } from '../../../model/read.ts';
import { linksOf } from './links.ts';
import { addLink, addScreen } from './screen-edits.ts';
import { linkGroups } from './screen-graph.ts';
import { routeOf, screenMistakes } from './screen-words.ts';
import { assumptionsOf, isWritten } from './written.ts';

const model = readModel(helpdesk);
const screen = (read: Model, name: string) => screenOf(read, name) ?? expect.unreachable(`there is no screen ${name}`);
const errors = (read: Model) => checkModel(read).filter(({ severity }) => severity === 'error');

test('lists all links between screens, with their source', () => {
  expect(linksOf(model).map(({ from, to, words, implied }) => `${from} > ${to}: ${words}${implied ? ' (by itself)' : ''}`)).toEqual([
    'Queue > Ticket: a row of Ticket',
    'Queue > Ticket: a row of Ticket (by itself)',
    'Queue > Ticket: a row of Ticket (by itself)',
    'Queue > New ticket: New ticket',
    'My tickets > Ticket: a row of Ticket',
    'My tickets > New ticket: Report a problem',
    'New ticket > Ticket: when created',
    'Team > Person: a row of User (by itself)',
    'Person > Ticket: a row of Ticket (by itself)',
  ]);
  expect(linkGroups(model).map(({ id, links }) => `${id} ${links.length}`)).toContain('Queue > Ticket 3');
});

test('a new screen is one row', () => {
  const after = applyEdits(helpdesk, addScreen(model, { name: 'Archive', route: '/archive', about: '', roles: 'manager' }));
  expect(after.replace('| Archive | /archive | | manager | |\n', '')).toBe(helpdesk);
  expect(screen(readModel(after), 'Archive')).toMatchObject({ route: '/archive', roles: [{ text: 'manager' }] });
  const bare = '# Specification: x\n';
  expect(
    screen(readModel(applyEdits(bare, addScreen(readModel(bare), { name: 'Home', route: '/', about: '', roles: '' }))), 'Home').route,
  ).toBe('/');
});

test('a link to a screen is added after the other parts', () => {
  const after = applyEdits(helpdesk, addLink(model, screen(model, 'Team'), screen(model, 'Queue'), 'What to do'));
  expect(after.replace('- link What to do: Queue\n', '')).toBe(helpdesk);
  const read = readModel(after);
  expect(errors(read)).toEqual([]);
  expect(linksOf(read).some(({ from, to, words }) => from === 'Team' && to === 'Queue' && words === 'What to do')).toBe(true);
});

test('a screen about a record is opened from the existing list, or from a new one', () => {
  const person = applyEdits(helpdesk, addLink(model, screen(model, 'Person'), screen(model, 'Ticket'), ''));
  expect(person.replace('\n  - open Ticket\n\n## 3', '\n\n## 3')).toBe(helpdesk);
  const sign = applyEdits(helpdesk, addLink(model, screen(model, 'Sign in'), screen(model, 'Person'), ''));
  expect(sign.replace('- list of User: name\n  - open Person\n', '')).toBe(helpdesk);
  for (const text of [person, sign]) expect(errors(readModel(text))).toEqual([]);
});

test('a screen without parts gets a heading with them', () => {
  const text = '# Specification: x\n\n## 2. Screens\n\n| Screen | Route |\n|---|---|\n| Home | / |\n| Help | /help |\n';
  const read = readModel(text);
  const after = applyEdits(text, addLink(read, screen(read, 'Home'), screen(read, 'Help'), 'Help'));
  expect(after).toBe(`${text}\n### Home\n\n- link Help: Help\n`);
});

test('invalid names and routes produce a message before anything is written', () => {
  const fine = { name: 'Archive', route: '/archive', about: '', roles: '' };
  expect(screenMistakes(model, fine)).toEqual({ name: null, route: null });
  expect(screenMistakes(model, { ...fine, name: 'queue' }).name).toMatch(/already/);
  expect(screenMistakes(model, { ...fine, route: 'archive' }).route).toMatch(/Start the route with/);
  expect(screenMistakes(model, { ...fine, route: '/team' }).route).toMatch(/“Team” already has this route/);
  expect(screenMistakes(model, { ...fine, about: 'Ticket' }).route).toMatch(/Which Ticket/);
  expect(routeOf('Überfällige Tickets!')).toBe('/uberfallige-tickets');
});

test('assumed screens are replaced by a new one, and can be written down', () => {
  const text =
    '# Specification: x\n\n## 2. Screens\n\n| Screen | Route |\n|---|---|\n| Home | / |\n\n## 3. E\n\n### A\n\n| Field | Type |\n|---|---|\n| x | text |\n';
  const read = readModel(text);
  expect(read.screens.filter((one) => isWritten(read, one)).map(({ name }) => name.text)).toEqual(['Home']);
  expect(screenMistakes(read, { name: 'As', route: '/admin/as', about: '', roles: '' })).toEqual({ name: null, route: null });
  expect(applyEdits(text, addScreen(read, { name: 'As', route: '/as', about: '', roles: '' }))).toContain('| Home | / |\n| As | /as |\n');
  const [assumption] = assumptionsOf(read, screen(read, 'As'));
  expect(readModel(applyEdits(text, assumption?.write?.edits ?? [])).declared.filter(({ kind }) => kind === 'screen')).toHaveLength(4);
  const bare = readModel(text.replace(/\| Screen[^#]*/, 'Not shown.\n\n'));
  expect(assumptionsOf(bare, screen(bare, 'As')).map(({ write }) => write?.title)).toEqual(['Write these screens']);
});

test('a link from a screen with assumed parts keeps those parts', () => {
  const text =
    '# Specification: x\n\n## 2. Screens\n\n| Screen | Route | About |\n|---|---|---|\n| Courses | / | |\n| One course | /c/:id | Course |\n\n## 3. E\n\n### Course\n\n| Field | Type |\n|---|---|\n| name | text |\n';
  const read = readModel(text);
  const there = readModel(applyEdits(text, addLink(read, screen(read, 'Courses'), screen(read, 'One course'), '')));
  expect(screen(there, 'Courses')).toMatchObject({ assumed: false });
  expect(screen(there, 'Courses').parts.filter(({ kind }) => kind === 'list')).toHaveLength(1);
  expect(linksOf(there).filter(({ from, to, implied }) => from === 'Courses' && to === 'One course' && !implied)).toHaveLength(1);
  const back = readModel(applyEdits(text, addLink(read, screen(read, 'One course'), screen(read, 'Courses'), 'All')));
  expect(screen(back, 'One course').parts.map(({ kind }) => kind)).toContain('details');
  expect(linksOf(back).map(({ words }) => words)).toContain('All');
});
