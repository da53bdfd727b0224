import { assumedAt, writing } from '../assumed.ts';
import { defineRule } from '../rule.ts';

export const hole = defineRule({
  code: 'hole',
  severity: 'warning',
  section: 0,
  summary: 'Something that the document does not say.',
  messages: { missing: 'Not shown: {about}. {consequence}' },
  check(model, report) {
    for (const { section, span, about, consequence } of model.holes) {
      report({
        message: 'missing',
        at: span,
        section,
        fix: writing(assumedAt(model, section, span)),
        data: { about, consequence: sentence(consequence) },
      });
    }
  },
});

/** The consequence as a sentence of its own. */
function sentence(text: string): string {
  const words = text.trim();
  if (words === '') return '';
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.');
}
