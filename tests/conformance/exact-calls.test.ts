import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../src/base/text-edit.ts';
import { checkModel } from '../../src/check/check.ts';
import { completionsAt } from '../../src/language/completion.ts';
import { formatDocument } from '../../src/language/format.ts';
import { hoverAt } from '../../src/language/hover.ts';
import { renameAt } from '../../src/language/rename.ts';
import { readModel } from '../../src/model/read.ts';

const text = readFileSync(new URL('../../specs/conduit-strict.md', import.meta.url), 'utf8');

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
    expect(hovered('given(tag)')).toContain('in the request');
    const model = readModel(text);
    const rename = renameAt(model, text.indexOf('given(author)') + 'given('.length + 1, 'writer');
    if (!rename.ok) throw new Error(rename.why);
    const after = applyEdits(text, rename.edits);
    expect(after).toContain('?tag&writer&favorited');
    expect(after).toContain('!given(writer) \\|\\| self.author.username == writer');
    expect(changed('given(tag)', 'given(self.title)')).toContainEqual(
      expect.stringContaining('given() asks whether a request holds a name'),
    );
    expect(changed('given(tag)', 'given()')).toContainEqual(expect.stringContaining('given() asks whether a request holds a name'));
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
