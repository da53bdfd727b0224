import type { QuestionKind } from '../asking/question.ts';
import { sectionSpan, writeIn } from '../asking/write.ts';

/** Asks which calls other programs may make. */
export const calls: QuestionKind = {
  name: 'calls',
  ask({ model }) {
    const assumed = model.assumptions.find(({ section, text }) => section === 7 && /^Section 7 is not shown/.test(text));
    if (assumed?.write === undefined || assumed.write === null) return [];
    return [
      {
        id: 'calls',
        section: 7,
        span: sectionSpan(model, 7),
        question: 'Which calls can other programs make?',
        why: 'Until you decide, the product serves the usual REST calls: list, get, create, update and delete.',
        dependents: 1,
        choices: [
          { label: 'The usual REST calls', edits: assumed.write.edits },
          { label: 'None', edits: writeIn(model, 7, 'No other program calls it.') },
        ],
      },
    ];
  },
};
