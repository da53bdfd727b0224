import fc from 'fast-check';
import { expect, test } from 'vitest';
import unidentified from '../../../specs/unidentified.txt?raw';
import { productInMemory } from '../../../testing/product.ts';
import { rounds } from '../../../testing/rounds.ts';
import type { Span } from '../../base/span.ts';
import { applyEdits, writtenBy } from '../../base/text-edit.ts';
import { readModel } from '../../model/read.ts';
import { checkModel } from '../check.ts';
import { questionsOf } from '../questions-of.ts';

const words = [
  ...['tickets, customers', 'a', 'user', 'people and rooms', 'order lines; status, lists', 'class, null, Type, any, size'],
  'received, in the oven (bake), in repair, picked up, on hold, partly paid, withdrawn, cancelled by customer',
  'waiting, waiting for parts, decide when ready, move for agent, diagnosed, collected, cancelled, lost',
  ...['customer, agent', 'admin', 'visitor, me', 'open, done', 'draft, listed, deleted, in progress, checked', 'any, open', 'true, null'],
  ...[
    'name',
    'email, password, role',
    'description, due date, price, is paid, tags',
    'starts, ends',
    'priority (low / high | `x`)',
    'x: money, y: customer',
    'total: euros, price in dollars, fee (£), count: whole number, owner, lines, order lines, assigned to, boss: person, done: yes/no',
    'list of customer, rooms: list of room, tickets, order',
  ],
  ...[
    'window = 7 days',
    'currency = EUR, vat: 21 %',
    'a|b, c\\',
    '`tick`',
    '# heading',
    '- list',
    '| a | b |',
    '1',
    '7',
    '',
    ' ',
    'Ünï cödé',
    '🎟',
    'x'.repeat(300),
  ],
  ...['self', 'now', 'id, createdAt', 'constructor, __proto__', '<!-- comment', '"quoted", \'single\'', 'not shown', '?'],
];

test('for any answers: no error, no question twice, and the product runs', () => {
  const step = fc.record({ question: fc.nat(3), choice: fc.nat(4), words: fc.constantFrom(...words) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let text = unidentified;
      const answered = new Set<string>();
      for (const { question: number, choice: chosen, words: said } of steps) {
        const questions = questionsOf(readModel(text));
        const question = questions[Math.min(number, questions.length - 1)];
        if (question === undefined) break;
        expect(answered).not.toContain(question.id);
        const choice = question.choices[chosen % question.choices.length];
        if (choice === undefined) throw new Error(`${question.id} has no choices`);
        const written = 'edits' in choice ? { ok: true as const, edits: choice.edits } : choice.write(said);
        if (!written.ok) {
          expect(written.problem).toMatch(/[.:]|such as/);
          continue;
        }
        answered.add(question.id);
        text = applyEdits(text, written.edits);
        const errors = checkModel(readModel(text)).filter(({ severity }) => severity === 'error');
        expect(errors.map(({ message, span }) => `${question.id} = ${said}: ${text.slice(span.from, span.to)}: ${message}`)).toEqual([]);
      }
      productInMemory(text);
    }),
    { numRuns: 60 },
  );
});

const specs = Object.entries(import.meta.glob<string>('../../../specs/*.{md,txt}', { query: '?raw', import: 'default', eager: true }));

/** A document in which the given sections are not shown. */
const withGaps = (text: string, sections: readonly number[]): string =>
  sections.reduce((current, number) => {
    const found = readModel(current).tree.sections.find((section) => section.number === number);
    if (found === undefined) return current;
    const heading = current.slice(found.span.from).split('\n')[0] ?? '';
    return `${current.slice(0, found.span.from)}${heading}\n\nNot shown.\n\n${current.slice(found.span.to)}`;
  }, text);

/**
 * The problems in these places only, since the existing text may refer to names that no answer has
 * added.
 */
function wrongIn(text: string, places: readonly Span[]): string[] {
  const model = readModel(text);
  const errors = checkModel(model).filter(({ severity }) => severity === 'error');
  return [...model.misreads, ...errors]
    .filter(({ span }) => places.some(({ from, to }) => span.from < to && from < span.to))
    .map(({ message, span }) => `${text.slice(span.from, span.to)}: ${message}`);
}

test('in any document with gaps, no answer writes text that needs correction', () => {
  const step = fc.record({ question: fc.nat(40), choice: fc.nat(4), words: fc.constantFrom(...words) });
  const gaps = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(fc.constantFrom(...specs), gaps, fc.array(step, { minLength: 1, maxLength: 6 }), ([path, spec], sections, steps) => {
      let text = withGaps(spec, sections);
      for (const { question: number, choice: chosen, words: said } of steps) {
        const questions = questionsOf(readModel(text));
        const question = questions[number % Math.max(1, questions.length)];
        const choice = question?.choices[chosen % question.choices.length];
        if (question === undefined || choice === undefined) break;
        const written = 'edits' in choice ? { ok: true as const, edits: choice.edits } : choice.write(said);
        if (!written.ok) continue;
        const after = applyEdits(text, written.edits);
        const answer = `${path} without ${sections.join(', ')}: ${question.id} = ${choice.label} ${said}`;
        expect(wrongIn(after, writtenBy(written.edits)).map((one) => `${answer}: ${one}`)).toEqual([]);
        text = after;
      }
    }),
    { numRuns: rounds(6) },
  );
});
