import { expect, test } from 'vitest';
import { readModel } from '../model/read.ts';
import { Coverage, type CoverageItem } from './coverage.ts';
import { runScenarios } from './scenarios.ts';

const text = `# Specification: Shop

## 1. What it does

### Scenario: an order is shipped

| As | Do | Expect |
|---|---|---|
| Bo | \`create Order as o with {"name": "x"}\` | \`o.status == "open"\` |
| Bo | \`ship o\` | |
| Bo | \`ship o\` | refused CONFLICT |
| Bo | \`create Order with {"name": ""}\` | refused EMPTY |
| Bo | \`get Order where name == "x"\` | sees Orders |

## 2. Screens

| Screen | Route |
|---|---|
| Orders | / |
| Team | /team |

## 3. Entities

### User

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| Bo | Bo |

### Order

| Field | Type |
|---|---|
| name | text |
| note | text |
| status | state |

## 4. States

### Order.status

| From | Event | To | Guard |
|---|---|---|---|
| | | open | |
| open | ship | shipped | \`name != "y"\` |
| open | cancel | gone | |
| shipped | after \`days(1)\` | gone | |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| said | Order | \`size(name) > 0\` | EMPTY |
| short | Order | \`size(name) < 9\` | LONG |
| never | User on delete | \`1 == 2\` | LONG |

## 6. Roles

| Role | Is |
|---|---|
| clerk | \`me != null\` |
| guest | \`me == null\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | name |

| Permission | clerk | guest |
|---|---|---|
| Order: create, read, ship | yes | no |
| User: read | yes | no |

## 7. Calls

| Call | Takes | Does |
|---|---|---|
| \`POST /orders\` | \`{name}\` | \`create Order as o\` |
| \`POST /orders/:id/ship\` | | \`get Order as o where o.id == id; ship o\` |
| \`POST /orders/:id/cancel\` | | \`get Order as o where o.id == id; cancel o\` |

## 8. Errors

| Error | Status | Message |
|---|---|---|
| EMPTY | 422 | Say something. |
| LONG | 422 | Say less. |
`;

const named = (items: readonly CoverageItem[], touched: boolean): string[] =>
  items.filter((item) => item.touched === touched).map(({ kind, name }) => `${kind} ${name}`);

test('the coverage lists what scenarios exercise and what they do not', () => {
  const model = readModel(text);
  const coverage = new Coverage(model);
  expect(runScenarios(model, coverage.observe).map(({ passed }) => passed)).toEqual([true]);
  const items = coverage.items();
  expect(named(items, true)).toEqual([
    'screen Orders',
    'field Order.name',
    'field Order.status',
    'transition Order: ship from open to shipped',
    'rule said',
    'rule short',
    'permission Order: create, read, ship for clerk',
    'call POST /orders',
    'call POST /orders/:id/ship',
    'error EMPTY',
  ]);
  expect(named(items, false)).toEqual([
    'screen Team',
    'field User.name',
    'field Order.note',
    'transition Order: cancel from open to gone',
    'transition Order: after from shipped to gone',
    'rule never',
    'permission Order: create, read, ship for guest',
    'permission User: read for clerk',
    'permission User: read for guest',
    'call POST /orders/:id/cancel',
    'error LONG',
  ]);
  expect(items.filter(({ refused }) => refused !== null).map(({ name, refused }) => [name, refused])).toEqual([
    ['Order: ship from open to shipped', false],
    ['said', true],
    ['short', false],
    ['never', false],
  ]);
  const line = (words: string): number => text.slice(0, text.indexOf(words)).split('\n').length;
  expect(items.find(({ name }) => name === 'short')?.line).toBe(line('| short |'));
});

test('loading the examples does not count as coverage', () => {
  const model = readModel(text.replace(/### Scenario[\s\S]*?## 2/, '## 2'));
  const coverage = new Coverage(model);
  expect(runScenarios(model, coverage.observe)).toEqual([]);
  expect(named(coverage.items(), true)).toEqual([]);
});
