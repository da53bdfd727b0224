import type { QuestionKind } from '../asking/question.ts';

/** Asks whether an assumption is intended, unless another question already covers it. */
export const assumption: QuestionKind = {
  name: 'assumption',
  ask({ model, offered }) {
    return model.assumptions.flatMap(({ section, span, text, write }) => {
      if (write === null || offered.has(write.edits)) return [];
      // A section that is not shown is asked about as a whole; the currency has its own question.
      if (section !== 9 && model.sections[section - 1]?.state === 'not shown') return [];
      return [
        {
          id: `assumption ${section} ${text}`,
          section,
          span,
          question: `${text.replace(/\.$/, '')}. Is that right?`,
          why: 'The document does not say so: the product assumes it.',
          dependents: 1,
          choices: [{ label: `Yes: ${write.title.charAt(0).toLowerCase()}${write.title.slice(1)}`, edits: write.edits }],
        },
      ];
    });
  },
};
