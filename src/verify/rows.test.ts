import { expect, test } from 'vitest';
import { readModel } from '../model/read.ts';
import { runScenarios } from './scenarios.ts';

const orders = String.raw`# Specification: Orders

## 1. What the product does and for whom

### Scenario: rules are checked at the end of the row

| As | Do | Expect |
|---|---|---|
| nobody | ~create Order as o with {"name": "a"}~ | refused EMPTY_ORDER |
| nobody | ~create Order as o with {"name": "a"}; create Line with {"order": o, "text": "x"}~ | ~size(o.lines) == 1~ |
| nobody | ~update o with {"name": ""}; update o with {"name": "b"}~ | ~o.name == "b"~ |
| nobody | ~update o with {"name": "c"}; update o with {"name": ""}~ | refused NAMELESS |
| nobody | ~rename o~ | refused NO_NAME |
| nobody | ~swap o~ | ~o.low == 2 && o.high == 3~ |

### Scenario: a parameter that is left out

| As | Do | Expect |
|---|---|---|
| nobody | ~create Order as o with {"name": "a"}; create Line with {"order": o, "text": "x"}~ | |
| nobody | ~approve o~ | ~o.response == null && o.state == "approved" && o.wasGiven == false~ |
| nobody | ~approve o with {"response": "yes"}~ | ~o.response == "yes"~ |
| nobody | ~approve o~ | ~o.response == "yes"~ |
| nobody | ~approve o with {"response": "very much so"}~ | refused CONFLICT |
| nobody | ~approve o with {"response": null}~ | ~o.response == null && o.wasGiven == true~ |

## 3. Entities and their fields

### Order

| Field | Type | Required | Default | Error |
|---|---|---|---|---|
| name | text | yes | | NO_NAME |
| response | text | | | |
| wasGiven | boolean | | | |
| low | integer | yes | 0 | |
| high | integer | yes | 1 | |
| state | state | | | |
| lines | list of Line by order | | | |

### Line

| Field | Type | Required |
|---|---|---|
| order | Order on delete cascade | yes |
| text | text | yes |

## 4. States and transitions

### Order.state

| From | Event | To | Guard | Effect |
|---|---|---|---|---|
| | | open | | |
| any | rename(name) | | | |
| open, approved | approve(response?) | approved | ~response == null \|\| size(response) < 5~ | ~wasGiven = given(response)~ |
| any | swap | | | ~low = 2; high = 3~ |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| lines | Order on create | ~size(lines) > 0~ | EMPTY_ORDER |
| named | Order.name | ~size(name) > 0~ | NAMELESS |
| ordered | Order | ~low < high~ | ORDER |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| EMPTY_ORDER | 422 | a |
| NAMELESS | 422 | a |
| NO_NAME | 422 | a |
| ORDER | 422 | a |
`.replaceAll('~', '`');

test.each(['rules are checked at the end of the row', 'a parameter that is left out'])('%s', (title) => {
  const result = runScenarios(readModel(orders)).find((scenario) => scenario.title === title);
  expect(result?.rows.filter(({ passed }) => !passed)).toEqual([]);
  expect(result?.rows.length).toBeGreaterThan(4);
});
