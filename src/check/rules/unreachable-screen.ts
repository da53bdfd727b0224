import { isMenuWithin } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { ModelFacts } from '../analysis/survey.ts';
import { partAdded } from '../part-fixes.ts';
import { defineRule } from '../rule.ts';

export const unreachableScreen = defineRule({
  code: 'unreachable-screen',
  severity: 'warning',
  section: 2,
  summary: 'A screen that nothing leads to.',
  messages: {
    never:
      'Nothing leads to “{name}”: its route needs “{parameter}”, and no list, link, button or relation opens it. Open it from another screen, for example with a list of its records, or a link.',
  },
  check(model, report, survey) {
    const opened = openedScreens(model, survey);
    const related = new Set([...shownRelations(survey), ...listedEntities(survey)]);
    for (const screen of survey.screens()) {
      const { name, parameters, about } = screen;
      // A screen whose route has no parameters is in the menu.
      const parameter = parameters[0];
      if (parameter === undefined || opened.has(name.text) || isMenuWithin(model, screen)) continue;
      if (about !== null && (related.has(about.text) || survey.entity(about.text) === undefined)) continue;
      const plain = survey.screens().find((other) => !other.assumed && other.parameters.length === 0 && other.parts.length > 0);
      const fix =
        about === null || plain === undefined
          ? []
          : partAdded(model, plain, `- list of ${about.text}`, `Put a list of ${about.text} on the screen ${plain.name.text}`);
      report({ message: 'never', at: name, fix, data: { name: name.text, parameter } });
    }
  },
});

/** Screens that a part opens by name. */
function openedScreens(model: Model, survey: ModelFacts): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { part } of survey.allParts()) {
    if ('open' in part && part.open !== null) found.add(part.open.text);
    if (part.kind === 'form' && part.then !== null) found.add(part.then.text);
    if (part.kind === 'link') found.add(part.screen.text);
  }
  for (const { action } of model.actions) for (const step of action.steps) if (step.kind === 'open') found.add(step.screen.text);
  return found;
}

/** Entities whose records a part lists: without `open`, it leads to the screen about them. */
function listedEntities(survey: ModelFacts): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { part } of survey.allParts()) if ('open' in part && part.open === null) found.add(part.entity.text);
  return found;
}

/**
 * Entities that a part shows through a relation, which links to the screen about them. Timelines
 * show who acted.
 */
function shownRelations(survey: ModelFacts): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { screen, part } of survey.allParts()) {
    const entity = 'entity' in part && part.entity !== null ? part.entity.text : (screen.about?.text ?? null);
    if (entity === null || !('fields' in part)) continue;
    for (const use of part.fields) {
      const type = survey.entity(entity)?.byName.get(use.name.text)?.type;
      if (type !== undefined && 'entity' in type) found.add(type.entity.text);
      if ('value' in use && use.value?.type.kind === 'record') found.add(use.value.type.entity);
    }
  }
  return found;
}
