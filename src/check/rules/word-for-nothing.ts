import { nearest } from '../../base/nearest.ts';
import { writtenText } from '../../model/ast/messages.ts';
import { messageOf, textsIn, timerTexts } from '../analysis/read-by-users.ts';
import { defineRule } from '../rule.ts';

export const wordForNothing = defineRule({
  code: 'word-for-nothing',
  severity: 'warning',
  section: 1,
  summary: 'A row of a table “Word” for a text that is not in the document.',
  messages: {
    nothing: 'No screen, label or message says “{text}”, so this row is never used. Write the text exactly as in the document.',
    language:
      'The document is not offered in “{language}”, so these translations are never used. Add it to the line “Languages: …” of section 1.',
  },
  check(model, report) {
    const texts = new Set([
      ...model.screens.flatMap((screen) => [...textsIn(screen.parts), ...(screen.group === null ? [] : [screen.group])]),
      ...model.machines.flatMap(timerTexts),
      ...model.errors.map(messageOf),
      ...model.messages.flatMap(({ subject, text }) => [writtenText(subject), writtenText(text)]),
      ...[...model.labels.own.values()].map(({ one }) => one),
      ...model.entities.flatMap(({ fields }) => fields.map(({ description }) => description)),
    ]);
    for (const { name, quoted, span } of model.words) {
      if (!quoted || texts.has(name)) continue;
      const fix = nearest(name, texts, 1).map((text) => ({
        title: `Change to “${text}”`,
        edits: [{ from: span.from, to: span.to, insert: `"${text}"` }],
        safe: false,
      }));
      report({ message: 'nothing', at: span, data: { text: name }, fix });
    }
    for (const language of model.labels.words.keys()) {
      const first = model.words.find(({ captions }) => captions.has(language));
      if (first !== undefined && !model.languages.includes(language)) report({ message: 'language', at: first.span, data: { language } });
    }
  },
});
