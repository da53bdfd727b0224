import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { Calls } from './answer-call.ts';

/** `guard`: that of the row above to `refused`. */
const document = (guard: string): string => `# Specification: Stays

## 3. The domain model

### Stay

| Field | Type |
|---|---|
| number | integer |
| kind | enum short, long |
| day | date |
| size | integer |
| note | text |
| said | text |
| state | state |

| Example | number | kind | day | size | note |
|---|---|---|---|---|---|
| One | 1 | long | 2026-01-05 | 3 | old |

## 4. States

### Stay.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | open | | | |
| open | plan(kind?, day?, size?, note?, since?: date, count?: integer) | refused | \`${guard}\` | REFUSED | |
| open | plan | | | | \`said = given(kind) ? "given" : "left out"\` |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /plan\` | \`{kind?, day?, size?, note?, since?, count?}\` | \`get Stay as s where s.number == 1; plan s with {"kind": kind, "day": day, "size": size, "note": note, "since": since, "count": count}\` | 200 \`{"kind": s.kind, "day": s.day, "size": s.size, "note": s.note, "said": s.said}\` |
| \`POST /clear\` | | \`get Stay as s where s.number == 1; plan s with {"kind": "", "note": ""}\` | 200 \`{"kind": s.kind, "day": s.day, "size": s.size, "note": s.note, "said": s.said}\` |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| REFUSED | 409 | No. | toast |
`;

function ask(path: string, given: unknown, guard = 'false'): unknown {
  const request = { method: 'POST', path, query: '', token: null, contentType: 'application/json', body: JSON.stringify(given) };
  const { status, body } = new Calls(productInMemory(document(guard)).product).answer(request);
  const answer = JSON.parse(body ?? '{}');
  return status === 200
    ? answer
    : (answer.errors as { error: string; field?: string }[]).map(({ error, field }) => `${error} ${field ?? ''}`.trim());
}

const before = { kind: 'long', day: '2026-01-05', size: 3, note: 'old', said: 'left out' };

test.each(['kind', 'day', 'size', 'since', 'count'])(
  'an empty text in the body for the optional parameter %s of an event is INVALID',
  (name) => {
    expect(ask('/plan', { [name]: '' })).toEqual([`INVALID ${name}`]);
    // The row reads it as null, so what refuses null comes first.
    expect(ask('/plan', { [name]: '' }, `${name} == null`)).toEqual(['REFUSED']);
  },
);

test('for a text it is a value, null clears a field, and a parameter that is left out keeps it', () => {
  expect(ask('/plan', { note: '' })).toEqual({ ...before, note: '' });
  expect(ask('/plan', { kind: null })).toEqual({ ...before, kind: null, said: 'given' });
  expect(ask('/plan', {})).toEqual(before);
});

test('in an expression, an empty text for another type than a text is null', () => {
  expect(ask('/clear', {})).toEqual({ ...before, kind: null, note: '', said: 'given' });
});
