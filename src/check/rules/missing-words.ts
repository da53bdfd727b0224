import { missingIn, readByUsers } from '../analysis/read-by-users.ts';
import { defineRule } from '../rule.ts';

const shown = 3;

export const missingWords = defineRule({
  code: 'missing-words',
  severity: 'hint',
  section: 1,
  summary: 'A language in which some names or texts are not translated.',
  messages: {
    missing:
      'Of {all} names and texts that users read, some are not translated: {languages}. Users see the document’s own wording there. Add rows to a table “Word”.',
  },
  check(model, report) {
    const heading = model.sections[0]?.heading ?? null;
    if (model.languages.length < 2 || heading === null) return;
    const all = readByUsers(model);
    const languages = model.languages.slice(1).flatMap((language) => {
      const missing = missingIn(model, language, all);
      const names = missing.slice(0, shown).map(({ word }) => word);
      return missing.length === 0 ? [] : [`${language} lacks ${missing.length} (${names.join(', ')}${missing.length > shown ? ' …' : ''})`];
    });
    if (languages.length === 0) return;
    report({ message: 'missing', at: model.words[0]?.span ?? heading, data: { all: all.length, languages: languages.join(', ') } });
  },
});
