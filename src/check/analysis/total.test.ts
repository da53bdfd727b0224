import { expect, test } from 'vitest';
import { ModelReader } from '../../model/model-reader.ts';
import { readModel } from '../../model/read.ts';
import { Checker, checkModel } from '../check.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** A document whose field `quote` is computed, and read by an effect and a rule. */
const stays = (quote: string, effect = 'price = quote'): string => `# Stays

## 3. Entities

### Place

| Field | Type | Required | Computed |
|---|---|---|---|
| name | text | yes | |
| rate | money | yes | |
| helper | Place | | |
| units | integer | yes | |
| cost | money | | \`rate * 2\` |

### Stay

| Field | Type | Required | Computed |
|---|---|---|---|
| place | Place | yes | |
| companion | Place | | |
| home | Place | | \`${cell('companion == null ? place : companion')}\` |
| arrival | date | yes | |
| departure | date | yes | |
| paid | money | | |
| nights | integer | | \`days(departure - arrival)\` |
| factor | decimal | | \`${cell('1.0 + (arrival >= SEASON && nights > 2 ? 0.2 : 0.0) + (companion != null ? MORE : 0.0)')}\` |
| loop | money | | \`again\` |
| again | money | | \`loop\` |
| quote | money | | \`${cell(quote)}\` |
| price | money | yes | |
| state | state | | |

## 4. States

### Stay.state

| From | Event | To | Effect |
|---|---|---|---|
| | | asked | |
| asked | confirm | confirmed | \`${effect}\` |
| confirmed | repeat | asked | |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not dear | Stay | \`quote < 100\` | DEAR |
| at home | Stay | \`home.name != "x"\` | HOME |

## 9. Constants

| Constant | Value | Unit |
|---|---|---|
| CURRENCY | EUR | |
| SEASON | 2026-07-01 | |
| MORE | 60 | % |
| WEEK | 7 | |
| FREE | 0 | |
`;

const asking = ['effect-breaks-rule', 'rule-needs-value', 'unequal-to-nothing', 'null-access'];
const found = (text: string): readonly string[] => checkModel(readModel(text)).flatMap(({ code }) => (asking.includes(code) ? [code] : []));

test.each([
  'place.rate * nights * factor',
  'companion != null ? companion.rate : place.rate',
  'companion == null || companion.units > 2 ? place.rate : place.cost',
  'companion.units > 2 || companion == null ? place.rate : place.cost',
  'companion != null && companion.units > 2 && companion.name == "x" ? companion.cost : place.rate',
  'place.helper == null ? home.rate : place.helper.cost',
  'paid == null ? place.rate : paid',
  'paid == place.rate || paid != null && paid > place.rate ? place.rate : place.cost',
  'place.rate * (nights / WEEK) + min(place.rate * (nights % 7), place.cost)',
  'nights == 0 ? place.rate : place.rate / nights',
  'place.rate * days(arrival + months(1) - arrival)',
  'place.rate * max(1, arrival.getMonth(), days(departure - startOfMonth(arrival)))',
])('%s is never empty', (quote) => {
  expect(found(stays(quote))).toEqual([]);
});

test.each([
  'companion.rate',
  'paid',
  'paid * 2',
  'companion != null ? place.helper.rate : place.rate',
  'companion != null || companion.units > 2 ? place.rate : place.cost',
  'companion == null ? companion.rate : place.rate',
  'place.rate + loop',
  'place.rate * days(arrival - departure) / nights',
  'place.rate * (3 % nights)',
  'place.rate / FREE',
  'nights != 0 ? place.rate / place.units : place.rate',
  'min(Place.map(p, p.rate))',
  'max(place.rate, companion.rate)',
])('%s may be empty', (quote) => {
  expect(found(stays(quote))).toEqual(expect.arrayContaining(['effect-breaks-rule', 'rule-needs-value']));
});

test('a field that an effect has set to a computed value can be set to another one', () => {
  expect(found(stays('place.rate', 'paid = quote; price = paid'))).toEqual([]);
  expect(found(stays('paid', 'paid = quote; price = paid'))).toContain('effect-breaks-rule');
});

test('a relation that is computed from one that is there is never empty', () => {
  expect(found(stays('place.rate', 'price = home.rate'))).toEqual([]);
});

test('fields that are each computed from the one before twice are asked once each', () => {
  const chain = Array.from({ length: 60 }, (_, at) => `| c${at + 1} | money | | \`c${at} + c${at}\` |\n`).join('');
  const text = stays('c60').replace('| quote |', `| c0 | money | | \`place.rate\` |\n${chain}| quote |`);
  expect(found(text)).toEqual([]);
});

test('a change of what a computed field is made from is seen by the rules that asked before', () => {
  const reader = new ModelReader();
  const checker = new Checker();
  for (const text of [stays('place.rate'), stays('paid'), stays('place.rate')])
    expect(checker.check(reader.read(text))).toEqual(checkModel(readModel(text)));
});
