import { assumedAt, assumptionFixes } from '../analysis/assumed.ts';
import { namesUsed, saysNotShown } from '../analysis/open-sections.ts';
import { enumerate } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const hole = defineRule({
  code: 'hole',
  severity: 'warning',
  section: 0,
  summary: 'Something that the document leaves open.',
  messages: {
    missing: 'Not shown: {about}. {consequence}',
    used: 'Not shown: {about}. {consequence} Other sections already use names that belong here: {names}.',
  },
  check(model, report, survey) {
    for (const { section, span, kind, about, consequence } of model.holes) {
      const fix = assumptionFixes(assumedAt(model, section, span));
      const data = { about, consequence: sentence(consequence) };
      const names = kind === 'section' && (section === 9 || saysNotShown(model, section)) ? namesUsed(model, survey, section) : [];
      if (names.length === 0) report({ message: 'missing', at: span, section, fix, data });
      else report({ message: 'used', at: span, section, fix, data: { ...data, names: listed(names) } });
    }
  },
});

/** The consequence as a sentence of its own. */
function sentence(text: string): string {
  const words = text.trim();
  if (words === '') return '';
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.');
}

function listed(names: readonly string[]): string {
  const most = 5;
  return names.length <= most ? enumerate(names) : enumerate([...names.slice(0, most), `${names.length - most} more`]);
}
