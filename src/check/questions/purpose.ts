import { accepted, type QuestionKind, rejected } from '../asking/question.ts';
import { sectionSpan, writeIn } from '../asking/write.ts';

/** Asks for the purpose of the product. */
export const purpose: QuestionKind = {
  name: 'purpose',
  ask({ model }) {
    if (model.sections[0]?.state !== 'not shown') return [];
    return [
      {
        id: 'purpose',
        section: 1,
        span: sectionSpan(model, 1),
        question: 'What does the product do, and for whom?',
        why: 'Readers of the other sections need to know the purpose.',
        dependents: 0,
        choices: [
          {
            label: 'Use this',
            blank: {
              name: 'purpose',
              prompt: 'One or two sentences',
              example: 'A small company keeps track of the problems of its customers.',
            },
            write(answer) {
              const words = answer.replace(/\s+/g, ' ').trim().replaceAll('<', '\\<');
              if (words === '' || /not\s+shown/i.test(words)) return rejected('Enter what the product does.');
              // Prevents an answer from being read as a heading, list or table.
              return accepted(writeIn(model, 1, /^[#>|+*~`=_\d-]/.test(words) ? `The product: ${words}` : words));
            },
          },
        ],
      },
    ];
  },
};
