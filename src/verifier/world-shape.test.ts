import { expect, test } from 'vitest';
import type { Persona } from './planned.ts';
import { keysAlike } from './world-shape.ts';

const people = ['Ada', 'Ben', 'Olga'].map(
  (name): Persona => ({ name, account: name, roles: [name === 'Olga' ? 'office' : 'driver'], signedUp: true, token: name }),
);
const key = (driver: string, debtor: string): string =>
  [`Trip:driver=${driver},status=booked`, ...people.map(({ name }) => `${name} Person:debt${name === debtor ? '>' : '<'}20000`)].join('\n');

test('keys are alike if people with the same roles swap places, but not others', () => {
  expect(keysAlike(key('Ada', 'Ben'), people)).toEqual([key('Ada', 'Ben'), key('Ben', 'Ada')]);
  expect(keysAlike(key('Olga', 'Ben'), people)).not.toContain(key('Ben', 'Olga'));
});
