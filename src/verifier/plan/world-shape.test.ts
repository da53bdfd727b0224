import { expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import type { Persona } from './planned.ts';
import { keysAlike, statesIn } from './world-shape.ts';

const people = ['Ada', 'Ben', 'Olga'].map(
  (name): Persona => ({ name, account: name, roles: [name === 'Olga' ? 'office' : 'driver'], signedUp: true, token: name }),
);
const key = (driver: string, debtor: string): string =>
  [`Trip:driver=${driver},status=booked`, ...people.map(({ name }) => `${name} Person:debt${name === debtor ? '>' : '<'}20000`)].join('\n');

test('keys are alike if people with the same roles swap places, but not others', () => {
  expect(keysAlike(key('Ada', 'Ben'), people)).toEqual([key('Ada', 'Ben'), key('Ben', 'Ada')]);
  expect(keysAlike(key('Olga', 'Ben'), people)).not.toContain(key('Ben', 'Olga'));
});

test('the states in a key are those of its records', () => {
  const model = readModel(`# Specification: Trips

## 3. Entities and their fields

### Trip

| Field | Type |
|---|---|
| status | state |

## 4. States and transitions

### Trip.status

| From | Event | To |
|---|---|---|
| | | booked |
| booked | ride | ridden |
`);
  expect(statesIn(model, key('Ada', 'Ben'))).toEqual(['Trip.status=booked']);
});
