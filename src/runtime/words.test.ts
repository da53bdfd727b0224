import { expect, it } from 'vitest';
import { humanize } from '../model/labels.ts';

it.each([
  ['createdAt', 'Created at'],
  ['send to repair', 'Send to repair'],
  ['openTickets', 'Open tickets'],
  ['URL', 'URL'],
  ['photoURL', 'Photo URL'],
  ['Ticket', 'Ticket'],
  ['größeÄndern', 'Größe ändern'],
  ['', ''],
])('%s is shown as %s', (name, label) => {
  expect(humanize(name)).toBe(label);
});
