import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../src/base/text-edit.ts';
import { checkModel } from '../../src/check/check.ts';
import { openapiDocument } from '../../src/export/exporters/openapi.ts';
import { completionsAt } from '../../src/language/completion.ts';
import { renameAt } from '../../src/language/rename.ts';
import { readModel } from '../../src/model/read.ts';
import { Calls } from '../../src/serve/calls/answer-call.ts';
import { runScenarios } from '../../src/verify/scenarios.ts';
import { productInMemory } from '../../testing/product.ts';

const document = (unknownToken = 'TOKEN_WRONG'): string => `# Specification: Notes

## 1. What the product does and for whom

### Scenario: who may do what

| As | Do | Expect |
|---|---|---|
| nobody | \`create Note with {"title": "a"}\` | refused TOKEN_MISSING |
| Ana | \`get Note as n where n.title == "b" else NO_NOTE\` | refused NO_NOTE |
| nobody | \`sign in with {"email": "ana@example.com", "password": "wrong"} else WRONG_PERSON\` | refused WRONG_PERSON |

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text | yes | |
| email | email | yes | yes |
| password | password | yes | |

| Example | name | email | password |
|---|---|---|---|
| Ana | Ana | ana@example.com | anaanaana |
| Bo | Bo | bo@example.com | bobobobo |

### Note

| Field | Type | Required | Default |
|---|---|---|---|
| title | text | yes | |
| number | serial | | |
| author | Person | yes | \`me\` |

| Example | title | author |
|---|---|---|
| first | First | Ana |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Missing token | TOKEN_MISSING |
| Unknown token | ${unknownToken} |

| Permission | visitor | member |
|---|---|---|
| Person: read | no | \`self == me\` |
| Note: read | yes | yes |
| Note: create, delete | no | \`author == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`POST /login\` | \`{email, password}\` | \`sign in with {"email": email, "password": password} else WRONG_PERSON\` | 201 | WRONG_PERSON | |
| \`POST /plain\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 201 | UNAUTHORIZED | |
| \`GET /notes\` | | \`list Note as found\` | 200 \`{"count": total}\` | | |
| \`GET /notes/:number\` | | \`get Note as n where n.number == number else NO_NOTE\` | 200 \`{"title": n.title}\` | NO_NOTE | |
| \`DELETE /notes/:number\` | | \`get Note as n where n.number == number else NO_NOTE; delete n\` | 204 | NO_NOTE, TOKEN_MISSING | member |
| \`POST /anyone\` | \`{title}\` | \`create Note\` | 201 | TOKEN_MISSING | |

## 8. The error catalogue

| Error | Status | Message | Key |
|---|---|---|---|
| NO_NOTE | 404 | not found | note |
| WRONG_PERSON | 401 | invalid | credentials |
| TOKEN_MISSING | 401 | is missing | token |
| TOKEN_WRONG | 401 | is wrong | token |
| FORBIDDEN | 403 | forbidden | \`lower(entity)\` |

Error body: \`{"errors": {field: [message]}}\`
`;

function service(text: string) {
  const { product, as } = productInMemory(text);
  const calls = new Calls(product);
  const ask = (line: string, body?: unknown, token: string | null = null) => {
    const [method = '', path = ''] = line.split(' ');
    const said = body === undefined ? null : JSON.stringify(body);
    const answer = calls.answer({ method, path, query: '', token, contentType: 'application/json', body: said });
    return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.body ?? 'null') };
  };
  return { ask, product, as };
}

const withToken = (): string => document().replace('else WRONG_PERSON` | 201 |', 'else WRONG_PERSON` | 201 `{"token": token}` |');

function renamed(text: string, name: string, to: string): string {
  const rename = renameAt(readModel(text), text.indexOf(name) + 1, to);
  if (!rename.ok) throw new Error(rename.why);
  return applyEdits(text, rename.edits);
}

const signedIn = (email: string, password: string) => {
  const { ask } = service(withToken());
  const { token } = ask('POST /login', { email, password }).body;
  return (line: string, body?: unknown) => ask(line, body, token);
};

describe('errors that a call names', () => {
  test('get … else ERROR: nothing found, and what cannot be a number', () => {
    const { ask } = service(document());
    expect(ask('GET /notes/1')).toMatchObject({ status: 200, body: { title: 'First' } });
    const missing = { status: 404, body: { errors: { note: ['not found'] } } };
    expect(ask('GET /notes/2')).toMatchObject(missing);
    expect(ask('GET /notes/none')).toMatchObject(missing);
  });

  test('sign in with … else ERROR: the named error, and the guess is counted all the same', () => {
    const { ask } = service(document());
    const wrong = { email: 'ana@example.com', password: 'wrong' };
    expect(ask('POST /login', wrong)).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { errors: { credentials: ['invalid'] } },
    });
    expect(ask('POST /plain', wrong).body).toEqual({ errors: { body: ['Incorrect email or password.'] } });
    for (let guess = 0; guess < 4; guess++) ask('POST /login', wrong);
    expect(ask('POST /login', wrong).status).toBe(429);
  });

  test('Missing token: a call for members, and a row of section 6', () => {
    const { ask } = service(document());
    const refused = { status: 401, headers: { 'www-authenticate': 'Bearer' }, body: { errors: { token: ['is missing'] } } };
    expect(ask('DELETE /notes/1')).toMatchObject(refused);
    expect(ask('POST /anyone', { title: 'a' })).toMatchObject(refused);
  });

  test('Unknown token: its own error, or it counts as none', () => {
    const strict = service(document());
    expect(strict.ask('GET /notes', undefined, 'made-up')).toMatchObject({ status: 401, body: { errors: { token: ['is wrong'] } } });
    const open = service(document('is nobody'));
    expect(open.ask('GET /notes', undefined, 'made-up')).toMatchObject({ status: 200, body: { count: 1 } });
    expect(open.ask('DELETE /notes/1', undefined, 'made-up').body).toEqual({ errors: { token: ['is missing'] } });
  });

  test('Key may be an expression: what was refused', () => {
    const ask = signedIn('bo@example.com', 'bobobobo');
    expect(ask('DELETE /notes/1')).toMatchObject({ status: 403, body: { errors: { note: ['forbidden'] } } });
  });

  test('a document that uses all of it has no findings, and its scenario names the errors', () => {
    const found = checkModel(readModel(document()));
    expect(found.filter(({ code }) => /error/.test(code))).toEqual([]);
    const [scenario] = runScenarios(readModel(document()));
    expect(scenario?.rows.filter(({ passed }) => !passed)).toEqual([]);
    expect(checkModel(readModel(document('is nobody'))).map(({ code, message }) => `${code}: ${message}`)).toContainEqual(
      expect.stringMatching(/unused-error: .*TOKEN_WRONG/),
    );
    const slip = checkModel(readModel(document('TOKEN_WRNG').replace('else NO_NOTE; delete', 'else NO_NOT; delete')));
    expect(slip.filter(({ code }) => code === 'undefined-error').map(({ message }) => message)).toEqual([
      expect.stringContaining('TOKEN_WRNG'),
      expect.stringContaining('NO_NOT'),
    ]);
  });

  test('a rename follows, and the error is offered after else', () => {
    const text = document();
    const after = renamed(text, 'NO_NOTE', 'NOTE_GONE');
    expect(after.match(/NOTE_GONE/g)).toHaveLength(text.match(/NO_NOTE/g)?.length ?? 0);
    expect(renamed(text, 'TOKEN_MISSING', 'NO_TOKEN')).not.toContain('TOKEN_MISSING');
    const at = text.indexOf('else NO_NOTE; delete') + 'else NO'.length;
    expect(completionsAt(readModel(text), at).items.map(({ label }) => label)).toContain('NO_NOTE');
  });

  test('OpenAPI lists them', () => {
    const { paths } = openapiDocument(readModel(document())) as unknown as {
      readonly paths: Record<string, Record<string, { readonly responses: Record<string, { readonly description: string }> }>>;
    };
    expect(paths['/notes/{number}']?.['get']?.responses['404']?.description).toBe('NO_NOTE: not found');
    expect(paths['/notes/{number}']?.['delete']?.responses['401']?.description).toBe('TOKEN_MISSING: is missing · TOKEN_WRONG: is wrong');
  });
});
