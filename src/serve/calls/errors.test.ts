import { describe, expect, test } from 'vitest';
import { processorTimeOf } from '../../../testing/process/processor-time.ts';
import { productInMemory } from '../../../testing/product.ts';
import { Calls } from './answer-call.ts';

const document = (errorBody: string): string => `# Specification: Notes

## 3. Entities and their fields

### Note

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| secret | password | |
| size | integer | |
| status | state | |

## 4. States and transitions

### Note.status

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | open | | |
| open | close | closed | \`size > 100\` | |
| open | close | closed | \`size > 50\` | TOO_SMALL |
| open | close | closed | \`size > 20\` | NEVER_SAID |
| open | shrink | closed | \`size > 100\` | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not too long | Note.title | \`size(title) <= LONGEST\` | TITLE_LONG |
| not negative | Note.size | \`size >= 0\` | NEGATIVE |
| no poor secret | Note.secret | \`size(secret) > 3\` | POOR |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /notes\` | \`{title, size?, secret?}\` | \`create Note as n\` | 201 \`{"id": n.id}\` |
| \`POST /notes/:id/close\` | | \`get Note as n where n.id == id; close n\` | 204 |
| \`POST /notes/:id/shrink\` | | \`get Note as n where n.id == id; shrink n\` | 204 |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| TITLE_LONG | 422 | At most {limit}, not {value}. | at title |
| NEGATIVE | 422 | Not {value}. | at size |
| POOR | 422 | Not {value}. | at secret |
| TOO_SMALL | 409 | Too small. | toast |
| NEVER_SAID | 409 | Never said. | toast |

${errorBody === '' ? '' : `Error body: \`${errorBody}\``}

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| LONGEST | 5 | |
`;

function service(errorBody = '') {
  const calls = new Calls(productInMemory(document(errorBody)).product);
  return (line: string, body?: unknown) => {
    const [method = '', path = ''] = line.split(' ');
    const text = body === undefined ? null : JSON.stringify(body);
    const { mistake, ...answer } = calls.answer({ method, path, query: '', token: null, contentType: 'application/json', body: text });
    return { ...answer, mistake, length: answer.body?.length ?? 0, body: JSON.parse(answer.body ?? 'null') };
  };
}

describe('Error body', () => {
  const all = '{"errors": [{"error": error, "field": field, "entity": entity, "value": value, "limit": limit}]}';

  test('knows the entity, the value and the limit of each refusal', () => {
    const ask = service(all);
    expect(ask('POST /notes', { title: 'too long', size: -1 })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { error: 'TITLE_LONG', field: 'title', entity: 'Note', value: 'too long', limit: '5' },
          { error: 'NEGATIVE', field: 'size', entity: 'Note', value: -1, limit: '0' },
        ],
      },
    });
    expect(ask('GET /nowhere').body.errors).toEqual([{ error: 'NOT_FOUND', field: 'body', entity: 'call', value: null, limit: null }]);
    expect(ask('PUT /notes')).toMatchObject({ status: 405, body: { errors: [{ error: 'METHOD_NOT_ALLOWED', entity: 'record' }] } });
  });

  test('never repeats a password', () => {
    const ask = service('{"said": [message], "value": value}');
    expect(ask('POST /notes', { title: 'a', secret: 'abc' }).body).toEqual({ said: ['Not value.'], value: null });
  });

  test('that reads records cannot be evaluated: the response follows RFC 9457, and the log tells why', () => {
    const answer = service('{"open": size(Note), "message": message}')('GET /nowhere');
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.mistake).toContain('the list of Note is not available in the error body');
    expect(service('{"open": sise(Note)}')('GET /nowhere').mistake).toContain('has errors');
    expect(service()('GET /nowhere').mistake).toBeUndefined();
  });

  test('may contain the time and constants', () => {
    const { body, mistake } = service('{"at": now, "longest": LONGEST}')('GET /nowhere');
    expect(mistake).toBeUndefined();
    expect(body).toEqual({ at: expect.stringMatching(/^\d{4}-/), longest: 5 });
  });
});

describe('an event whose guards all refuse', () => {
  test('reports the first error that a row names, otherwise CONFLICT', () => {
    const ask = service();
    const { id } = ask('POST /notes', { title: 'a', size: 1 }).body;
    expect(ask(`POST /notes/${id}/close`).body.title).toBe('TOO_SMALL');
    expect(ask(`POST /notes/${id}/shrink`).body.title).toBe('CONFLICT');
  });
});

describe('very many problems', () => {
  const body = (count: number): object => ({
    title: 'a',
    ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])),
  });
  const errorsOf = (count: number) => service()('POST /notes', body(count)).body.errors as { readonly message: string }[];

  test('lists twenty, then how many more there are', () => {
    expect(errorsOf(20)).toHaveLength(20);
    expect(errorsOf(20).at(-1)?.message).toBe('K19 is not a known parameter.');
    expect(errorsOf(21)).toHaveLength(21);
    expect(errorsOf(21).at(-1)?.message).toBe('There is 1 more mistake.');
    expect(errorsOf(8000).at(-1)?.message).toBe('There are 7980 more mistakes.');
  });

  test.each(['', '{"errors": {field: [message]}}', '{"errors": [{"error": error, "value": value}]}'])(
    'get a short answer quickly, with the error body “%s”',
    (errorBody) => {
      const notes = body(40_000);
      const spent = processorTimeOf(() => {
        const answer = service(errorBody)('POST /notes', notes);
        expect(answer.status).toBe(422);
        expect(answer.length).toBeLessThan(5000);
      });
      expect(spent).toBeLessThan(20_000);
    },
  );

  test('truncate long names and values', () => {
    expect(
      service('{"errors": [{field: value}]}')('POST /notes', { title: 'x'.repeat(500_000), ['y'.repeat(400_000)]: 1 }).length,
    ).toBeLessThan(1000);
    expect(service('{"errors": [{field: value, "m": message}]}')('POST /notes', { title: 'x'.repeat(900_000) }).length).toBeLessThan(1000);
  });
});
