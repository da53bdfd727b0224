import { screenOf } from '../../model/lookup.ts';
import { replaceBy } from '../fixes.ts';
import { optionDeleted } from '../part-fixes.ts';
import { defineRule } from '../rule.ts';

export const openOtherEntity = defineRule({
  code: 'open-other-entity',
  severity: 'warning',
  section: 2,
  summary: 'A list that opens a screen about another entity.',
  messages: {
    other:
      'This list shows {entity} records, but “{screen}” is about {about}: it would look for a {about} and not find it. Open a screen about {entity}.',
  },
  check(model, report, survey) {
    for (const { part } of survey.parts()) {
      if (!('open' in part) || part.open === null) continue;
      const target = part.open === null ? undefined : screenOf(model, part.open.text);
      if (target === undefined || target.about === null || target.about.text === part.entity.text) continue;
      const own = survey.screens().filter(({ about }) => about?.text === part.entity.text);
      const fix = replaceBy(
        part.open.span,
        own.map(({ name }) => name.text),
      );
      report({
        message: 'other',
        at: part.open,
        fix: [...fix, ...optionDeleted(model, part.open.span)],
        data: { entity: part.entity.text, screen: target.name.text, about: target.about.text },
      });
    }
  },
});
