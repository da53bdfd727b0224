import fc from 'fast-check';
import { Decimal } from '../../src/expression/values/decimal.ts';
import { parseDate, parseDuration, parseTime, parseTimestamp } from '../../src/expression/values/time.ts';
import { Money, type Value } from '../../src/expression/values/value.ts';
import type { Sketch } from './document.ts';

/** What someone does; numbers choose from what is there when it is done. */
export type Drawn =
  | { readonly kind: 'create'; readonly entity: number; readonly values: readonly (readonly [number, number])[] }
  | { readonly kind: 'update'; readonly entity: number; readonly record: number; readonly values: readonly (readonly [number, number])[] }
  | { readonly kind: 'delete'; readonly entity: number; readonly record: number }
  | { readonly kind: 'event'; readonly entity: number; readonly record: number; readonly event: 'go' | 'back' }
  | { readonly kind: 'add' | 'remove'; readonly entity: number; readonly record: number; readonly member: number }
  | { readonly kind: 'ask'; readonly question: number }
  | { readonly kind: 'wait'; readonly hours: number };

export interface DrawnOperation {
  /** Of the examples; 3 is signed out. */
  readonly person: number;
  readonly what: Drawn;
}

const small = fc.nat({ max: 9 });
const values = fc.array(fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 99 })), { maxLength: 6 });

const what: fc.Arbitrary<Drawn> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('create' as const), entity: small, values }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('update' as const), entity: small, record: small, values }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), entity: small, record: small }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('event' as const),
      entity: small,
      record: small,
      event: fc.constantFrom('go' as const, 'back' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('add' as const, 'remove' as const), entity: small, record: small, member: small }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask' as const), question: small }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.nat({ max: 40 }) }) },
);

/** First some records are made, mostly by someone who may: what is refused at once says little. */
export const drawnOperations = (maxLength: number): fc.Arbitrary<readonly DrawnOperation[]> =>
  fc
    .tuple(
      fc.array(fc.record({ kind: fc.constant('create' as const), entity: small, values }), { minLength: 2, maxLength: 8 }),
      fc.array(fc.record({ person: fc.constantFrom(0, 1, 2, 2, 2, 3), what }), { minLength: 2, maxLength }),
    )
    .map(([made, operations]) => [...made.map((create): DrawnOperation => ({ person: 2, what: create })), ...operations]);

type Column = Sketch['entities'][number]['columns'][number];

/** A value for a field, right or nearly so. `ids` are records that a relation may lead to. */
export function valueFor({ type }: Column, number: number, ids: (entity: string) => readonly string[]): Value {
  const bad = number % 13 === 12;
  const from = (...choices: readonly (Value | undefined)[]): Value =>
    bad ? 'nothing of the kind' : (choices[number % choices.length] ?? null);
  const entity = /^[A-Z]\w*/.exec(type)?.[0];
  if (entity !== undefined) return from(...ids(entity), null);
  switch (type.split(' ')[0]) {
    case 'text':
    case 'markdown':
      return from('a', 'B', 'b', 'x', '', 'äÄ', '😀', 'aé\nb', 'long enough', '%_\\', ' b ');
    case 'integer':
      return from(0, 1, 2, 5, -3, 9_007_199_254_740_993n, null);
    case 'money':
      return from(...['0', '2.5', '-0.01', '1000000.00'].map((amount) => new Money(new Decimal(amount), 'EUR')), null);
    case 'decimal':
      return from(...['0', '0.5', '0.1', '-1.250', '12345678901234567890.000000001'].map((text) => new Decimal(text)), null, 3);
    case 'enum':
      return from('low', 'mid', 'high');
    case 'boolean':
      return from(true, false, null);
    case 'date':
      return from(...['2026-01-04', '2026-01-05', '2026-01-06', '2026-02-28', '0001-01-01', '9999-12-31'].map(parseDate), null);
    case 'datetime':
      return from(
        ...['2026-01-05T09:00:00Z', '2026-01-05T08:59:59.999999Z', '2026-01-06T00:00:00+02:00', '1969-12-31T23:59:59Z'].map((text) =>
          parseTimestamp(text, 'UTC'),
        ),
        null,
      );
    case 'time':
      return from(...['00:00', '09:30', '23:59:59'].map(parseTime), null);
    case 'duration':
      return from(...['PT0S', 'PT1H', 'P1D', '-PT0.5S'].map(parseDuration), null);
    case 'list':
      return type === 'list of text'
        ? from([], ['x'], ['x', 'xy'], ['', 'b', 'b'], null)
        : from([], ids('User').slice(0, 1), ids('User').slice(0, 2));
    case 'json':
      return from(new Map<string, Value>([['a', [1, null, 'x']]]), 'x', 1, [], null, true);
    default:
      return null;
  }
}
