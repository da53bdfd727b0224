import { accepted, type QuestionKind, rejected } from '../asking/question.ts';

/** Asks for the product's name if the title leaves it open. */
export const title: QuestionKind = {
  name: 'title',
  ask({ model }) {
    const heading = model.tree.title;
    if (heading !== null && !isUnknown(heading.text)) return [];
    const { content } = heading ?? { content: { from: 0, to: 0 } };
    return [
      {
        id: 'title',
        section: 1,
        span: content,
        question: 'What is the product called?',
        why: 'Its name is what people see first, in the product and in this document.',
        dependents: 0,
        choices: [
          {
            label: 'Use this',
            blank: { name: 'name', prompt: 'Its name', example: 'Helpdesk' },
            write(answer) {
              const name = answer.replace(/\s+/g, ' ').trim();
              if (!/^[\p{L}\p{N}]/u.test(name)) return rejected('A name begins with a letter or a digit.');
              if (isUnknown(name)) return rejected('Enter a name, or leave the question for later.');
              const words = `Specification: ${name}`;
              if (heading !== null) return accepted([{ ...content, insert: words }]);
              const lineEnd = model.tree.text.includes('\r\n') ? '\r\n' : '\n';
              return accepted([{ ...content, insert: `# ${words}${lineEnd}${lineEnd}` }]);
            },
          },
        ],
      },
    ];
  },
};

const isUnknown = (words: string): boolean => /\b(not|un)[ -]?(identified|known|named|titled|shown)\b/i.test(words);
