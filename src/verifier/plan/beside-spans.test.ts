import { beforeAll, expect, test } from 'vitest';
import { verified } from '../../../testing/services/verified.ts';
import { besideSpan } from '../values/spans.ts';

const rooms = `# Specification: Rooms

## 3. Entities and their fields

### Room

| Field | Type | Required |
|---|---|---|
| number | serial | |

### Booking

| Field | Type | Required |
|---|---|---|
| number | serial | |
| room | Room | yes |
| day | date | yes |
| starts | time | yes |
| ends | time | yes |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| forward | Booking | \`starts < ends\` | REVERSED |
| one at a time | Booking | no overlap starts, ends per room, day | TAKEN |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |

| Permission | visitor |
|---|---|
| Room: create, read | yes |
| Booking: create, read | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /rooms\` | | \`create Room as r\` | 201 \`{"number": r.number}\` |
| \`POST /rooms/:number/bookings\` | \`{day, starts, ends}\` | \`get Room as r where r.number == number; create Booking as b with {"room": r}\` | 201 \`BookingView(b)\` |
| \`GET /bookings/:number\` | | \`get Booking as b where b.number == number\` | 200 \`BookingView(b)\` |

### BookingView of Booking

| Key | Value |
|---|---|
| number | |
| room | \`room.number\` |
| day | |
| starts | |
| ends | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| REVERSED | 422 | The end is after the start. |
| TAKEN | 409 | The room is taken. |
`;

/** The requests to book, in words without names and ids, with their status. */
let booked: readonly string[];

beforeAll(async () => {
  const { exchanges } = await verified(rooms, 300);
  booked = exchanges.flatMap(({ attempt, expected }) => {
    const [, words] = attempt.words.split(' with a span ');
    return words === undefined ? [] : [`${expected.status} ${words}`];
  });
});

test('spans beside that of another booking of a room and day: taken where they overlap, free where they touch', () => {
  expect(booked).toEqual(
    expect.arrayContaining([
      '409 like that of another record',
      '201 right after that of another record',
      '201 right before that of another record',
      '409 that begins before that of another record ends',
      '409 around that of another record',
    ]),
  );
});

test('spans of each kind beside another one', () => {
  expect(besideSpan('after', '2026-01-30', '2026-02-02')).toEqual(['2026-02-02', '2026-02-05']);
  expect(besideSpan('around', '2026-03-01', '2026-03-02')).toEqual(['2026-02-28', '2026-03-03']);
  expect(besideSpan('into', '10:00', '11:30')).toEqual(['11:29', '12:59']);
  expect(besideSpan('before', '10:00', '11:30')).toEqual(['08:30', '10:00']);
  // There is no time of day before midnight.
  expect(besideSpan('before', '00:30', '02:00')).toBeUndefined();
  expect(besideSpan('after', '2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z')).toEqual([
    '2026-01-01T11:00:00.000Z',
    '2026-01-01T12:00:00.000Z',
  ]);
  expect(besideSpan('same', 3, 5)).toEqual([3, 5]);
  expect(besideSpan('same', 'a', 'b')).toBeUndefined();
});
