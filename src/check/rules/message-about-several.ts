import { withArticle } from '../../expression/types/type-words.ts';
import { tellSteps } from '../analysis/tell-steps.ts';
import { defineRule } from '../rule.ts';

export const messageAboutSeveral = defineRule({
  code: 'message-about-several',
  severity: 'error',
  section: 4,
  summary: 'A message that is sent about records of different entities.',
  messages: {
    other: '{name} is about {about}, but this event is of {entity}: its subject and text would find no values. Add another message.',
  },
  check(model, report) {
    const about = new Map(model.messages.map((message) => [message.name.text, message.about]));
    for (const { step, about: entity } of tellSteps(model)) {
      const first = about.get(step.message.text);
      if (first == null || first === entity) continue;
      const data = { name: step.message.text, about: withArticle(first), entity };
      report({ message: 'other', at: step.message, data });
    }
  },
});
