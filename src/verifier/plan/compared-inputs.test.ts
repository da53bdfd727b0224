import { beforeAll, expect, test } from 'vitest';
import { verified } from '../../../testing/services/verified.ts';

const trips = `# Specification: Trips

## 3. Entities and their fields

### Trip

| Field | Type | Required |
|---|---|---|
| number | serial | |
| origin | text(40) | yes |
| destination | text(40) | yes |
| begins | time | yes |
| ends | time | yes |
| hours | decimal | yes |
| seats | list of integer | |
| price | money | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| two places | Trip | \`lower(origin) != lower(destination)\` | SAME_PLACE |
| forward | Trip | \`begins < ends\` | REVERSED |
| by day | Trip | \`begins >= OPENS && ends <= CLOSES\` | CLOSED |
| half hours | Trip.hours | \`hours * 2 == round(hours * 2)\` | NOT_HALF |
| seats differ | Trip | \`size(distinct(seats)) == size(seats)\` | SAME_SEAT |
| seats exist | Trip | \`seats.all(s, s >= 1 && s <= 57)\` | NO_SEAT |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |

| Permission | visitor |
|---|---|
| Trip: create, read, update | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /trips\` | \`{origin, destination, begins, ends, hours, seats, price}\` | \`create Trip as t\` | 201 \`TripView(t)\` |
| \`GET /trips?words\` | | \`list Trip as found where words == null \\|\\| lower(origin).contains(lower(words)) \\|\\| lower(destination) == lower(words)\` | 200 \`{"trips": found.map(t, TripView(t))}\` |
| \`GET /trips/:number\` | | \`get Trip as t where t.number == number\` | 200 \`TripView(t)\` |
| \`PATCH /trips/:number\` | \`{origin?, destination?, begins?, ends?}\` | \`get Trip as t where t.number == number; update t\` | 200 \`TripView(t)\` |

### TripView of Trip

| Key | Value |
|---|---|
| number | |
| origin | |
| destination | |
| begins | |
| ends | |
| hours | |
| seats | |
| price | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| SAME_PLACE | 422 | That is no trip. |
| REVERSED | 422 | The end is after the beginning. |
| CLOSED | 422 | We work by day. |
| NOT_HALF | 422 | Half hours. |
| SAME_SEAT | 422 | A seat is there once. |
| NO_SEAT | 422 | There is no such seat. |

## 9. Business constants and limits

| Constant | Value |
|---|---|
| CURRENCY | EUR |
| OPENS | 07:40 |
| CLOSES | 20:10 |
`;

/** The words of searches. */
let words: readonly string[];
/** The sent bodies, by call, with the first error or none. */
let sent: readonly (readonly [call: string, body: Record<string, unknown>, error: string | null])[];

beforeAll(async () => {
  const { exchanges } = await verified(trips, 600);
  sent = exchanges.flatMap(({ attempt, sent: { body }, expected }) =>
    body?.startsWith('{"') === true && body.endsWith('}')
      ? [[attempt.call.name.text, JSON.parse(body) as Record<string, unknown>, expected.refusals?.[0]?.error ?? null] as const]
      : [],
  );
  words = exchanges.flatMap(({ attempt }) => attempt.query.flatMap(([name, value]) => (name === 'words' ? [String(value)] : [])));
});

const created = (error: string | null, key: string): readonly unknown[] =>
  sent.flatMap(([call, body, one]) => (call === 'POST /trips' && one === error ? [body[key]] : []));

test('a place gets the value of the other one, also in capitals, and in an update alone', () => {
  const same = sent.flatMap(([call, body, error]) => (error === 'SAME_PLACE' ? [{ call, body }] : []));
  expect(same.some(({ body: { origin, destination } }) => origin === destination)).toBe(true);
  expect(same.some(({ body: { origin, destination } }) => origin !== destination && String(origin).toUpperCase() === destination)).toBe(
    true,
  );
  const alone = same.filter(({ call, body }) => call.startsWith('PATCH') && Object.keys(body).length === 1);
  expect(new Set(alone.flatMap(({ body }) => Object.keys(body)))).toEqual(new Set(['origin', 'destination']));
});

test('times at and beside the times that a rule names, and two equal times', () => {
  expect(created('CLOSED', 'begins')).toContain('07:39');
  expect(created(null, 'begins')).toContain('07:40');
  expect(created(null, 'ends')).toContain('20:10');
  expect(created('CLOSED', 'ends')).toContain('20:11');
  expect(sent.some(([, { begins, ends }, error]) => error === 'REVERSED' && begins === ends)).toBe(true);
});

test('decimals with a quarter more', () => {
  expect(created('NOT_HALF', 'hours').map((hours) => Number(hours) % 1)).toContain(0.25);
});

test('lists with equal numbers and with numbers at limits', () => {
  expect(created('SAME_SEAT', 'seats')).toContainEqual([1, 1]);
  expect(created('NO_SEAT', 'seats')).toEqual(expect.arrayContaining([[0], [58]]));
  expect(created(null, 'seats')).toContainEqual([57]);
});

test('amounts with cents', () => {
  expect(created(null, 'price').some((price) => Number(price) % 1 !== 0)).toBe(true);
});

test('a search for a text that must be equal: in capitals, and for a part of it', () => {
  const destinations = created(null, 'destination').map(String);
  expect(destinations.some((one) => words.includes(one.toUpperCase()))).toBe(true);
  expect(destinations.some((one) => words.includes(one.slice(1)))).toBe(true);
});
