import type { QuestionKind } from '../asking/question.ts';

/** What is taken for granted and no other question asks: is that meant? */
export const assumption: QuestionKind = {
  name: 'assumption',
  ask({ model, offered }) {
    return model.assumptions.flatMap(({ section, span, text, write }) => {
      if (write === null || offered.has(write.edits)) return [];
      // A section that is not shown is one question as a whole; the currency is a question of its
      // own.
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
