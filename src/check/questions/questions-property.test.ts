import fc from 'fast-check';
import { expect, test } from 'vitest';
import unidentified from '../../../specs/unidentified.txt?raw';
import { productInMemory } from '../../../testing/product.ts';
import { applyEdits } from '../../base/text-edit.ts';
import { readModel } from '../../model/read.ts';
import { checkModel } from '../check.ts';
import { questionsOf } from '../questions-of.ts';

const words = [
  ...['tickets, customers', 'a', 'user', 'people and rooms', 'order lines; status, lists', 'class, null, Type, any, size'],
  'waiting, waiting for parts, decide when ready, move for agent, diagnosed, collected, cancelled, lost',
  ...['customer, agent', 'admin', 'visitor, me', 'open, done', 'draft, listed, deleted, in progress, checked', 'any, open', 'true, null'],
  ...[
    'name',
    'email, password, role',
    'description, due date, price, is paid, tags',
    'starts, ends',
    'priority (low / high | `x`)',
    'x: money, y: customer',
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

test('whatever is answered: no error, no question twice, and the product runs', () => {
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
