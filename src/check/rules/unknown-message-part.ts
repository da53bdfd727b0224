import { nearest, together } from '../../base/nearest.ts';
import type { Span } from '../../base/span.ts';
import { messageSlots } from '../../model/own-words.ts';
import { isConstantName } from '../../model/reading/cell-forms.ts';
import { raisers } from '../analysis/raises.ts';
import { didYouMean, replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const unknownMessagePart = defineRule({
  code: 'unknown-message-part',
  severity: 'warning',
  section: 8,
  summary: 'Unknown braces in a message.',
  messages: {
    unknown:
      '“{braces}” stands for nothing: {name} is no constant, no field of {entities}, and none of field, entity, value and limit. {guess} Correct the name, or remove the braces.',
    form: 'Users would see “{braces}” literally: braces contain exactly one name. Name a constant or a field, or remove the braces.',
  },
  check(model, report, survey) {
    const literal = (texts: readonly { readonly kind: string; readonly text?: string }[], span: Span): void => {
      for (const { text = '' } of texts)
        for (const { 0: braces } of text.matchAll(/\{[^{}]*\}/g)) {
          const from = model.tree.text.indexOf(braces, span.from);
          if (from >= 0 && from < span.to) report({ message: 'form', at: { from, to: from + braces.length }, data: { braces } });
        }
    };
    for (const { subject, text, span } of model.messages) literal([...subject, ...text], span);
    const raisedOn = raisers(model);
    const all = model.entities.map(({ name }) => name.text);
    for (const { name: error, message, span } of model.errors) {
      const known = raisedOn.get(error.text);
      const entities = known === undefined || known.size === 0 ? all : [...known];
      const fields = entities.flatMap((entity) => [...(survey.entity(entity)?.byName.keys() ?? [])]);
      for (const part of message) {
        if (part.kind === 'slot') {
          // Another rule reports unknown constants.
          if (isConstantName(part.name) || messageSlots.includes(part.name) || fields.includes(part.name)) continue;
          const near = nearest(part.name, together(messageSlots, fields), 1);
          const of = known === undefined || known.size === 0 ? 'any entity' : entities.join(' or ');
          report({
            message: 'unknown',
            at: part,
            fix: replaceBy(part.span, near),
            data: { braces: `{${part.name}}`, name: part.name, entities: of, guess: didYouMean(near) },
          });
          continue;
        }
        literal([part], span);
      }
    }
  },
});
