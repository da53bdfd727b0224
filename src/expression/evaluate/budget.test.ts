import { describe, expect, test } from 'vitest';
import { checkExpression } from '../check/check.ts';
import { parseText } from '../parse/parse.ts';
import { place, scopeWith } from '../testing.ts';
import type { Value } from '../values/value.ts';
import { Budget, stepsPerOperation, TooExpensive } from './budget.ts';
import { compileExpression } from './evaluate.ts';
import { weightOf } from './weight.ts';

/**
 * Evaluates an expression with its own budget. Returns `run`, and `spent`, the number of steps
 * used.
 */
function evaluated(source: string, bound: ReadonlyMap<string, Value> = new Map()) {
  let spent = 0;
  const budget = new Budget();
  const counting = Object.assign(Object.create(budget) as Budget, {
    spend: (steps: number) => {
      spent += steps;
      budget.spend(steps);
    },
  });
  const types = new Map([...bound.keys()].map((name) => [name, { kind: 'any' } as const]));
  const expression = checkExpression(parseText(source), place({ bound: types }));
  return { run: () => compileExpression(expression)(scopeWith({ bound }, { budget: counting })), spent: () => spent };
}

const numbers = Array.from({ length: 100 }, (_, index) => index);

/**
 * `[xs].exists(v1, [[v1, …]].exists(v2, … size(string(vn)) < 0))`: each list contains the previous
 * one ten times.
 */
function inside(depth: number): string {
  const level = (of: number): string =>
    of > depth ? `size(string(v${depth})) < 0` : `[[${`v${of - 1}, `.repeat(10)}1]].exists(v${of}, ${level(of + 1)})`;
  return `[xs].exists(v0, ${level(1)})`;
}

describe('the budget of an operation', () => {
  test('allows exactly its number of steps', () => {
    const budget = new Budget();
    budget.spend(stepsPerOperation);
    expect(() => budget.spend(1)).toThrow(TooExpensive);
    budget.renew();
    budget.spend(1);
  });

  test.each([
    ['nested maps', 'xs.map(a, xs.map(b, xs.map(c, xs.map(d, xs.map(e, xs.map(f, 1))))))'],
    ['nested conditions', 'xs.all(a, xs.all(b, xs.all(c, xs.all(d, xs.all(e, xs.all(f, f >= 0))))))'],
    ['nested filters', 'xs.filter(a, xs.filter(b, xs.filter(c, xs.filter(d, d >= 0).size() > 0).size() > 0).size() > 0)'],
    ['an only one', 'xs.exists_one(a, xs.exists_one(b, xs.exists_one(c, xs.exists_one(d, d == 99))))'],
    ['a list that holds itself again and again', `[xs]${'.map(x, [x, x, x, x, x, x, x, x, x, x])'.repeat(9)}`],
    ['the same inside conditions', inside(8)],
    ['a long text in many places', 'xs.map(a, xs.map(b, long))'],
    ['a long text read many times', 'xs.map(a, xs.map(b, long.lower().size()))'],
    ['a long text searched many times', 'xs.map(a, xs.map(b, long.matches("z+$")))'],
    ['a long text compared many times', 'xs.all(a, xs.all(b, long != other + "x"))'],
    ['a text that is put together', 'xs.map(a, xs.map(b, texts.join(long)))'],
    ['membership in long lists', 'xs.all(a, xs.all(b, xs.all(c, !(-1 in xs))))'],
  ])('ends %s', (_name, source) => {
    const long = 'y'.repeat(200_000);
    const { run } = evaluated(
      source,
      new Map<string, Value>([
        ['xs', numbers],
        ['long', long],
        ['other', long],
        ['texts', ['a', 'b', 'c']],
      ]),
    );
    expect(run).toThrow(TooExpensive);
  });

  test.each([
    ['a join', 'many.join(long)'],
    ['a sum of texts', 'long + long + long'],
  ])('%s that is too long has no value, before it is made', (_name, source) => {
    const long = 'y'.repeat(4_000_000);
    const { run } = evaluated(
      source,
      new Map<string, Value>([
        ['many', ['a', 'b', 'c', 'd', 'e']],
        ['long', long],
      ]),
    );
    expect(run).toThrow('too long to store');
  });

  test('costs the same each time, more for longer conditions, and nothing without lists', () => {
    const cost = (source: string): number => {
      const { run, spent } = evaluated(source, new Map<string, Value>([['xs', numbers]]));
      run();
      const first = spent();
      run();
      expect(spent()).toBe(2 * first);
      return first;
    };
    expect(cost('1 + 2 * 3 == 7 && "a" < "b"')).toBe(0);
    expect(cost('xs.all(x, x >= 0)')).toBe(100);
    expect(cost('xs.all(x, xs.all(y, y >= 0))')).toBe(100 + 100 * 100);
    expect(cost(`xs.all(x, ${Array.from({ length: 20 }, (_, index) => `x != ${-1 - index}`).join(' && ')})`)).toBeGreaterThan(400);
  });
});

test('a value costs as much as its text is long', () => {
  expect(weightOf('x'.repeat(63))).toBe(0);
  expect(weightOf('x'.repeat(640))).toBe(10);
  const inner = [1, 2, 3];
  expect(weightOf([inner, inner])).toBe(8);
  expect(weightOf(new Map([['a', inner]]))).toBe(4);
  expect(weightOf(numbers)).toBe(100);
});
