import fc from 'fast-check';
import { Decimal } from '../../src/expression/values/decimal.ts';
import { Duration, Money, PlainDate, PlainTime, Timestamp, type Value } from '../../src/expression/values/value.ts';
import type { StoredRecord } from '../../src/store/store.ts';
import { type ModelSketch, sketchModel } from '../store/store-model.ts';
import { idOf, stamps, user } from '../store/store-records.ts';

/**
 * A model with every kind of value and list, some behind relations, computed fields, and a serial
 * id.
 */
export const expressionModel = (uniques: ModelSketch['uniques'] = []) =>
  sketchModel({
    account: 'User',
    uniques,
    labels: { User: 'name' },
    constants: {
      LIMIT: { value: 3, type: { kind: 'integer' } },
      WINDOW: { value: new Duration(86_400, 0), type: { kind: 'duration' } },
      FEE: { value: new Money(new Decimal('2.50'), 'EUR'), type: { kind: 'money', currency: 'EUR' } },
      RATE: { value: new Decimal('0.07'), type: { kind: 'decimal' } },
      CURRENCY: { value: 'EUR', type: { kind: 'text' } },
    },
    entities: {
      User: {
        name: 'text!',
        email: 'email!^',
        role: 'enum customer, agent!',
        boss: 'User on delete clear',
        things: 'list of Thing by owner',
        open: 'integer = size(things.filter(t, t.status == "open"))',
      },
      Thing: {
        number: 'integer!',
        a: 'text!',
        b: 'text',
        status: 'state!',
        priority: 'enum low, normal, high',
        owner: 'User!',
        helper: 'User on delete clear',
        watchers: 'list of User',
        steps: 'list of Step by thing',
        n: 'integer',
        m: 'integer',
        d: 'decimal',
        e: 'decimal',
        price: 'money',
        yes: 'boolean',
        day: 'date',
        clock: 'time',
        at: 'datetime',
        length: 'duration',
        photo: 'image',
        extra: 'json',
        texts: 'list of text',
        numbers: 'list of integer',
        decimals: 'list of decimal',
        amounts: 'list of money',
        lengths: 'list of duration',
        days: 'list of date',
        moments: 'list of datetime',
        marks: 'list of boolean',
        late: 'boolean = at < now',
        total: 'decimal = d + n',
        word: 'text = b + a',
        nearest: 'User = helper.boss',
        busy: 'boolean = steps.exists(s, s.by.role == "agent")',
      },
      Step: {
        id: 'serial!',
        thing: 'Thing on delete cascade!',
        by: 'User!',
        label: 'text!',
        cost: 'money',
        weight: 'decimal',
        takes: 'duration',
      },
    },
  });

const money = (text: string): Money => new Money(new Decimal(text), 'EUR');
const pick = <T>(items: readonly T[], place: number): T => items[((place % items.length) + items.length) % items.length] as T;

/**
 * Lower case, upper case and neither; a letter of several code points; special characters of SQL,
 * JSON and patterns; the empty text.
 */
export const texts = [
  '',
  'a',
  'b',
  'B',
  'boiler',
  ' boiler ',
  'Boiler 2',
  'straße',
  'STRASSE',
  'ﬁn',
  'İstanbul',
  'ıI',
  'ΟΔΥΣΣΕΥΣ',
  'σς',
  'caf\u00e9',
  'cafe\u0301',
  '😀 x',
  'x😀',
  '\u{10ffff}',
  '\uffff',
  '\ufffd',
  'ǅ',
  '%_',
  'it\'s "so" \\ here',
  'a,b,,c',
  'line\nbreak\ttab',
  '\u00a0\u3000x\u2003',
  '12',
  '-007',
  '+5',
  '1e3',
  '.5',
  '9223372036854775808',
  'true',
  'NULL',
  '[a-z]+',
  'é€漢字',
] as const;

export const integers: readonly Value[] = [
  0,
  1,
  -1,
  2,
  3,
  7,
  -5,
  10,
  1000,
  2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_993n,
  9_223_372_036_854_775_807n,
  -9_223_372_036_854_775_808n,
];

export const decimals: readonly Value[] = [
  '0',
  '-0',
  '0.5',
  '-0.5',
  '1.5',
  '2.5',
  '-2.5',
  '1',
  '3',
  '10',
  '0.00000000000000000001',
  '-0.00000000000000000005',
  '1.00000000000000000000000000000001',
  '123456789012345678901234567890.123456789',
  '-99999999999999999999999999999999999999',
  '9223372036854775807',
  '9223372036854775807.5',
  '0.005',
  '0.015',
].map((text) => new Decimal(text));

const amounts: readonly Value[] = ['0', '0.01', '-0.01', '12.50', '-3', '1000000', '0.05', '99999999999999.99', '2.50'].map(money);
const days: readonly Value[] = [20_458, 0, -1, 19_782, 19_783, -719_162, 2_932_896, 20_819].map((day) => new PlainDate(day));
const clocks: readonly Value[] = [0, 1, 3600, 34_215, 86_399, 9000].map((seconds) => new PlainTime(seconds));
/**
 * Around clock changes in Berlin and Apia, before 1970, with microseconds, the first and the last.
 */
export const moments: readonly Value[] = [
  new Timestamp(1_767_603_600, 0),
  new Timestamp(1_767_603_599, 999_999_000),
  new Timestamp(1_774_745_999, 0),
  new Timestamp(1_774_746_000, 0),
  new Timestamp(1_792_893_600, 1000),
  new Timestamp(1_325_239_199, 0),
  new Timestamp(1_325_239_200, 0),
  new Timestamp(0, 0),
  new Timestamp(-1, 1000),
  new Timestamp(-1_000_000_000, 500_000_000),
  new Timestamp(4_200_000_000, 0),
  new Timestamp(-62_135_596_800, 0),
  new Timestamp(253_402_300_799, 999_999_000),
];
const lengths: readonly Value[] = [
  new Duration(0, 0),
  new Duration(86_400, 0),
  new Duration(-86_400, 0),
  new Duration(3600, 0),
  new Duration(-90, -500_000_000),
  new Duration(0, 1000),
  new Duration(315_576_000_000, 0),
  new Duration(-315_576_000_000, -999_999_000),
  new Duration(172_800, 0),
];

const photo = (id: string, name: string): Value => ({ isFile: true, id, name, mediaType: 'image/png', size: name.length * 100 });

/**
 * Records in which each value of each field occurs, and null in about every fourth; the
 * combinations differ from record to record.
 */
export function expressionRecords(
  count: number,
  seed: number,
): { readonly entity: string; readonly record: StoredRecord; readonly watchers?: readonly string[] }[] {
  const people = [1, 2, 3, 4].map(idOf);
  const users = people.map((_, place) => ({
    entity: 'User',
    record: user(place + 1, {
      name: pick(['Ana', 'bo', 'Öz', ''], place),
      role: pick(['agent', 'customer'], place),
      boss: place > 1 ? (people[place - 2] ?? null) : null,
    }),
  }));
  const chances = fc.sample(fc.nat(1_000_000), { numRuns: count * 24, seed });
  const things = Array.from({ length: count }, (_, place) => {
    let next = place * 24;
    const chance = (): number => chances[next++] ?? 0;
    const one = (values: readonly Value[]): Value =>
      chance() % 4 === 0 ? null : place < values.length ? pick(values, place) : pick(values, chance());
    const some = (values: readonly Value[]): Value => {
      const from = chance();
      return Array.from({ length: from % 4 }, (_item, index) => pick(values, from + index * 7));
    };
    const record: StoredRecord = {
      ...stamps,
      id: idOf(100 + place),
      createdAt: pick(moments, place),
      number: place,
      a: pick(texts, place < texts.length ? place : chance()),
      b: one(texts),
      status: pick(['open', 'assigned', 'closed'], chance()),
      priority: one(['low', 'normal', 'high']),
      owner: pick(people, place),
      helper: one(people),
      n: one(integers),
      m: one(integers),
      d: one(decimals),
      e: one(decimals),
      price: one(amounts),
      yes: one([true, false]),
      day: one(days),
      clock: one(clocks),
      at: one(moments),
      length: one(lengths),
      photo: one([photo('f1', 'one'), photo('f1', 'another'), photo('f2', 'one')]),
      extra: null,
      texts: some(texts),
      numbers: some(integers),
      decimals: some(decimals),
      amounts: some(amounts),
      lengths: some(lengths),
      days: some(days),
      moments: some(moments),
      marks: some([true, false]),
    };
    return { entity: 'Thing', record, watchers: people.slice(0, place % 4) };
  });
  const steps = Array.from({ length: count * 2 }, (_, place) => ({
    entity: 'Step',
    record: {
      ...stamps,
      id: String(place + 1),
      thing: idOf(100 + ((place * 7) % count)),
      by: pick(people, place),
      label: pick(texts, place * 5),
      cost: pick([null, ...amounts], place * 3),
      weight: pick([null, ...decimals], place),
      takes: pick([null, ...lengths], place * 2),
    },
  }));
  return [...users, ...things, ...steps];
}
