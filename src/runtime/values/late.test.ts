import { expect, test } from 'vitest';
import type { Json } from '../../engine/record-data.ts';
import { readModel } from '../../model/read.ts';
import { deadlineOf, hasPassed, isLateField } from './late.ts';

const model = readModel(`# Specification: Work

## 3. Entities and their fields

### Task

| Field | Type | Computed |
|---|---|---|
| name | text | |
| due | datetime | |
| dueOn | date | |
| begun | date | |
| status | state | |
| late | boolean | \`status == "open" && now > due\` |
| overdue | boolean | |

## 4. States and transitions

### Task.status

| From | Event | To |
|---|---|---|
| | | open |
| open | answer | answered |
| answered | reopen | open |
| answered | end | closed |

| State | Colour |
|---|---|
| answered | success |
`);
const at = { now: Date.UTC(2026, 10, 24, 12), today: '2026-11-24' };
const since = (field: string, values: Readonly<Record<string, Json>>) => {
  const deadline = deadlineOf(model, { entity: 'Task', id: '1', label: 'A', values }, field);
  return deadline !== null && hasPassed(deadline, field === 'dueOn', at) ? deadline : null;
};

test('a past due date is late unless the state is final or a success', () => {
  expect(since('due', { due: '2026-11-24T11:00:00Z', status: 'open' })).toBe('2026-11-24T11:00:00Z');
  expect(since('due', { due: '2026-11-24T13:00:00Z', status: 'open' })).toBe(null);
  for (const status of ['answered', 'closed']) expect(since('due', { due: '2026-11-24T11:00:00Z', status })).toBe(null);
  expect(since('dueOn', { dueOn: '2026-11-23', status: 'open' })).toBe('2026-11-23');
  expect(since('dueOn', { dueOn: '2026-11-24', status: 'open' })).toBe(null);
  expect(since('begun', { begun: '2026-11-23', status: 'open' })).toBe(null);
  expect(since('dueOn', { dueOn: '2026-11-23' })).toBe(null);
});

test('a computed field about lateness decides', () => {
  expect(since('dueOn', { dueOn: '2026-11-23', status: 'open', late: false })).toBe(null);
  expect(since('dueOn', { dueOn: '2026-11-23', late: true })).toBe('2026-11-23');
  expect(['late', 'overdue', 'name'].map((field) => isLateField(model, 'Task', field))).toEqual([true, false, false]);
});
