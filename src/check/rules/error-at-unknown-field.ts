import { nearest } from '../../base/nearest.ts';
import type { Model } from '../../model/model.ts';
import { didYouMean, enumerate, replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const errorAtUnknownField = defineRule({
  code: 'error-at-unknown-field',
  severity: 'warning',
  section: 8,
  summary: 'An error shown at a field that does not exist where the error is raised.',
  messages: {
    nowhere:
      '{error} is shown at “{field}”, but {where} has no such field, so users would not see it. {guess} Write a field, “toast”, “dialog”, “page” or “banner”.',
  },
  check(model, report, survey) {
    for (const { name, shown } of model.errors) {
      // “field” stands for whichever field the error concerns.
      if (shown.kind !== 'at' || shown.field.text === 'field') continue;
      const raising = raisedOn(model, name.text);
      const entities = raising.length > 0 ? raising : model.entities.map((entity) => entity.name.text);
      const fields = entities.flatMap((entity) => [...(survey.entity(entity)?.byName.keys() ?? []), ...parametersOf(model, entity)]);
      if (fields.length === 0 || entities.some((entity) => survey.entity(entity) === undefined) || fields.includes(shown.field.text))
        continue;
      const suggestions = nearest(shown.field.text, fields);
      const data = {
        error: name.text,
        field: shown.field.text,
        where: enumerate(entities.slice(0, 3), 'or'),
        guess: didYouMean(suggestions),
      };
      report({ message: 'nowhere', at: shown.field, fix: replaceBy(shown.field.span, suggestions), data });
    }
  },
});

/** The entities whose rules or guards raise the error. */
function raisedOn(model: Model, error: string): string[] {
  const found = new Set<string>();
  for (const { entity, error: raised } of model.rules) if (raised?.text === error) found.add(entity.text);
  for (const { entity, transitions } of model.machines) if (transitions.some((row) => row.error?.text === error)) found.add(entity);
  return [...found];
}

/** The parameters of an entity's events, since the form for an event asks for them. */
const parametersOf = (model: Model, entity: string): string[] =>
  model.machines
    .filter((machine) => machine.entity === entity)
    .flatMap(({ transitions }) =>
      transitions.flatMap(({ trigger }) => (trigger.kind === 'event' ? trigger.parameters.map(({ name }) => name.text) : [])),
    );
