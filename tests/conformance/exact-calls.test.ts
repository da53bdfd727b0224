import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../src/base/text-edit.ts';
import { checkModel } from '../../src/check/check.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import { openapiDocument } from '../../src/export/exporters/openapi.ts';
import { completionsAt } from '../../src/language/completion.ts';
import { formatDocument } from '../../src/language/format.ts';
import { hoverAt } from '../../src/language/hover.ts';
import { renameAt } from '../../src/language/rename.ts';
import { readModel } from '../../src/model/read.ts';
import { Calls } from '../../src/serve/calls/answer-call.ts';
import { productInMemory } from '../../testing/product.ts';

const text = readFileSync(new URL('../../testing/documents/conduit-strict.md', import.meta.url), 'utf8');

const findings = (changed: string): string[] =>
  checkModel(readModel(changed))
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
const changed = (from: string, to: string): string[] => {
  expect(text).toContain(from);
  return findings(text.replace(from, to));
};
const offered = (before: string, after = ''): readonly string[] => {
  const at = text.indexOf(before + after) + before.length;
  expect(at).toBeGreaterThan(before.length);
  return completionsAt(readModel(text), at).items.map(({ label }) => label);
};
const renamed = (name: string, to: string): string => {
  const rename = renameAt(readModel(text), text.indexOf(name) + 1, to);
  if (!rename.ok) throw new Error(rename.why);
  return applyEdits(text, rename.edits);
};
const hovered = (words: string, at = 1): string => JSON.stringify(hoverAt(readModel(text), text.indexOf(words) + at));

describe('what an author sees of the forms for exact calls', () => {
  test('the column Error: completion, hover and rename know it', () => {
    expect(offered('| body | markdown | yes | BL')).toContain('BLANK');
    expect(hovered('title, description, author')).toContain('required, else BLANK');
    expect(renamed('BLANK', 'EMPTY')).not.toContain('BLANK');
    expect(changed('| body | markdown | yes | BLANK |', '| body | markdown | yes | BLANC |')).toContainEqual(
      expect.stringContaining('BLANC'),
    );
    expect(changed('| body | markdown | yes | BLANK |', '| body | markdown | | BLANK |')).toContainEqual(
      expect.stringContaining('Article.body is not required, so BLANK is never raised.'),
    );
  });

  test('given(name): completion, hover, rename and a wrong name', () => {
    expect(offered('where (!giv', 'en(tag)')).toContain('given');
    expect(hovered('given(tag)')).toContain('the request contains the name');
    const model = readModel(text);
    const rename = renameAt(model, text.indexOf('given(author)') + 'given('.length + 1, 'writer');
    if (!rename.ok) throw new Error(rename.why);
    const after = applyEdits(text, rename.edits);
    expect(after).toContain('?tag&writer&favorited');
    expect(after).toContain('!given(writer) \\|\\| self.author.username == writer');
    expect(changed('given(tag)', 'given(self.title)')).toContainEqual(
      expect.stringContaining('given() asks whether a request contains a name'),
    );
    expect(changed('given(tag)', 'given()')).toContainEqual(expect.stringContaining('given() asks whether a request contains a name'));
    expect(changed('`size(trim(title)) > 0`', '`given(title)`')).toContainEqual(expect.stringContaining('given()'));
  });

  test('... in Takes: fields of what is written and the form itself are offered', () => {
    const labels = offered('{article: {title, description, bo', 'dy, tagList?}}');
    expect(labels).toEqual(expect.arrayContaining(['body', 'tagList', '...']));
    expect(labels).not.toContain('favoritesCount');
  });

  test('the document is aligned, and stays as it means when it is', () => {
    const after = applyEdits(text, formatDocument(text));
    expect(findings(after)).toEqual([]);
    expect(applyEdits(after, formatDocument(after))).toBe(after);
  });
});

describe('a maximum length', () => {
  const notes = `# Specification: Notes

## 2. Screens and routes

| Screen | Route |
|---|---|
| New | / |

### New

- form to create Note: title, tags

## 3. Entities and their fields

### Note

| Field | Type | Required |
|---|---|---|
| title | text(5) | yes |
| tags | list of text(3) | |
| status | state | |

## 4. States and transitions

### Note.status

| From | Event | To |
|---|---|---|
| | | open |
| open | close(reason: text(4)) | closed |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| INVALID | 422 | at most {limit} |
`;
  const service = () => {
    const { product } = productInMemory(notes);
    const calls = new Calls(product);
    const ask = (path: string, body: object) => {
      const answer = calls.answer({
        method: 'POST',
        path,
        query: '',
        token: null,
        contentType: 'application/json',
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: JSON.parse(answer.body ?? 'null') };
    };
    return { product, ask };
  };

  test('is kept by calls and events, in code points, and says its limit', () => {
    const { ask } = service();
    const made = ask('/api/notes', { title: '🙂🙂🙂🙂🙂', tags: ['abc'] });
    expect(made.status).toBe(201);
    expect(ask('/api/notes', { title: '123456' })).toMatchObject({
      status: 422,
      body: { errors: [{ error: 'INVALID', field: 'title', message: 'at most 5' }] },
    });
    expect(ask('/api/notes', { title: 'a', tags: ['abc', 'abcd'] })).toMatchObject({ status: 422, body: { errors: [{ field: 'tags' }] } });
    const close = (reason: string) => ask(`/api/notes/${made.body.id}/close`, { reason }).status;
    expect([close('12345'), close('1234')]).toEqual([422, 200]);
  });

  test('is in forms and in OpenAPI', async () => {
    const { product } = service();
    const part = product.index.screen('New')?.parts[0]?.id ?? '';
    const form = await new SessionHost(product).part({ address: { screen: 'New', parameters: {} }, part });
    expect(JSON.stringify(form)).toContain('"maxLength":5');
    const openapi = JSON.stringify(openapiDocument(readModel(notes)));
    expect(openapi).toContain('"title":{"type":"string","maxLength":5}');
    expect(openapi).toContain('"items":{"type":"string","maxLength":3}');
  });

  test('examples and defaults that are longer are reported', () => {
    const longer = notes.replace('## 4', '| Example | title |\n|---|---|\n| first | too long |\n\n## 4');
    expect(findings(longer)).toEqual(['unknown-value: Title of first has 8 characters: its type allows at most 5.']);
    expect(
      findings(
        notes.replace(
          '| Required |\n|---|---|---|\n| title | text(5) | yes |',
          '| Default |\n|---|---|---|\n| title | text(5) | untitled |',
        ),
      ),
    ).toEqual(['unknown-value: The default of Note.title has 8 characters: its type allows at most 5.']);
  });
});

test('a constant in a message carries its unit; a label is left to the words', () => {
  const { product } = productInMemory(`# Specification: Orders

## 3. Entities and their fields

### Order

| Field | Type | Required |
|---|---|---|
| amount | money | yes |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| enough | Order.amount | \`amount >= LEAST\` | TOO_LITTLE |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| TOO_LITTLE | 422 | From {LEAST} ({limit}), less {DISCOUNT}, within {TIME}, at most {COUNT} pieces. |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| LEAST | 5 | EUR |
| DISCOUNT | 21 | % |
| TIME | 36 | hours |
| COUNT | 20 | pieces |
| CURRENCY | EUR | |
`);
  const refused = new Calls(product).answer({
    method: 'POST',
    path: '/api/orders',
    query: '',
    token: null,
    contentType: 'application/json',
    body: '{"amount": 3}',
  });
  expect(JSON.parse(refused.body ?? '').detail).toBe('From 5.00 EUR (5.00 EUR), less 21 %, within 36 hours, at most 20 pieces.');
});
