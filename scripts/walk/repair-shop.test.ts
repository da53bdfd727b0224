import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyEdits } from '../../src/base/text-edit.ts';
import { checkModel } from '../../src/check/check.ts';
import { questionsOf } from '../../src/check/questions-of.ts';
import { readModel } from '../../src/model/read.ts';
import { answers } from './repair-shop.ts';

test('each question of the walk appears, accepts its answer and leaves no error', () => {
  let text = readFileSync(new URL('../../specs/unidentified.txt', import.meta.url), 'utf8');
  for (const [words, given] of Object.values(answers).flat()) {
    const model = readModel(text);
    const asked = questionsOf(model).filter(({ question }) => question.includes(words));
    expect(
      asked.map(({ question }) => question),
      words,
    ).toHaveLength(1);
    const choice = asked[0]?.choices.find((one) => ('button' in given ? given.button.test(one.label) : 'blank' in one));
    if (choice === undefined) expect.unreachable(`${words} has no such answer`);
    const written = 'edits' in choice ? { ok: true as const, edits: choice.edits } : choice.write('words' in given ? given.words : '');
    if (!written.ok) expect.unreachable(`${words} ${written.problem}`);
    text = applyEdits(text, written.edits);
    const errors = checkModel(readModel(text)).filter(({ severity }) => severity === 'error');
    expect(
      errors.map(({ message }) => message),
      words,
    ).toEqual([]);
  }
  expect(readModel(text).machines.map(({ entity }) => entity)).toEqual(['RepairOrder']);
});
