import { expect, test } from 'vitest';
import { applyEdits } from '../base/text-edit.ts';
import { Checker } from '../check/check.ts';
import { ModelReader } from '../model/model-reader.ts';
import { readModel } from '../model/read.ts';
import { constructsOf } from './constructs.ts';

const specs = Object.entries(import.meta.glob<string>('../../specs/*.{md,txt}', { query: '?raw', import: 'default', eager: true }));

/** Reads and checks versions of one document: only what an edit has changed. */
const versionsOf = (): ((text: string) => string[]) => {
  const [reader, checker] = [new ModelReader(), new Checker()];
  return (text) => {
    const model = reader.read(text);
    const errors = checker.check(model).filter(({ severity }) => severity === 'error');
    return [...model.misreads, ...errors].map(({ message }) => message);
  };
};

test.each(specs)('%s: every construct can be inserted, and is read back as itself', (_path, text) => {
  const model = readModel(text);
  const wrongIn = versionsOf();
  const before = wrongIn(text);
  // Below the heading of a screen about the first entity.
  const entity = model.entities.find(({ fields }) => fields.length > 0)?.name.text;
  const screen = model.screens.find(
    ({ heading, about, assumed, administers }) => heading !== null && !assumed && administers === undefined && about?.text === entity,
  );
  const cursor = screen?.heading?.to ?? 0;
  const constructs = constructsOf(model);
  expect(constructs.length).toBeGreaterThanOrEqual(7);
  for (const { title, insert } of constructs) {
    const made = insert(cursor);
    if ('problem' in made) {
      expect(screen, title).toBeUndefined();
      continue;
    }
    const after = applyEdits(text, made.edits);
    expect(after.length, title).toBeGreaterThan(text.length);
    expect(
      wrongIn(after)
        .filter((message) => !before.includes(message))
        .map((message) => `${title}: ${message}`),
    ).toEqual([]);
  }
});

test('a part can only be inserted on a screen', () => {
  const model = readModel('# Specification: X\n\n## 3. E\n\n### Book\n\n| Field | Type |\n|---|---|\n| title | text |\n');
  const list = constructsOf(model).find(({ title }) => title === 'a list on a screen');
  expect(list?.example).toBe('list of Book: title');
  expect(list?.insert(0)).toEqual({ problem: 'Put the cursor below a screen’s heading in section 2.' });
});
