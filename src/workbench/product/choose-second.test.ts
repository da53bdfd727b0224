import { expect, test } from 'vitest';
import type { Actor } from '../../engine/session.ts';
import { chooseSecond } from './choose-second.ts';

const actor = (id: string, ...roles: string[]): Actor => ({ id, example: id, label: id, roles });

test('the second person has other roles than the first, or is any other person, or does not exist', () => {
  const all = [actor('Ana', 'customer'), actor('Carl', 'customer'), actor('Bo', 'agent')];
  expect(chooseSecond(all, 'Ana')?.id).toBe('Bo');
  expect(chooseSecond(all, 'Bo')?.id).toBe('Ana');
  expect(chooseSecond(all, null)?.id).toBe('Ana');
  expect(chooseSecond(all.slice(0, 2), 'Ana')?.id).toBe('Carl');
  expect(chooseSecond(all.slice(0, 1), 'Ana')).toBeNull();
});
