import { describe, expect, test } from 'vitest';
import { checkExpression } from '../../expression/check/check.ts';
import type { Declarations, Environment } from '../../expression/environment.ts';
import { parseExpression } from '../../expression/parse/parse.ts';
import type { Type } from '../../expression/types/type.ts';
import { constantParts } from './constant-parts.ts';

const fields: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['size', { kind: 'integer', nullable: true }],
  ['price', { kind: 'decimal' }],
  ['title', { kind: 'text', nullable: true }],
  ['priority', { kind: 'enum', values: ['low', 'high'] }],
  ['mood', { kind: 'enum', values: ['good', 'bad'], nullable: true }],
]);

const declarations: Declarations = {
  entities: new Set(['Ticket']),
  fields: (entity) => (entity === 'Ticket' ? fields : new Map()),
  constants: new Map<string, Type>([['MAX', { kind: 'integer' }]]),
  views: new Map(),
  screens: new Set(),
  errors: new Set(),
  messages: new Set(),
  events: new Map(),
  account: null,
  unusableEvents: new Set<string>(),
  examples: new Map(),
  secrets: new Set(),
  services: new Set(),
};

const environment = {
  bound: new Map(),
  row: null,
  alias: null,
  self: 'Ticket',
  old: false,
  token: false,
  value: null,
  declarations,
} as Environment;

function verdicts(source: string): string[] {
  const expression = checkExpression(
    parseExpression(source, { from: 0, to: source.length }, (offset) => offset),
    environment,
  );
  expect(expression.problems).toEqual([]);
  return constantParts(expression.node!, (name) => (name === 'MAX' ? 5 : undefined)).map(
    ({ holds, node }) => `${holds}: ${source.slice(node.from, node.to)}`,
  );
}

describe('judging conditions', () => {
  test.each([
    ['size > 5 && size < 3', 'never'],
    ['size > 3 && size < 4', 'never'],
    ['size > MAX && size < 5', 'never'],
    ['size == 3 && size != 3', 'never'],
    ['priority == "low" && priority == "high"', 'never'],
    ['priority != "low" && priority != "high"', 'never'],
    ['priority in ["low"] && priority == "high"', 'never'],
    ['title == null && title != null', 'never'],
    ['title == null && size(title) > 3', null],
    ['size(title) < 0', 'never'],
    ['size(title) >= 0', 'always'],
    ['size < 5 || size > 3', 'always'],
    ['title == null || title != null', 'always'],
    ['priority == "low" || priority == "high"', 'always'],
    ['!(size > 5) || size > 3', 'always'],
    ['price > 3.0 && price < 4.0', null],
    ['size > 3 && size < 5', null],
    ['mood != "good" && mood != "bad"', null],
    ['mood == "good" || mood == "bad"', null],
    ['title == null || size(title) <= MAX', null],
    ['size > 3 || size < 3', null],
    ['size < 5 || price > 3.0', null],
    ['size(title) > 0', null],
    ['price < size && size <= price', 'never'],
    ['size < price && price > size', null],
    ['price >= size && price <= size', null],
    // If the size is null, neither side can be evaluated.
    ['size >= price || price > size', null],
  ])('%s', (source, expected) => {
    expect(verdicts(source)).toEqual(expected === null ? [] : [`${expected}: ${source}`]);
  });
});
