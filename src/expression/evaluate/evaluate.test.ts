import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkExpression } from '../check/check.ts';
import { parseText } from '../parse/parse.ts';
import { listOfRecords, place, scopeWith, TestRecord } from '../testing.ts';
import { signatures } from '../types/signatures.ts';
import { equals } from '../values/compare.ts';
import { Decimal } from '../values/decimal.ts';
import { toJson } from '../values/json.ts';
import { parseDate, parseTimestamp } from '../values/time.ts';
import { Duration, Money, type Value } from '../values/value.ts';
import { compileExpression, isTrue, rowPredicate } from './evaluate.ts';
import { implementations } from './functions/all.ts';
import { EvaluationError } from './scope.ts';

const at = (text: string) => parseTimestamp(text) as NonNullable<ReturnType<typeof parseTimestamp>>;
const eur = (amount: string) => new Money(new Decimal(amount), 'EUR');

const ana = new TestRecord('User', 'u1', { name: 'Ana', email: 'ana@example.com', role: 'customer' });
const bo = new TestRecord('User', 'u2', { name: 'Bo', email: 'bo@example.com', role: 'agent' });
const comment = (id: string, author: Value, body: Value): TestRecord => new TestRecord('Comment', id, { author, body });
const comments = listOfRecords('Comment', [comment('c1', ana, 'Hot'), comment('c2', bo, 'Cold'), comment('c3', null, null)]);

const ticket = (id: string, fields: Readonly<Record<string, Value>> = {}): TestRecord =>
  new TestRecord('Ticket', id, {
    number: 7,
    subject: 'Boiler',
    body: null,
    priority: 'high',
    status: 'open',
    customer: ana,
    assignee: null,
    tags: ['a', 'b'],
    comments,
    watchers: listOfRecords('User', [bo]),
    createdAt: at('2026-01-05T09:00:00Z'),
    resolvedAt: null,
    due: parseDate('2026-01-10') ?? null,
    estimate: new Duration(5400, 0),
    price: eur('12.35'),
    score: new Decimal('2.5'),
    data: new Map<string, Value>([['x', 1]]),
    photo: null,
    ...fields,
  });

const tickets = listOfRecords('Ticket', [
  ticket('t1'),
  ticket('t2', { number: 8, status: 'closed', customer: bo, assignee: bo, price: eur('0.05') }),
  ticket('t3', { number: 9, price: null }),
]);

const scope = scopeWith(
  { self: ticket('t1'), bound: new Map() },
  {
    me: ana,
    now: at('2026-01-06T10:30:00.5Z'),
    today: parseDate('2026-01-06') ?? undefined,
    timeZone: 'Europe/Madrid',
    constant: (name) => ({ DAILY_LIMIT: 20, REOPEN_WINDOW: new Duration(14 * 86400, 0), VAT: new Decimal('0.21'), FEE: eur('1.00') })[name],
    entity: (name) => (name === 'Ticket' ? tickets : listOfRecords(name, [ana, bo])),
  },
);

const checked = (source: string) => checkExpression(parseText(source), place({ self: 'Ticket' }));
const evaluate = (source: string): Value => compileExpression(checked(source))(scope);
const shown = (source: string): unknown => {
  try {
    return toJson(evaluate(source));
  } catch (error) {
    if (error instanceof EvaluationError) return `! ${error.message}`;
    throw error;
  }
};

describe('evaluate', () => {
  it.each<readonly [string, unknown]>([
    // Numbers
    ['1 + 2 * 3', 7],
    ['7 / 2', 3],
    ['-7 / 2', -3],
    ['-7 % 3', -1],
    ['0 * -5', 0],
    ['0.1 + 0.2', 0.3],
    ['0.1 + 0.2 == 0.3', true],
    ['1 == 1.0', true],
    ['2.0 / 3.0', '0.66666666666666666667'],
    ['1 / 0', '! a division by zero'],
    ['1.5 / 0.0', '! a division by zero'],
    ['5 % 0', '! a division by zero'],
    ['9223372036854775807 + 1', '! the result is larger than an integer can be'],
    ['-9223372036854775808 - 1', '! the result is larger than an integer can be'],
    ['-(-9223372036854775807 - 1)', '! the result is larger than an integer can be'],
    ['9007199254740991 + 1', '9007199254740992'],
    ['9007199254740992 - 1', 9007199254740991],
    ['3037000500 * 3037000500', '! the result is larger than an integer can be'],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(2.345, 2)', 2.35],
    ['round(price, 1)', 12.4],
    // Money
    ['price * VAT', 2.59],
    ['price * 2', 24.7],
    ['price / 3', 4.12],
    ['-price / 2', -6.18],
    ['0 - price', -12.35],
    ['FEE - (0 - price)', 13.35],
    ['0 - price < 0', true],
    ['price / FEE', 12.35],
    ['price + FEE', 13.35],
    ['price > 12', true],
    ['price == 12.35', true],
    ['price > FEE', true],
    ['sum(Ticket.map(t, t.price))', 12.4],
    ['avg(Ticket.map(t, t.price))', 6.2],
    ['max(Ticket.map(t, t.price))', 12.35],
    ['sum(Ticket.filter(t, false).map(t, t.price))', 0],
    ['avg(Ticket.filter(t, false).map(t, t.number))', null],
    ['min(Ticket.filter(t, false).map(t, t.number))', null],
    ['avg([1, 2])', 1.5],
    ['min(3, 1.5, 2)', 1.5],
    ['sum([days(1), hours(1)])', 'P1DT1H'],
    // Text
    ['subject + "!"', 'Boiler!'],
    ['size("añ😀")', 3],
    ['"añ😀x".charAt(2)', '😀'],
    ['"añ😀x".substring(2)', '😀x'],
    ['"añ😀x".indexOf("x")', 3],
    ['"\uFFFD" < "😀"', true],
    ['"a" < "b" && "a" < "aa" && "Z" < "a"', true],
    ['slugify("How to Train: Über Straße!")', 'how-to-train-uber-strasse'],
    ['slugify("  --  ")', ''],
    ['slugify("Привет, мир")', 'привет-мир'],
    ['trim("  a b ")', 'a b'],
    ['upper("straße")', 'STRASSE'],
    ['"a-b-c".replace("-", "+", 1)', 'a+b-c'],
    ['["a", "b"].join("-")', 'a-b'],
    ['"%s: %.2f %d%%".format(["x", 2.345, 7])', 'x: 2.34 7%'],
    ['"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".matches("^(a+)+$")', false],
    ['random(5)', 'abcde'],
    // If one side decides, a failure elsewhere in a long chain is ignored, as in a short one.
    [`${Array(300).fill('1 / 0 == 1').join(' || ')} || true`, true],
    [`${Array(300).fill('1 / 0 == 1').join(' && ')} && false`, false],
    [`${Array(300).fill('true').join(' && ')} && 1 / 0 == 1`, '! a division by zero'],
    [`["ab"]${'.map(x, x + x)'.repeat(60)}[0].size()`, '! the result is too long to store'],
    [`[1.5]${'.map(x, x * x)'.repeat(60)}[0]`, '! the result is too long to store'],
    [`["ab"]${'.map(x, x.replace("", x))'.repeat(60)}[0].size()`, '! the result is too long to store'],
    // Times
    ['now - createdAt', 'P1DT1H30M0.5S'],
    ['days(now - createdAt)', 1],
    ['hours(now - createdAt)', 25],
    ['minutes(duration("-90s"))', -1],
    ['days(1.5)', 'P1DT12H'],
    ['createdAt + REOPEN_WINDOW', '2026-01-19T09:00:00.000Z'],
    ['today - due', '-P4D'],
    ['due + days(30)', '2026-02-09'],
    ['due - hours(1)', '! a date moves by whole days only'],
    ['estimate * 3', 'PT4H30M'],
    ['createdAt.getHours()', 10],
    ['createdAt.getHours("UTC")', 9],
    ['createdAt.getHours("America/New_York")', 4],
    ['createdAt.getHours("-08:00")', 1],
    ['due.getDayOfWeek()', 6],
    ['datetime(due, datetime(due, createdAt.getHours() > 0 ? null : null)) == now', '! datetime() is called on null'],
    ['string(createdAt)', '2026-01-05T09:00:00Z'],
    ['string(estimate)', '5400s'],
    ['createdAt + duration("1000000000000s")', '! “1000000000000s” is not a duration such as 1h30m'],
    ['timestamp("9999-12-31T23:59:59Z") + hours(1)', '! the result lies outside the years 1 to 9999'],
    // Lists and maps
    ['[1, 2, 3].filter(x, x > 1).map(x, x * x)', [4, 9]],
    ['[1, 2, 3].map(x, x > 1, x * x)', [4, 9]],
    ['[1, 2, 0].exists(x, 4 / x == 2)', true],
    ['[1, 0].all(x, 4 / x == 5)', false],
    ['[1, 0].exists(x, 4 / x == 5)', '! a division by zero'],
    ['[0, 1].exists_one(x, 4 / x == 4)', '! a division by zero'],
    ['[1, 0].filter(x, 4 / x == 5)', '! a division by zero'],
    ['{"a": 1, "b": 2}.exists(k, k == "b")', true],
    ['distinct([[1, 2], [2, 1.0]])', [1, 2]],
    ['sort(["b", "ä", "B", "a"])', ['B', 'a', 'b', 'ä']],
    ['[3, 1, 2].sort()[0]', 1],
    ['sort([])', []],
    ['distinct(Ticket.map(t, t.tags))', ['a', 'b']],
    ['[1, 2] + [3]', [1, 2, 3]],
    ['[1, 2][2]', '! there is no place 2 in a list of 2'],
    ['{"a": 1}["b"]', '! there is no key “b”'],
    ['{"a": 1}.a', 1],
    ['has({"a": 1}.b)', false],
    ['"a" in {"a": 1}', true],
    ['data.x + 1', 2],
    ['tags == ["a", "b"]', true],
    // Null and errors
    ['assignee == null', true],
    ['assignee.name', '! “assignee” is null, so it has no “name”'],
    ['has(assignee.name)', '! “assignee” is null, so it has no “name”'],
    ['has(self.assignee)', false],
    ['has(self.customer)', true],
    ['body == null || size(body) > 3', true],
    ['size(body) > 3', '! size() is called on null'],
    ['false && assignee.name == ""', false],
    ['assignee.name == "" && false', false],
    ['assignee.name == "" || true', true],
    ['assignee.name == "" || false', '! “assignee” is null, so it has no “name”'],
    ['assignee.name == "" ? 1 : 2', '! “assignee” is null, so it has no “name”'],
    ['body > "a"', '! null and text have no order'],
    // Records
    ['customer == me', true],
    ['customer in watchers', false],
    ['me in [customer]', true],
    ['me in User', true],
    ['assignee in watchers', false],
    ['size(comments)', 3],
    ['comments.exists(c, c.author.role == "agent")', true],
    ['comments.filter(c, c.author.role != "agent").size()', 1],
    ['comments.all(c, c.body != "x")', true],
    ['comments.all(c, c.author.name != "")', false],
    ['comments.exists_one(c, c.author == me)', true],
    ['comments.map(c, c.body)', ['Hot', 'Cold', null]],
    ['comments.map(c, c.author.name)', '! “author” is null, so it has no “name”'],
    ['comments.map(c, c.author.role == "agent", c.body)', ['Cold']],
    ['comments[0].author.name', 'Ana'],
    ['User.map(u, Ticket.filter(t, t.customer == u)).map(ts, size(ts))', [2, 1]],
    ['size(Ticket.filter(t, t.status == "open" && t.customer == self.customer))', 2],
    ['Ticket.filter(t, t.number > 7).exists(t, t.assignee == null)', true],
    ['[customer, null].filter(u, u.name == "Ana")', '! “u” is null, so it has no “name”'],
    ['[customer, me].filter(u, u.nothing == 1)', []],
    ['TicketView(self).id', 't1'],
    ['UserView(assignee)', '! the view UserView is called with null, not with a record'],
    // Constants
    ['DAILY_LIMIT + 1', 21],
    ['MAX_TAGS > 1', '! the constant “MAX_TAGS” is not known'],
    ['status in ["open", "closed"]', true],
    ['nope', '! “nope” is not declared'],
  ])('%s', (source, expected) => {
    expect(shown(source)).toEqual(expected);
  });

  it('is satisfied only if exactly true', () => {
    expect(isTrue(checked('status == "open"'), scope)).toBe(true);
    expect(isTrue(checked('assignee.name == "x"'), scope)).toBe(false);
    expect(isTrue(checked('!(assignee.name == "x")'), scope)).toBe(false);
    expect(isTrue(checked('a ='), scope)).toBe(false);
  });

  it('throws with the position when there is no value', () => {
    expect(() => compileExpression(checked('1 + assignee.name.size()'))(scope)).toThrow(EvaluationError);
    expect(() => compileExpression(parseText('a ='))(scope)).toThrow('cannot be read');
    try {
      evaluate('1 + assignee.name.size()');
    } catch (error) {
      expect(error).toMatchObject({ from: 4, to: 17 });
    }
  });

  it('reads the row inside where', () => {
    const where = checkExpression(
      parseText('t.number == number && customer == me'),
      place({ row: 'Ticket', alias: 't', bound: new Map([['number', { kind: 'integer' }]]) }),
    );
    const test = rowPredicate(where, { ...scope, self: null, bound: new Map([['number', 9]]) });
    expect(
      tickets
        .records()
        .filter(test)
        .map(({ id }) => id),
    ).toEqual(['t3']);
  });

  it('compiles once', () => {
    const expression = checked('1 + 1');
    expect(compileExpression(expression)).toBe(compileExpression(expression));
  });

  it('keeps the outer variable for lists that are evaluated later', () => {
    const lists = evaluate('User.map(u, Ticket.filter(t, t.customer == u))') as readonly Value[];
    expect(lists.map((list) => toJson(list))).toEqual([['t1', 't3'], ['t2']]);
  });

  it('has an implementation for every signature and a signature for every implementation', () => {
    expect(new Set(implementations.keys())).toEqual(new Set(signatures.map(({ name }) => name)));
  });
});

describe('agreement with a plain reference', () => {
  const limit = 1n << 63n;
  const integer = fc.oneof(
    fc.bigInt({ min: -limit, max: limit - 1n }),
    fc.bigInt({ min: -20n, max: 20n }),
    fc.bigInt({ min: -(1n << 54n), max: 1n << 54n }),
  );
  const literal = (value: bigint): string => (value < 0n ? `(${value})` : String(value));
  const fold = (operator: string, a: bigint, b: bigint): bigint | undefined => {
    const result =
      operator === '+'
        ? a + b
        : operator === '-'
          ? a - b
          : operator === '*'
            ? a * b
            : b === 0n
              ? undefined
              : operator === '/'
                ? a / b
                : a % b;
    return result === undefined || result >= limit || result < -limit ? undefined : result;
  };

  it('on integers', () => {
    fc.assert(
      fc.property(
        integer,
        integer,
        integer,
        fc.constantFrom('+', '-', '*', '/', '%'),
        fc.constantFrom('+', '-', '*', '/', '%'),
        (a, b, c, first, second) => {
          const inner = fold(first, a, b);
          const expected = inner === undefined ? undefined : fold(second, inner, c);
          const source = `(${literal(a)} ${first} ${literal(b)}) ${second} ${literal(c)}`;
          let result: Value | undefined;
          try {
            result = evaluate(source);
          } catch {
            result = undefined;
          }
          expect(result === undefined || result === null ? undefined : BigInt(result as number)).toBe(expected);
          // An integer has a single representation: a number if it is safe.
          if (result !== undefined)
            expect(typeof result).toBe(
              expected !== undefined && (expected > 9007199254740991n || expected < -9007199254740991n) ? 'bigint' : 'number',
            );
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('on conditions with errors', () => {
    type Logic = boolean | 'error';
    const leaf = fc.constantFrom<readonly [string, Logic]>(['true', true], ['false', false], ['1 / 0 > 0', 'error']);
    const tree = fc.letrec<{ node: readonly [string, Logic] }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        leaf,
        tie('node').map(([text, value]): readonly [string, Logic] => [`!(${text})`, value === 'error' ? 'error' : !value]),
        fc
          .tuple(tie('node'), tie('node'))
          .map(([[a, x], [b, y]]): readonly [string, Logic] => [
            `(${a}) && (${b})`,
            x === false || y === false ? false : x === 'error' || y === 'error' ? 'error' : true,
          ]),
        fc
          .tuple(tie('node'), tie('node'))
          .map(([[a, x], [b, y]]): readonly [string, Logic] => [
            `(${a}) || (${b})`,
            x === true || y === true ? true : x === 'error' || y === 'error' ? 'error' : false,
          ]),
      ),
    }));
    fc.assert(
      fc.property(tree.node, ([source, expected]) => {
        expect(shown(source)).toBe(expected === 'error' ? '! a division by zero' : expected);
      }),
      { numRuns: 500 },
    );
  });

  it('on equality: reflexive and symmetric', () => {
    const sources = [
      'null',
      'true',
      '1',
      '1.0',
      '9007199254740993',
      '"1"',
      'days(1)',
      'now',
      'today',
      'price',
      'customer',
      'me',
      '[1]',
      '[1.0]',
      '{"a": 1}',
      'comments',
      'b"a"',
    ];
    const values = sources.map(evaluate);
    for (const a of values) {
      expect(equals(a, a)).toBe(true);
      for (const b of values) expect(equals(a, b)).toBe(equals(b, a));
    }
  });
});
