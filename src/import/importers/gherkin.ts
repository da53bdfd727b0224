import { addProse, emptyDraft, NotReadable } from '../draft.ts';
import { readFeature } from '../gherkin/feature.ts';
import type { Importer } from '../importer.ts';
import { storyOf } from '../story.ts';
import { proseLine } from '../write.ts';

/**
 * Imports Gherkin features. The steps become prose below the scenarios, because no other section
 * declares what they mention.
 */
export const gherkin: Importer = {
  name: 'gherkin',
  summary: 'A Gherkin feature becomes people and scenarios; its steps are prose.',
  endings: ['feature'],
  recognises: (text) => /^\s*Feature:/m.test(text) && /^\s*(Scenario|Example|Scenario Outline|Rule):/m.test(text),
  read(text, title) {
    const feature = readFeature(text);
    if (feature === null) throw new NotReadable('The file has no line “Feature: …”.');
    const draft = emptyDraft(feature.title || title);
    const stories = storyOf(feature.description.join('\n'));
    draft.people.push(...stories.people);
    if (stories.rest.trim() !== '') addProse(draft, 1, proseLine(stories.rest));
    for (const { title: name, steps } of feature.scenarios) {
      draft.scenarios.push({ title: name, rows: [], steps });
      draft.losses.push({ where: `Scenario: ${name}`, message: 'Its steps are prose until rows say them: As, Do, Expect.' });
    }
    draft.losses.push(...feature.losses);
    return draft;
  },
};
