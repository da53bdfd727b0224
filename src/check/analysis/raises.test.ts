import { expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { mayRaise } from './raises.ts';

const likely = (does: string, rule: string): readonly string[] => {
  const model = readModel(`# Papers

## 3. Entities

### Person

| Field | Type |
|---|---|
| email | email |

### Paper

| Field | Type |
|---|---|
| number | serial |
| authors | list of Person |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| authors | Paper | \`${rule}\` | LIMIT |

## 7. Calls

| Call | Takes | Does |
|---|---|---|
| \`POST /papers/:number/authors\` | \`{email}\` | \`get Person as p where p.email == email; get Paper as s where s.number == number; ${does}\` |

## 9. Constants

| Constant | Value |
|---|---|
| MOST | 3 |
`);
  const [call] = model.calls;
  return call === undefined ? [] : [...(mayRaise(model, call)?.likely.keys() ?? [])].filter((error) => error === 'LIMIT');
};

test.each([
  ['size(authors) <= MOST', ['LIMIT'], []],
  ['authors.size() < 4', ['LIMIT'], []],
  ['size(authors) >= 1', [], ['LIMIT']],
  ['size(authors) != 2', ['LIMIT'], ['LIMIT']],
  ['!authors.exists(a, a.email == null)', ['LIMIT'], []],
  ['self.authors.all(a, a.email != null)', ['LIMIT'], []],
  ['authors.exists(a, a.email != null)', [], ['LIMIT']],
  ['!authors.all(a, a.email == null)', [], ['LIMIT']],
])('%s: a call that adds to the list may raise %j, one that removes from it %j', (rule, adding, removing) => {
  expect(likely('add p to s.authors', rule)).toEqual(adding);
  expect(likely('remove p from s.authors', rule)).toEqual(removing);
});

/** The errors that a call which creates a Job is likely to raise. `on`: the cell On of the rule. */
const createdOn = (on: string, rule: string, takes = 'bench, day', fields = ''): readonly string[] => {
  const model = readModel(`# Workshop

## 3. Entities

### Job

| Field | Type | Default |
|---|---|---|
| number | serial | |
| bench | text | |
| day | date | |
| helper | text | |
| hours | integer | 2 |
| status | state | |
${fields}

## 4. States

### Job.status

| From | Event | To |
|---|---|---|
| | | asked |
| asked | confirm | agreed |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| one | ${on} | ${rule} | LIMIT |

## 7. Calls

| Call | Takes | Does |
|---|---|---|
| \`POST /jobs\` | \`{${takes}}\` | \`create Job as j\` |
`);
  const [call] = model.calls;
  return call === undefined ? [] : [...(mayRaise(model, call)?.likely.keys() ?? [])];
};

const created = (rule: string, takes?: string, fields?: string): readonly string[] => createdOn('Job', rule, takes, fields);

test.each([
  ['a field that the call leaves out', '`helper == null \\|\\| bench != helper`', []],
  ['another state than the first', '`status != "agreed" \\|\\| day != null`', []],
  ['the first state', '`status != "asked" \\|\\| day != null`', ['LIMIT']],
  ['a default that fits', '`hours <= 4 \\|\\| day == null`', []],
  ['a default that does not', '`hours > 4 \\|\\| day == null`', ['LIMIT']],
  ['a value of the caller', '`day == null \\|\\| helper == null && bench != "x"`', ['LIMIT']],
  ['records of another state', 'unique bench, day where `status == "agreed"`', []],
  ['records of the first state', 'unique bench, day where `status == "asked"`', ['LIMIT']],
])('a rule about a new record, %s', (_, rule, errors) => {
  expect(created(rule)).toEqual(errors);
});

test.each([
  ['watchers.all(w, w.name != bench)', []],
  ['watchers.exists(w, w.name != bench)', ['LIMIT']],
])('a rule about the members of a list that the call leaves empty: %s', (rule, errors) => {
  expect(
    created(`\`${rule}\``, 'bench', '| watchers | list of Person | |\n\n### Person\n\n| Field | Type |\n|---|---|\n| name | text |'),
  ).toEqual(errors);
});

test('a rule about a field that the call takes', () => {
  expect(created('`helper == null \\|\\| bench != helper`', 'bench, day, helper')).toEqual(['LIMIT']);
});

/** The errors that a call which changes the stock of a Part is likely to raise. */
const changed = (value: string, rule: string, on = 'Part'): readonly string[] => {
  const model = readModel(`# Workshop

## 3. Entities

### Part

| Field | Type |
|---|---|
| number | serial |
| stock | integer |
| ordered | integer |
| least | integer |
| debt | integer |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| least | Part.least | \`least >= 1 && least <= PACK\` | BOUNDS |
| debt | Part | \`self.debt < 0\` | BOUNDS |
| ordered | Part on create | \`ordered >= 0\` | BOUNDS |
| stock | ${on} | \`${rule}\` | LIMIT |

## 7. Calls

| Call | Takes | Does |
|---|---|---|
| \`POST /parts/:number\` | \`{count}\` | \`get Part as p where p.number == number; get Part as q where q.number == number + 1; update p with {"stock": ${value}}\` |

## 9. Constants

| Constant | Value |
|---|---|
| PACK | 12 |
`);
  const [call] = model.calls;
  return call === undefined ? [] : [...(mayRaise(model, call)?.likely.keys() ?? [])].filter((error) => error === 'LIMIT');
};

test.each([
  ['p.stock + 1', 'stock >= 0', []],
  ['p.stock + PACK', 'self.stock > 0', []],
  ['p.stock - PACK', 'stock <= 100', []],
  ['p.stock - 1', 'stock >= 0', ['LIMIT']],
  ['p.stock + 1', 'stock <= 100', ['LIMIT']],
  ['p.stock + count', 'stock >= 0', ['LIMIT']],
  ['p.stock + q.least', 'stock >= 0', []],
  ['p.stock - q.least', 'stock >= 0', ['LIMIT']],
  ['p.stock - q.debt', 'stock >= 0', []],
  ['p.stock + q.debt', 'stock <= 100', []],
  ['p.stock + q.ordered', 'stock >= 0', ['LIMIT']],
  ['q.stock + 1', 'stock >= 0', ['LIMIT']],
  ['p.ordered + 1', 'stock >= 0', ['LIMIT']],
  ['1 - p.stock', 'stock <= 100', ['LIMIT']],
  ['p.stock + 1', 'stock != 7', ['LIMIT']],
])('a stock that becomes %s may raise an error of %s: %j', (value, rule, errors) => {
  expect(changed(value, rule)).toEqual(errors);
});

test('a rule of a field that a new record leaves empty is skipped', () => {
  const ofField = (on: string) => createdOn(on, '`hours > 4 \\|\\| day == null`');
  expect(ofField('Job.helper')).toEqual([]);
  expect(ofField('Job.day')).toEqual(['LIMIT']);
  expect(ofField('Job.hours')).toEqual(['LIMIT']);
});

test('a rule on update only may not have held before', () => {
  expect(changed('p.stock + 1', 'stock >= 0', 'Part on update')).toEqual(['LIMIT']);
});

interface Kennel {
  /** The cells Guard and Effect of the start of Task. */
  readonly start?: string;
  readonly startEffect?: string;
  /** The effect of `begin`. */
  readonly effect?: string;
  /** The guard and the effect of `extend`. */
  readonly guard?: string;
  readonly extendEffect?: string;
  readonly ofTask?: string;
  readonly ofStay?: string;
}

/** The errors that a call of a kennel is likely to raise. */
const kennel = (path: string, parts: Kennel): readonly string[] => {
  const cell = (text = ''): string => (text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``);
  const model = readModel(`# Kennel

## 3. Entities

### Stay

| Field | Type | Required |
|---|---|---|
| number | serial | |
| arrival | date | yes |
| departure | date | yes |
| limit | date | |
| kind | text | |
| tasks | list of Task by stay | |
| state | state | |

### Task

| Field | Type | Required | Default |
|---|---|---|---|
| stay | Stay | yes | |
| kind | enum feeding, medicine | yes | |
| note | text | | |
| closed | boolean | yes | no |

## 4. States

### Stay.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | asked | | | |
| asked | begin | present | | | ${cell(parts.effect)} |
| present | end | ended | | | |
| present | extend(departure) | | ${cell(parts.guard)} | NOT_LATER | ${cell(parts.extendEffect)} |

### Task

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | | ${cell(parts.start)} | NOT_PLANNED | ${cell(parts.startEffect)} |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| task | Task | ${cell(parts.ofTask ?? 'true')} | OF_TASK |
| stay | Stay | ${cell(parts.ofStay ?? 'true')} | OF_STAY |

## 7. Calls

| Call | Takes | Does |
|---|---|---|
| \`POST /tasks\` | \`{of, note}\` | \`get Stay as s where s.number == of; create Task with {"stay": s, "kind": "feeding", "note": note}\` |
| \`POST /begin\` | \`{of}\` | \`get Stay as s where s.number == of; begin s\` |
| \`POST /extend\` | \`{of, departure}\` | \`get Stay as s where s.number == of; extend s with {"departure": departure}\` |
| \`POST /stays\` | \`{arrival, tasks}\` | \`create Stay with {"kind": "feeding", "arrival": arrival, "departure": arrival, "tasks": tasks}\` |
`);
  const call = model.calls.find((one) => one.path === path);
  return call === undefined
    ? ['no call']
    : [...(mayRaise(model, call)?.likely.keys() ?? ['unknown'])].filter((error) => error !== 'NOT_FOUND');
};

const feeding = 'create Task with {"stay": self, "kind": "feeding"}';

test.each<[string, string, readonly string[]]>([
  ['stay.state == "present"', feeding, []],
  ['stay.state == "asked"', feeding, ['NOT_PLANNED']],
  ['stay.state == "present"', `end self; ${feeding}`, ['NOT_PLANNED']],
  ['stay.state == "present"', 'for s in Stay: create Task with {"stay": s, "kind": "feeding"}', ['NOT_PLANNED']],
  ['stay.arrival == today', feeding, ['NOT_PLANNED']],
  ['kind == "feeding" && !closed', feeding, []],
  ['kind == "medicine"', feeding, ['NOT_PLANNED']],
  ['stay.limit != null', `when limit != null: ${feeding}`, []],
  ['stay.limit != null', `when self.limit != null && kind == "x": ${feeding}`, []],
  ['stay.limit != null && stay.kind == "x"', `when limit != null: ${feeding}`, ['NOT_PLANNED']],
  ['stay.limit != null', `when limit == null: ${feeding}`, ['NOT_PLANNED']],
  ['stay.limit != null', `when limit != null || kind == "x": ${feeding}`, ['NOT_PLANNED']],
  ['stay.limit != null', `when limit != null: (limit = null; ${feeding})`, ['NOT_PLANNED']],
  ['note != null', 'when kind != null: create Task with {"stay": self, "kind": "feeding", "note": kind}', []],
  ['note != null', 'when limit != null: create Task with {"stay": self, "kind": "feeding", "note": kind}', ['NOT_PLANNED']],
  ['stay.state == "present"', 'for s in Stay.filter(x, x.state == "present"): create Task with {"stay": s, "kind": "feeding"}', []],
  [
    'stay.state == "present"',
    'for s in Stay.filter(x, x.state == "asked"): create Task with {"stay": s, "kind": "feeding"}',
    ['NOT_PLANNED'],
  ],
])('the guard %s of a record that an effect creates with %s', (start, effect, errors) => {
  expect(kennel('/begin', { start, effect })).toEqual(errors);
});

test.each<[string, readonly string[]]>([
  ['extend s with {"departure": s.limit}', ['NOT_LATER']],
  ['when s.state == "ended": extend s with {"departure": s.limit}', []],
  ['when s.state == "present": extend s with {"departure": s.limit}', ['NOT_LATER']],
  ['when s.kind == "x": extend s with {"departure": s.limit}', []],
  ['when self.kind == "x": extend s with {"departure": s.limit}', ['NOT_LATER']],
])('an event of each stay in an effect: %s', (step, errors) => {
  expect(kennel('/begin', { guard: 'kind == "x"', effect: `for s in Stay: ${step}` })).toEqual(errors);
});

test.each<[string, readonly string[]]>([
  ['for t in tasks: when t.note != null', []],
  ['for t in tasks.filter(one, one.note != null)', []],
  ['for t in tasks: when t.closed', ['OF_TASK']],
  ['for t in tasks', ['OF_TASK']],
])('a rule about a record that an effect creates after %s', (clauses, errors) => {
  const effect = `${clauses}: create Task with {"stay": self, "kind": "feeding", "note": t.note}`;
  expect(kennel('/begin', { ofTask: 'note != null', effect })).toEqual(errors);
});

test.each<[string, Kennel, readonly string[]]>([
  ['a default, and an effect that sets another field', { ofTask: '!closed || note != null', startEffect: 'kind = "medicine"' }, []],
  [
    'a default, and an effect on another record',
    { ofTask: '!closed || note != null', startEffect: 'update stay with {"limit": today}' },
    [],
  ],
  ['a default that an effect sets', { ofTask: '!closed || note != null', startEffect: 'closed = true' }, ['OF_TASK']],
  [
    'a default that an effect updates',
    { ofTask: '!closed || note != null', startEffect: 'update self with {"closed": true}' },
    ['OF_TASK'],
  ],
  ['a value that the call writes', { ofTask: 'kind != "medicine" || note != null' }, []],
  ['a value that an effect sets', { ofTask: 'kind != "medicine" || note != null', startEffect: 'kind = "medicine"' }, ['OF_TASK']],
  ['a guard about a default', { start: '!closed' }, []],
  ['a guard about a default that an effect sets afterwards', { start: '!closed', startEffect: 'closed = true' }, []],
  ['a guard that a default breaks', { start: 'closed' }, ['NOT_PLANNED']],
  ['a guard about a value of the caller', { start: 'note != null' }, ['NOT_PLANNED']],
])('a call that creates a record, with %s', (_, parts, errors) => {
  expect(kennel('/tasks', parts)).toEqual(errors);
});

test('values given to a record are not those of its lines', () => {
  expect(kennel('/stays', { ofTask: 'kind != "medicine" || note != null' })).toEqual(['OF_TASK']);
});

test.each<[string, string, string, readonly string[]]>([
  ['departure > self.departure', 'arrival < departure', '', []],
  ['limit != null && self.departure <= departure', 'self.departure >= arrival', '', []],
  ['departure < self.departure', 'departure < limit', '', []],
  ['departure > self.departure', 'departure < limit', '', ['OF_STAY']],
  ['departure < self.departure', 'arrival < departure', '', ['OF_STAY']],
  ['departure > self.arrival', 'limit < departure', '', ['OF_STAY']],
  ['departure > self.departure || limit == null', 'arrival < departure', '', ['OF_STAY']],
  ['departure > self.departure', 'arrival < departure', 'arrival = today', ['OF_STAY']],
  ['departure > self.departure', 'arrival < departure', 'kind = "long"; for t in tasks: update t with {"note": "later"}', []],
  ['departure > self.departure', 'arrival < departure', 'for t in tasks: update t.stay with {"arrival": today}', ['OF_STAY']],
  ['departure > self.departure', 'arrival < departure && departure < limit', '', ['OF_STAY']],
])('an event with the guard %s and the rule %s', (guard, ofStay, extendEffect, errors) => {
  expect(kennel('/extend', { guard, ofStay, extendEffect })).toEqual([...errors, 'NOT_LATER']);
});
