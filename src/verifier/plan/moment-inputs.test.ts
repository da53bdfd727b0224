import { beforeAll, expect, test } from 'vitest';
import { verified } from '../../../testing/services/verified.ts';

/** Visits begin at moments that requests give; where they end is computed. */
const visits = `# Specification: Visits

## 3. Entities and their fields

### Visit

| Field | Type | Required | Computed |
|---|---|---|---|
| number | serial | | |
| room | integer | yes | |
| kind | enum checkup, operation | yes | |
| begins | datetime | yes | |
| ends | datetime | | \`begins + (kind == "operation" ? hours(2) : minutes(30))\` |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| later | Visit.begins | \`begins > now\` | PAST |
| operations are prepared | Visit | \`kind == "checkup" \\|\\| begins - now >= AHEAD\` | TOO_SOON |
| one at a time | Visit | no overlap begins, ends per room | TAKEN |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |

| Permission | visitor |
|---|---|
| Visit: create, read | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /visits\` | \`{room, kind, begins}\` | \`create Visit as v\` | 201 \`{"number": v.number, "ends": v.ends}\` |
| \`GET /visits/:number\` | | \`get Visit as v where v.number == number\` | 200 \`{"number": v.number, "ends": v.ends}\` |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| PAST | 422 | That is over. |
| TOO_SOON | 422 | It has to be prepared. |
| TAKEN | 409 | The room is taken. |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| AHEAD | 77 | hours |
`;

interface Sent {
  readonly words: string;
  readonly kind: unknown;
  /** Hours until the visit begins. */
  readonly ahead: number;
  readonly error: string | null;
}

let sent: readonly Sent[];

beforeAll(async () => {
  const { exchanges } = await verified(visits, 400, { clock: true, reset: true });
  sent = exchanges.flatMap(({ at, attempt: { call, words }, sent: { body }, expected: { refusals } }) => {
    if (call.name.text !== 'POST /visits' || body?.startsWith('{"') !== true || !body.endsWith('}')) return [];
    const { kind, begins } = JSON.parse(body) as { readonly kind?: unknown; readonly begins?: string };
    return [{ words, kind, ahead: (Date.parse(begins ?? '') - at) / 3_600_000, error: refusals?.[0]?.error ?? null }];
  });
});

test('moments a few minutes before and after a limit', () => {
  const near = sent.filter(({ kind, ahead }) => kind === 'operation' && Math.abs(ahead - 77) < 0.1);
  expect(new Set(near.map(({ ahead, error }) => `${ahead < 77} ${error}`))).toEqual(new Set(['true TOO_SOON', 'false null']));
});

test('spans that touch another one and that reach into it, where their ends are computed', () => {
  const beside = sent.flatMap(({ words, error }) =>
    words
      .split(' with a span ')
      .slice(1)
      .map((how) => `${error} ${how}`),
  );
  expect(beside).toEqual(
    expect.arrayContaining([
      'TAKEN like that of another record',
      'null right after that of another record',
      'null right before that of another record',
      'TAKEN that begins before that of another record ends',
    ]),
  );
});
