import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readModel } from '../model/read.ts';
import { checkModel } from './check.ts';

const check = (name: string) => checkModel(readModel(readFileSync(new URL(`../../specs/${name}`, import.meta.url), 'utf8')));

test.each([
  'helpdesk.md',
  'conduit.md',
  'conduit-strict.md',
  'booking.md',
  'inventory.md',
  'school.md',
  'bookshop.md',
  'invoicing.md',
  'clinic.md',
  'teamwork.md',
])('%s has no finding above hint', (name) => {
  expect(check(name).filter((finding) => finding.severity !== 'hint')).toEqual([]);
});

test('unidentified.txt has nine holes and nothing else', () => {
  const found = check('unidentified.txt');
  expect(found.map(({ code, section, severity }) => `${code} ${section} ${severity}`)).toEqual(
    Array.from({ length: 9 }, (_, index) => `hole ${index + 1} warning`),
  );
});
