import { firstLine } from '../place.ts';
import { defineRule } from '../rule.ts';

export const partWithoutRecord = defineRule({
  code: 'part-without-record',
  severity: 'error',
  section: 2,
  summary: 'A part that shows a record on a screen that is about none.',
  messages: {
    none: '“{part}” belongs to a record, and “{screen}” is about none, so there is nothing to show. Write an entity under About for this screen, or say which record: “form to edit me”, for example.',
  },
  check(model, report, survey) {
    for (const { screen, part } of survey.parts()) {
      if (screen.about !== null) continue;
      const needs =
        part.kind === 'details' || part.kind === 'buttons' || (part.kind === 'form' && part.purpose === 'edit' && part.target === null);
      const words = part.kind === 'form' ? 'form to edit' : part.kind;
      if (needs) report({ message: 'none', at: firstLine(model.tree.text, part.span), data: { part: words, screen: screen.name.text } });
    }
  },
});
