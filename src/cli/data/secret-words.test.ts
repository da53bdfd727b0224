import { expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { holdsPasswords, secretWords } from './secret-words.ts';

const entities = (fields: string) =>
  readModel(`# Specification: Shop\n\n## 3. Entities\n\n### Person\n\n| Field | Type |\n|---|---|\n${fields}`).entities;

test('the warning about a copy names the confidential data, and is empty if there is none', () => {
  const plain = entities('| name | text |\n');
  expect([holdsPasswords(plain), secretWords(plain, [])]).toEqual([false, '']);
  const guarded = entities('| word | password |\n| link | secret |\n| other | secret |\n');
  expect(holdsPasswords(guarded)).toBe(true);
  expect(secretWords(guarded, ['password hashes', 'sessions'])).toBe(
    'It contains password hashes, sessions and the secrets of Person.link, Person.other: protect it like the database.',
  );
  expect(secretWords(plain, ['password hashes'])).toBe('It contains password hashes: protect it like the database.');
});
