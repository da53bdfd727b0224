import { expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { checkModel } from '../check.ts';

interface Rows {
  /** The row above `send`: its cells Roles and Guard. */
  readonly roles?: string;
  readonly above?: string;
  /** The parameters of `send` in the row above. */
  readonly parameters?: string;
  readonly guard: string;
  /** The event that assigns a van. */
  readonly assign?: string;
}

/** The negations across something empty, and the reads through it, in the rows of Parcel. */
const found = ({ roles = '', above = 'false', parameters = '', guard, assign = 'assign(van)' }: Rows): readonly string[] => {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const text = `# Specification: Parcels

## 3. Entities and their fields

### Van

| Field | Type | Required |
|---|---|---|
| plate | text | yes |
| miles | integer | yes |

### Parcel

| Field | Type | Required |
|---|---|---|
| depot | Van | |
| weight | integer | |
| miles | integer | |
| state | state | |
| items | list of Item by parcel | |

### Item

| Field | Type | Required |
|---|---|---|
| parcel | Parcel | yes |
| van | Van | |
| size | integer | |
| state | state | |

## 4. States and transitions

### Parcel.state

| From | Event | To | Roles | Guard | Error | Effect |
|---|---|---|---|---|---|---|
| | | packed | | | | |
| packed | send${parameters} | refused | ${roles} | \`${cell(above)}\` | NOT_SENT | |
| packed | send | sent | | \`${cell(guard)}\` | NOT_SENT | \`miles = depot.miles\` |

### Item.state

| From | Event | To |
|---|---|---|
| | | loose |
| loose, assigned | ${assign} | assigned |
| assigned | drop | lost |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| clerk | \`me != null\` |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| NOT_SENT | 409 | Not yet. | toast |
`;
  return checkModel(readModel(text)).flatMap(({ code, severity }) =>
    ['unequal-to-nothing', 'null-access'].includes(code) || severity === 'error' ? [code] : [],
  );
};

const notInVan = 'items.exists(i, i.van.plate != "x")';
const unequal = ['unequal-to-nothing', 'null-access'];

test.each<[string, Rows]>([
  ['the field itself', { above: 'depot == null', guard: 'depot.plate != "x"' }],
  ['the field, among other conditions', { above: 'weight > 5 || depot == null || depot.plate == "y"', guard: 'depot.plate != "x"' }],
  ['a parameter', { parameters: '(depot?)', above: 'depot == null', guard: 'depot.plate != "x"' }],
])('a row above to `refused` asks about %s', (_, rows) => {
  expect(found(rows)).toEqual([]);
});

test.each<[string, Rows]>([
  ['nothing', { guard: 'depot.plate != "x"' }],
  ['something else', { above: 'weight == null', guard: 'depot.plate != "x"' }],
  ['the field behind a parameter', { parameters: '(depot?)', above: 'self.depot == null', guard: 'depot.plate != "x"' }],
  ['both at once', { above: 'depot == null && weight > 5', guard: 'depot.plate != "x"' }],
  ['the field for one role only', { roles: 'clerk', above: 'depot == null', guard: 'depot.plate != "x"' }],
])('a row above to `refused` asks about %s, so the relation may be empty', (_, rows) => {
  expect(found(rows)).toEqual(expect.arrayContaining(['unequal-to-nothing']));
});

test.each<[string, readonly string[], string?]>([
  ['items.exists(i, i.van == null)', []],
  ['!items.all(one, one.van != null)', []],
  ['weight > 5 || items.exists(i, i.state != "assigned")', []],
  ['items.exists(i, i.state != "assigned")', ['unequal-to-nothing'], 'assign(van?)'],
  ['items.exists(i, i.state in ["loose", "lost"])', ['unequal-to-nothing']],
  ['items.exists(i, i.state != "loose")', ['unequal-to-nothing']],
  // An item without a size is skipped.
  ['items.exists(i, i.van == null && i.size > 1)', ['unequal-to-nothing']],
  ['items.exists(i, i.size > 1 || i.van == null)', ['unequal-to-nothing']],
  ['items.all(i, i.van == null)', ['unequal-to-nothing']],
])('each element of a list, where the row above refuses %s', (above, codes, assign) => {
  expect(found({ above, guard: notInVan, assign: assign ?? 'assign(van)' })).toEqual([...codes, 'null-access']);
});

test('a state that is entered only with the relation filled in', () => {
  expect(found({ guard: 'items.exists(i, i.state == "assigned" && i.van.plate != "x")' })).toEqual(['null-access']);
  expect(found({ guard: 'items.exists(i, i.state in ["assigned", "lost"] && i.van.plate != "x")' })).toEqual(['null-access']);
  expect(found({ guard: 'items.exists(i, i.state in ["assigned", "loose"] && i.van.plate != "x")' })).toEqual(unequal);
});
