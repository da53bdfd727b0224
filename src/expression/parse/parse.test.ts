import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BinaryOperator, Node } from '../node.ts';
import { anyType } from '../types/type.ts';
import { Decimal } from '../values/decimal.ts';
import { children, visit } from '../visit.ts';
import { parseExpression, parseText } from './parse.ts';
import { print } from './print.ts';

const messageOf = (source: string): string => parseText(source).problems[0]?.message ?? 'no problem';

describe('parseExpression', () => {
  it.each([
    ['a.b.c == 1', 'a.b.c == 1'],
    ['(1+2)*3', '(1 + 2) * 3'],
    ['1+(2*3)', '1 + 2 * 3'],
    ['a - (b - c)', 'a - (b - c)'],
    ['has(a.b)', 'has(a.b)'],
    ['x.exists(c,c.y>1)', 'x.exists(c, c.y > 1)'],
    ['x.existsOne(c, c)', 'x.exists_one(c, c)'],
    ['x.map(a, b, c)', 'x.map(a, b, c)'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['-(-5)', '-(-5)'],
    ['0x1F', '31'],
    ['{"a": 1,}', '{"a": 1}'],
    [`r"\\d" + '\\n'`, '"\\\\d" + "\\n"'],
    ['a ? b : c ? d : e', 'a ? b : (c ? d : e)'.replace(/[()]/g, '')],
    ['(a ? b : c) ? d : e', '(a ? b : c) ? d : e'],
    ['b"é"', 'b"\\xc3\\xa9"'],
    ['a // the rest', 'a'],
  ])('reads %s', (source, printed) => {
    const { node } = parseText(source);
    expect(node === null ? messageOf(source) : print(node)).toBe(printed);
  });

  it('keeps decimals exact', () => {
    const { node } = parseText('0.1000000000000000000001');
    expect(node?.kind === 'literal' && node.value instanceof Decimal && node.value.toFixed()).toBe('0.1000000000000000000001');
  });

  it('gives a field its position', () => {
    const { node } = parseText('ticket . customer');
    expect(node).toMatchObject({ kind: 'select', field: 'customer', fieldFrom: 9, from: 0, to: 17 });
  });

  it('keeps the span in the document', () => {
    const expression = parseExpression('a', { from: 10, to: 11 }, (offset) => offset + 10);
    expect(expression.at(1)).toBe(11);
    expect(expression.span).toEqual({ from: 10, to: 11 });
  });

  it.each([
    ['', 'There is no expression here.'],
    ['a ==', 'The expression stops too early: something is missing after “==”.'],
    ['a = b', 'A single “=” compares nothing. Write “==” to ask whether two things are equal.'],
    ['a b', '“b” cannot follow “a” directly. An operator such as ==, && or + is missing between them.'],
    ['a and b', '“and” is not an operator. Write “&&”.'],
    ['"abc', 'The text that begins here has no end. Close it with ".'],
    ['“abc”', 'The quote “ is a typographic one. Write a straight quote: "…".'],
    ['(a', 'The bracket “(” is not closed. Write “)” where it ends.'],
    ['a)', '“)” closes a bracket that was never opened. Remove it, or open one before it.'],
    ['[a)', '“[” is closed by “)”. Write “]”.'],
    ['a ? b', 'A choice needs both answers: write “condition ? one : the other”.'],
    ['if', '“if” is a word that CEL keeps for itself. Choose another name.'],
    ['.5', 'A number does not begin with a point. Write a 0 before it: 0.5.'],
    ['5u', 'Numbers have no “u” at their end here: an integer is an integer.'],
    ['a ≥ b', 'The sign “≥” cannot be read. Write “>=”.'],
    ['a & b', 'A single “&” means nothing here. Write “&&”.'],
    ['"\\q"', '“\\q” is not an escape that CEL knows. Write \\\\ for a backslash itself.'],
    ['a; b', 'An expression has no “;”. Only actions are joined by it.'],
    ['x.exists(c)', '“exists” needs a name for each element and what to ask of it, as in “comments.exists(c, c.body != "")”.'],
    ['has(a)', 'has() asks whether a field says something. Write it as “has(x.field)”.'],
    ['9223372036854775808', 'This integer is too large: the largest is 9223372036854775807. Write it with a point for a decimal.'],
  ])('says what is wrong with %j', (source, message) => {
    const { node, problems } = parseText(source);
    expect(node).toBeNull();
    expect(problems).toMatchObject([{ kind: 'syntax', message }]);
  });

  it.each([
    ['a === 1', 'a == 1'],
    ['a !== 1 || "x === y" == b', 'a != 1 || "x === y" == b'],
    ['a <> 1', 'a != 1'],
    ['a => 1', 'a >= 1'],
    ['a =< 1', 'a <= 1'],
    ['lines.map(l => l.price)', 'lines.map(l, l.price)'],
    ['lines.exists(l -> l.price > 1)', 'lines.exists(l, l.price > 1)'],
    ['hours ?? 0', '(hours == null ? 0 : hours)'],
    ['2 * (a.hours ?? "0")', '2 * ((a.hours == null ? "0" : a.hours))'],
    ['a.b?.c == 1', '(a.b == null ? null : a.b.c) == 1'],
    ['a is not null', 'a != null'],
    ['a not in ["x", "y"]', '!(a in ["x", "y"])'],
    ['a between 1 and 2.5', 'a >= 1 && a <= 2.5'],
    ['a starts with "x"', 'a.startsWith("x")'],
    ['a endsWith "x"', 'a.endsWith("x")'],
    ['now - a > 2 days', 'now - a > days(2)'],
    ['a in ("x", "y")', 'a in ["x", "y"]'],
    ['a * 7%', 'a * 0.07'],
    ['hour in 7..20', 'hour >= 7 && hour <= 20'],
    ['a implies b.c', '!a || b.c'],
  ])('offers for %j, as other languages write it, what can be read', (source, wanted) => {
    const [problem] = parseText(source).problems;
    const meant = source.slice(0, problem?.from) + problem?.suggestions[0] + source.slice(problem?.to);
    expect(meant).toBe(wanted);
    expect(parseText(meant).problems).toEqual([]);
  });

  it.each([
    ['a.b contains "x"', '“contains” is not an operator. Write “"x" in a.b” for a list, or “a.b.contains("x")” for a text.'],
    ['f(a) ?? 0', 'The sign “??” cannot be read. Write “value == null ? other : value”.'],
    ['if a then b else c', 'A choice has no “if” and “then”. Write “condition ? one : the other”.'],
  ])('explains %j without offering a correction', (source, message) => {
    expect(parseText(source).problems).toMatchObject([{ message, suggestions: [] }]);
  });

  it.each([
    ['brackets', `${'('.repeat(1000)}1${')'.repeat(1000)}`],
    ['lists', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['negations', `${'!'.repeat(100_000)}a`],
    ['terms', Array(10_000).fill('a').join(' + ')],
    ['choices', `${'a ? b : '.repeat(5000)}c`],
    ['fields', `a${'.b'.repeat(5000)}`],
    ['calls', `a${'.b()'.repeat(5000)}`],
    ['characters', '1'.repeat(300_000)],
  ])('refuses too many %s without falling over', (_, source) => {
    expect(messageOf(source)).toMatch(/too long or nested too deeply|too large|not a number/);
  });

  it.each([
    ['commas', `a in (${','.repeat(300_000)}`],
    ['the word if', 'if '.repeat(100_000)],
    ['names and spaces', `${'a.'.repeat(50_000)}${' '.repeat(100_000)}${'b '.repeat(50_000)}`],
    ['signs', `a ${'? '.repeat(100_000)}`],
    ['texts', '"a" '.repeat(50_000)],
  ])(
    'explains a long source with many %s without trying each with each',
    (_, source) => {
      expect(parseText(source).problems).toHaveLength(1);
    },
    20_000,
  );

  it('reads long flat lists', () => {
    expect(parseText(`x in [${Array(10_000).fill('"a"').join(', ')}]`).problems).toEqual([]);
  });

  it('reads ten thousand conditions in a row into a shallow tree', () => {
    for (const operator of ['&&', '||']) {
      const { node } = parseText(Array.from({ length: 10_000 }, (_, index) => `a > ${index}`).join(` ${operator} `));
      const depth = (of: Node): number => 1 + Math.max(0, ...children(of).map(depth));
      expect(node === null ? Number.NaN : depth(node)).toBeLessThan(20);
      const read: unknown[] = [];
      if (node !== null) visit(node, (one) => one.kind !== 'literal' || read.push(one.value));
      expect(read).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
    }
  });

  it('a long chain means the same as a short one', () => {
    const long = (operator: string): string => Array.from({ length: 100 }, (_, index) => `a${index}`).join(` ${operator} `);
    const { node } = parseText(`${long('&&')} || ${long('&&')} || b`);
    expect(node).toMatchObject({ kind: 'binary', operator: '||', right: { kind: 'name', name: 'b' } });
    const again = parseText(node === null ? '' : print(node)).node;
    expect(again === null ? '' : print(again).replace(/[()]/g, '')).toBe(`${long('&&')} || ${long('&&')} || b`);
    expect(node).toMatchObject({ from: 0, to: 2 * long('&&').length + 9 });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (source) => void parseText(source)),
      { numRuns: 2000 },
    );
    const words = fc.constantFrom(
      'a',
      '.',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '\\',
      '?',
      ':',
      ',',
      '1',
      '2.5',
      '-',
      '!',
      '==',
      '&&',
      'in',
      ' ',
      'r"',
      'b',
      '//',
      '\n',
      'has(',
      '.map(',
    );
    fc.assert(
      fc.property(fc.array(words), (parts) => void parseText(parts.join(''))),
      { numRuns: 3000 },
    );
  });
});

const base = { from: 0, to: 0, type: anyType };
const name = fc.constantFrom('a', 'b', 'status', 'customer');
const nodes = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc
      .oneof(
        fc.integer(),
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.integer({ min: 1, max: 9999 }).map((n) => new Decimal(n).div(100)),
      )
      .map((value): Node => ({ kind: 'literal', ...base, value: value === 0 ? 0 : value })),
    name.map((text): Node => ({ kind: 'name', ...base, name: text, resolution: { kind: 'unknown' } })),
    fc.tuple(tie('node'), name).map(([operand, field]): Node => ({ kind: 'select', ...base, operand, field, fieldFrom: 0, test: false })),
    fc.tuple(tie('node'), tie('node')).map(([operand, index]): Node => ({ kind: 'index', ...base, operand, index })),
    fc
      .tuple(tie('node'), fc.array(tie('node'), { maxLength: 3 }))
      .map(([target, args]): Node => ({ kind: 'call', ...base, name: 'f', target, args })),
    fc.array(tie('node'), { maxLength: 3 }).map((args): Node => ({ kind: 'call', ...base, name: 'size', target: null, args })),
    fc.tuple(fc.constantFrom('!' as const, '-' as const), tie('node')).map(
      ([operator, operand]): Node =>
        // The parser folds a minus into the number that follows.
        operator === '-' && operand.kind === 'literal' ? operand : { kind: 'unary', ...base, operator, operand },
    ),
    fc
      .tuple(
        fc.constantFrom<BinaryOperator>('||', '&&', '==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%'),
        tie('node'),
        tie('node'),
      )
      .map(([operator, left, right]): Node => ({ kind: 'binary', ...base, operator, left, right })),
    fc
      .tuple(tie('node'), tie('node'), tie('node'))
      .map(([test, then, otherwise]): Node => ({ kind: 'conditional', ...base, test, then, otherwise })),
    fc.array(tie('node'), { maxLength: 3 }).map((items): Node => ({ kind: 'list', ...base, items })),
    fc
      .array(fc.record({ key: tie('node'), value: tie('node') }), { maxLength: 2 })
      .map((entries): Node => ({ kind: 'map', ...base, entries })),
    fc
      .tuple(fc.constantFrom('all' as const, 'exists' as const, 'filter' as const, 'map' as const), tie('node'), name, tie('node'))
      .map(([macro, target, variable, body]): Node => ({ kind: 'macro', ...base, macro, target, variable, filter: null, body })),
  ),
}));

describe('print', () => {
  it('is the inverse of parsing', () => {
    fc.assert(
      fc.property(nodes.node, (node) => {
        const text = print(node);
        const again = parseText(text);
        // Parsing may refuse the text only for its depth; otherwise the text is restored.
        expect(again.node === null ? again.problems : print(again.node)).toEqual(text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('visit', () => {
  it('visits each node once, parents first', () => {
    const seen: string[] = [];
    const { node } = parseText('a.b + f(c, [d]) > {"k": e}.k ? x.map(y, z, w) : -g[h]');
    if (node !== null) visit(node, (inner) => void seen.push(inner.kind === 'name' ? inner.name : inner.kind));
    expect(seen.filter((text) => text.length === 1).join('')).toBe('acdexzwgh');
    expect(seen[0]).toBe('conditional');
  });

  it('skips the children of a node on request', () => {
    let count = 0;
    const { node } = parseText('(a + b) * c');
    if (node === null) throw new Error('unread');
    visit(node, (inner) => {
      count++;
      return inner.kind !== 'binary' || inner.operator !== '+';
    });
    expect(count).toBe(3);
    expect(children(node)).toHaveLength(2);
  });
});
