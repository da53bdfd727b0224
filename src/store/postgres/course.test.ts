import { expect, test } from 'vitest';
import { Course } from './course.ts';

type Row = readonly (string | number | null)[];
type Asked = readonly [sql: string, parameters: readonly string[], finds: Row | null];

/** Once along a course; gives what was asked in each exchange. */
function once(course: Course, known: readonly string[], all: readonly Asked[]): string[][] {
  const walk = course.walk<Row | null>(known);
  const exchanges: string[][] = [];
  const find = (sql: string, parameters: readonly (string | null)[]): Row | null =>
    all.find(([text, given]) => text === sql && given.join() === parameters.join())?.[2] ?? null;
  for (const [sql, parameters, finds] of all) {
    const { step, answer } = walk.meet(sql, parameters, true);
    if (answer === null) {
      const foreseen = walk.foreseen(step);
      for (const one of foreseen) walk.keep(one, find(one.sql, one.parameters));
      exchanges.push([sql, ...foreseen.map((one) => `${one.sql} ${one.parameters.join()}`)]);
    } else expect(answer).toEqual(finds);
    walk.answered(step, finds);
  }
  walk.end();
  return exchanges;
}

const article = (token: string, person: string, slug: string, id: string): Asked[] => [
  ['session', [token], [person, 'x']],
  ['article', [slug, person], [id, slug]],
  ['author', [`{"${id}"}`, '20'], ['x']],
];

test('what is asked again with other values is asked in one exchange, as far as its parameters are known', () => {
  const course = new Course();
  expect(once(course, ['a'], article('token', 'ana', 'a', '1'))).toEqual([['session'], ['article'], ['author']]);
  // Who it is was known the last time; which article it is, is not known before it is found.
  expect(once(course, ['b'], article('token', 'ana', 'b', '2'))).toEqual([['session', 'article b,ana'], ['author']]);
  // The same article again: what it found is remembered.
  expect(once(course, ['b'], article('token', 'ana', 'b', '2'))).toEqual([['session', 'article b,ana', 'author {"2"},20']]);
  // Somebody else, of whom nothing is known: article and author wait for who it is.
  expect(once(course, ['b'], article('other', 'bo', 'b', '2'))).toEqual([['session'], ['article'], ['author']]);
});

test('what was foreseen with a wrong value is asked again with the right one', () => {
  const course = new Course();
  once(course, ['a'], article('token', 'ana', 'a', '1'));
  once(course, ['a'], article('token', 'ana', 'a', '1'));
  // The token is somebody else's now: what was foreseen for the rest is not trusted either.
  expect(once(course, ['a'], article('token', 'bo', 'a', '1'))).toEqual([
    ['session', 'article a,ana', 'author {"1"},20'],
    ['article'],
    ['author'],
  ]);
});

test('a value that a question itself gave the last time', () => {
  const course = new Course();
  const counted = (last: string, now: string): Asked[] => [
    ['first', ['k'], ['k']],
    ['count', [last], [now]],
  ];
  once(course, [], counted('', '7:7'));
  once(course, [], counted('7:7', '9:9'));
  // The first time that it can be seen where it came from.
  expect(once(course, [], counted('9:9', '9:9'))).toEqual([['first', 'count 9:9']]);
  expect(once(course, [], counted('9:9', '12:12'))).toEqual([['first', 'count 9:9']]);
  expect(once(course, [], counted('12:12', '12:12'))).toEqual([['first', 'count 12:12']]);
});

test('what is written makes answers old, and nothing is asked ahead of it', () => {
  const course = new Course();
  const run = (): string[] => {
    const walk = course.walk<Row>([]);
    const foreseen: string[] = [];
    for (const [sql, reads] of [
      ['a', true],
      ['write', false],
      ['b', true],
      ['c', true],
    ] as const) {
      const { step, answer } = walk.meet(sql, [], reads);
      if (answer !== null) foreseen.push(`${sql} is there`);
      else
        for (const one of walk.foreseen(step)) {
          foreseen.push(`${sql}: ${one.sql}`);
          walk.keep(one, ['x']);
        }
      if (reads) walk.answered(step, ['x']);
    }
    walk.end();
    return foreseen;
  };
  expect(run()).toEqual([]);
  expect(run()).toEqual(['write: b', 'write: c', 'b is there', 'c is there']);
});

test('a course that is left again and again is learnt anew; what is asked for nothing is asked ahead no more', () => {
  const course = new Course();
  const ab: Asked[] = [
    ['a', ['1'], ['x']],
    ['b', ['2'], ['x']],
  ];
  once(course, [], ab);
  for (let times = 0; times < 4; times++) expect(once(course, [], ab.slice(0, 1))).toEqual([['a', 'b 2']]);
  expect(once(course, [], ab.slice(0, 1))).toEqual([['a']]);
  const ac: Asked[] = [
    ['a', ['1'], ['x']],
    ['c', ['3'], ['x']],
  ];
  once(course, [], ac);
  once(course, [], ac);
  expect(once(course, [], ac)).toEqual([['a', 'c 3']]);
});

test('a transaction that is decided again goes back to where it began', () => {
  const course = new Course();
  const ab: Asked[] = [
    ['a', ['1'], ['x']],
    ['b', ['2'], ['x']],
  ];
  once(course, [], ab);
  const walk = course.walk<Row>([]);
  const mark = walk.mark();
  for (const tried of [1, 2]) {
    const { step, answer } = walk.meet('a', ['1'], true);
    expect(answer).toBeNull();
    const [ahead] = walk.foreseen(step);
    if (ahead === undefined) throw new Error('b is foreseen');
    walk.keep(ahead, [`found ${tried}`]);
    walk.answered(step, ['x']);
    if (tried === 1) walk.back(mark);
  }
  expect(walk.meet('b', ['2'], true).answer).toEqual(['found 2']);
});
