import { screenOf } from '../../model/lookup.ts';
import { defineRule } from '../rule.ts';

export const openOtherEntity = defineRule({
  code: 'open-other-entity',
  severity: 'warning',
  section: 2,
  summary: 'A list that opens a screen about something else.',
  messages: {
    other:
      'This list shows {entity} records, but “{screen}” is about {about}: it would look for a {about} and not find it. Open a screen about {entity}.',
  },
  check(model, report, survey) {
    for (const { part } of survey.parts()) {
      if (!('open' in part) || part.open === null) continue;
      const target = part.open === null ? undefined : screenOf(model, part.open.text);
      if (target === undefined || target.about === null || target.about.text === part.entity.text) continue;
      report({ message: 'other', at: part.open, data: { entity: part.entity.text, screen: target.name.text, about: target.about.text } });
    }
  },
});
