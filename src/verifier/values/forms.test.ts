import { describe, expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { choicesIn, formsOf, textMatching } from './forms.ts';

describe('a generated text for a pattern', () => {
  test.each([
    '^[A-Z]{2}[0-9]{3}$',
    '^[+]?[0-9 ]{6,19}$',
    '^\\d{4}-[a-f]+$',
    'v\\.[\\w_]*x?',
    '^(?:AB|C[DE])-(\\d{2}|x)+$',
    '^[^a-z]{3}$|^none$',
  ])('%s', (pattern) => {
    const made = [0, 1, 2, 30, 7919].map((number) => textMatching(pattern, number, 'short') ?? '');
    for (const text of [...made, textMatching(pattern, 5, 'long') ?? '']) expect(text).toMatch(new RegExp(pattern));
  });

  test('differs for each number, and is as long as possible on request', () => {
    const codes = Array.from({ length: 500 }, (_, number) => textMatching('^[A-Z]{2}[0-9]{3}$', number * 7919, 'any'));
    expect(new Set(codes).size).toBe(500);
    expect(textMatching('^[0-9]{6,19}$', 1, 'any')).toHaveLength(6);
    expect(textMatching('^[0-9]{6,19}$', 1, 'long')).toHaveLength(19);
  });

  test('is longer than it must be if there are few as short', () => {
    const codes = Array.from({ length: 500 }, (_, number) => textMatching('^[A-F][1-9][0-9]?$', number * 7919, 'any'));
    expect(new Set(codes).size).toBeGreaterThan(200);
  });

  test.each([
    ['^[DCR][0-9]{3}$', 'DCR'],
    ['^X-(?:[PQ]|Z)[0-9]$', 'QZ'],
    ['^(?:in|out)[0-9]$', 'io'],
    ['^abc$', 'a'],
  ])('of %s takes every choice of the first place for numbers in a row', (pattern, choices) => {
    const count = choicesIn(pattern);
    const texts = [...Array(count).keys()].map((number) => textMatching(pattern, 7 * count + number, 'short') ?? '');
    expect(texts.map((text) => text.replace('X-', '')[0]).join('')).toBe(choices);
  });

  test.each(['^(?=a)b$', '^(a|b$', '^a$b', '\\bx'])('is not made where %s says more than this reads', (pattern) => {
    expect(textMatching(pattern, 1, 'any')).toBeNull();
  });
});

test('rules show patterns of texts, steps of numbers and the fields they are compared with', () => {
  const forms = formsOf(
    readModel(`# Specification: Lots

## 3. Entities and their fields

### Lot

| Field | Type | Required |
|---|---|---|
| code | text(5) | yes |
| low | integer | yes |
| high | integer | yes |

## 5. Validation rules

| Rule | On | Must hold |
|---|---|---|
| form | Lot.code | \`code.matches("^[A-Z]{2}$")\` |
| in steps | Lot.low | \`low % STEP == 0\` |
| not wide | Lot | \`high <= low * 2\` |

## 9. Business constants and limits

| Constant | Value |
|---|---|
| STEP | 50 |
`),
  );
  expect(forms.get('Lot.code')).toEqual({ patterns: ['^[A-Z]{2}$'], steps: [], beside: [], isTied: false });
  expect(forms.get('Lot.low')).toEqual({ patterns: [], steps: [50], beside: ['Lot.high'], isTied: true });
  expect(forms.get('Lot.high')?.beside).toEqual(['Lot.low']);
});
