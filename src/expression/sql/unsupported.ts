/**
 * Expressions that filters, permissions and computed fields may use but SQL cannot evaluate; the
 * evaluator then checks the records itself. The expression test suite compares this list with both
 * dialects, and docs/reference shows it.
 */
export interface UnsupportedInSql {
  /** A description in the notation's terms. */
  readonly what: string;
  /** An expression on a Thing of the test suite (testing/expression/expression-records.ts). */
  readonly example: string;
  readonly in: readonly ('SQLite' | 'Postgres')[];
  readonly why: string;
  /**
   * Only some values need the evaluator, which then runs the whole query. The example includes one.
   */
  readonly some?: true;
}

const both = ['SQLite', 'Postgres'] as const;
const postgres = ['Postgres'] as const;

export const unsupportedInSql: readonly UnsupportedInSql[] = [
  {
    what: 'a field of json',
    example: 'extra.size > 3',
    in: both,
    why: 'What it holds, and so what it is compared as, is only known when it is read.',
  },
  { what: 'a map that depends on a record', example: '{"a": n}["a"] == 1', in: both, why: 'SQL has rows and values, no maps.' },
  {
    what: 'two types in one place: an integer here, a decimal there',
    example: '(yes ? n : d) == 1',
    in: both,
    why: 'A column has one type, and an integer divides otherwise than the decimal that is equal to it.',
  },
  {
    what: 'two types in one list',
    example: 'max(n, d) == 1',
    in: both,
    why: 'A column has one type, and the smallest of them may be of either.',
  },
  {
    what: 'a choice between two lists',
    example: 'size(yes ? texts : ["a"]) == 1',
    in: both,
    why: 'A FROM clause cannot depend on a condition.',
  },
  {
    what: 'a list of lists, but for distinct()',
    example: 'size(steps.map(s, s.thing.texts)) == 1',
    in: both,
    why: 'A row cannot contain rows.',
  },
  { what: 'bytes()', example: 'bytes(a) == bytes(b)', in: both, why: 'No field keeps bytes.' },
  { what: 'format()', example: '"%s: %d".format([a, n]) == b', in: both, why: 'Its list contains values of several types.' },
  { what: 'random()', example: 'random(3) == a', in: both, why: 'Each record has its own.' },
  { what: 'dyn() of another type', example: 'dyn(a) == n', in: both, why: 'SQL compares values of one type.' },
  {
    what: 'distinct() of files',
    example: 'size(distinct(steps.map(s, s.thing.photo))) == 1',
    in: both,
    why: 'Two files of one id may have two names.',
  },
  {
    what: 'amounts beyond 92 quadrillions',
    example: 'price * 1000000 > price',
    in: both,
    some: true,
    why: 'Columns keep hundredths in 64 bits, the evaluator has no such end.',
  },
  {
    what: 'sum() and avg() of integers beyond 64 bits, of durations beyond ten thousand years',
    example: 'sum(numbers) > 0',
    in: both,
    some: true,
    why: 'Whether adding up fails half-way depends on the order, which SQL does not keep.',
  },
  {
    what: 'durations finer than a microsecond',
    example: 'hours(d / 7) > length',
    in: both,
    some: true,
    why: 'Columns keep microseconds.',
  },
  { what: 'slugify()', example: 'slugify(a) == b', in: postgres, why: 'Postgres takes accents off by other tables than JavaScript.' },
  {
    what: 'timestamp() of a text',
    example: 'timestamp(a) < now',
    in: postgres,
    why: 'Postgres reads other texts as moments, and other ones not.',
  },
  {
    what: 'date() and time()',
    example: 'date(n, 1, 2) == day || time(a) == clock',
    in: postgres,
    why: 'Postgres fails the query where there is no such day or time.',
  },
  { what: 'startOfMonth()', example: 'startOfMonth(day) == day', in: postgres, why: 'Dates are ISO text there.' },
  { what: 'months()', example: 'day + months(n) > day', in: both, why: 'SQL goes on into the next month where a month has no such day.' },
  { what: 'number() of an amount', example: 'number(price) == d', in: postgres, why: 'Amounts are whole hundredths there.' },
  { what: 'duration() of a text', example: 'duration(a) > length', in: postgres, why: 'Postgres reads other texts as durations.' },
  {
    what: 'replace() of a text that is not written in the document, or of only some places',
    example: 'a.replace(b, "x") == "x"',
    in: postgres,
    why: 'An empty text is replaced between all characters, in Postgres nowhere.',
  },
  { what: 'split() into so many parts', example: 'a.split(",", 2).size() == 2', in: postgres, why: 'Postgres splits into all.' },
  {
    what: 'matches() with a pattern that is not written in the document',
    example: 'a.matches(b)',
    in: postgres,
    why: 'A pattern of RE2 is put into Postgres’ words before the query runs.',
  },
  {
    what: 'patterns with flags, \\b, \\p{…}, [[:…:]], or repetitions beyond 255',
    example: 'a.matches("(?i)B")',
    in: postgres,
    why: 'RE2 and Postgres mean different things by them.',
  },
  {
    what: 'lower() and upper() of letters that become more than one, or another by their place in the word (ß, İ, Σ)',
    example: 'lower(a) == upper(b)',
    in: postgres,
    some: true,
    why: 'Postgres replaces letter by letter.',
  },
  {
    what: 'times and dates of a named time zone before 1970 and after 2100',
    example: 'at.getHours() > 3',
    in: postgres,
    some: true,
    why: 'What clocks showed then is not told to Postgres; its own table of time zones may be another.',
  },
  {
    what: 'a time zone that is not written in the document',
    example: 'at.getHours(b) > 3',
    in: postgres,
    why: 'Its changes are told to Postgres before the query runs.',
  },
  {
    what: 'decimals of more than 300 digits before or behind the point',
    example: 'd * double("1e290") * 100000000000000.0 * 1000000.0 > 3.0',
    in: postgres,
    some: true,
    why: 'The evaluator has an end, at a thousand digits, that Postgres has not.',
  },
];
