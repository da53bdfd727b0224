import { describe, expect, it } from 'vitest';
import invoicing from '../../../specs/invoicing.md?raw';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import type { NavigationItem } from '../../engine/session.ts';
import { Labels } from '../../model/labels.ts';
import { readModel } from '../../model/read.ts';
import { englishWords } from '../languages/en.ts';
import { parentOf } from '../shell/parents.ts';
import { addsToListAbove, headedPart, titleOfPart } from './part-title.ts';

const model = readModel(invoicing);
const labels = new Labels(model.labels);
const partsOf = (screen: string) => model.screens.find(({ name }) => name.text === screen)?.parts ?? [];
const titles = (screen: string, shownTitle: string | null) => {
  const headed = shownTitle === null ? undefined : headedPart(partsOf(screen));
  return partsOf(screen).map((part) => titleOfPart(part, { heads: part === headed, shownTitle: shownTitle ?? '' }, labels, englishWords));
};

describe('titles of parts', () => {
  it('the first list below a heading has none; others use their records or caption', () => {
    // Figures and a button come before the list that the heading belongs to.
    expect(titles('Invoices', 'Invoices')).toEqual([null, null, null]);
    expect(titles('Clients', 'Clients')).toEqual([null, 'Create client']);
    expect(titles('Client', null)).toEqual([null, 'Edit', 'Invoices']);
  });

  it('no title repeats the heading above it', () => {
    const [, , list] = partsOf('Client');
    if (list === undefined) throw new Error('the screen Client has another shape');
    expect(titleOfPart(list, { heads: false, shownTitle: 'invoices' }, labels, englishWords)).toBeNull();
  });

  it('a form opens at the list above it that shows what it creates', () => {
    const [list, form] = partsOf('Clients');
    if (list === undefined || form === undefined) throw new Error('the screen Clients has another shape');
    expect(addsToListAbove(form, [list])).toBe(true);
    expect(addsToListAbove(form, partsOf('Invoices'))).toBe(false);
  });
});

describe('the parent of a screen', () => {
  const tickets = readModel(helpdesk);
  const navigation = ['Queue', 'My tickets', 'Team'].map(
    (screen): NavigationItem => ({ screen, route: '/', assumed: false, group: null, icon: null, badge: null }),
  );

  it('is the first screen of the menu whose list opens it', () => {
    expect(parentOf(tickets, navigation, 'Ticket')?.screen).toBe('Queue');
    expect(parentOf(tickets, navigation.slice(1), 'Ticket')?.screen).toBe('My tickets');
  });

  it('is a screen with a button to it, or one that lists its records', () => {
    expect(parentOf(tickets, navigation, 'New ticket')?.screen).toBe('Queue');
    expect(parentOf(tickets, navigation, 'Person')?.screen).toBe('Team');
  });

  it('is the screen whose route begins its own, where that leads there, too', () => {
    const films = readModel(`# Specification: Films

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Home | / | |
| Films | /films | |
| Film | /films/:id | Film |

### Home

- list of Film: title

### Films

- list of Film: title

## 3. Entities and their fields

### Film

| Field | Type |
|---|---|
| title | text |
`);
    const menu = ['Home', 'Films'].map((screen) => ({ screen }));
    expect(parentOf(films, menu, 'Film')?.screen).toBe('Films');
    expect(parentOf(films, menu.slice(0, 1), 'Film')?.screen).toBe('Home');
  });

  it('is null for a screen of the menu', () => {
    expect(parentOf(tickets, navigation, 'Queue')).toBeNull();
  });
});
