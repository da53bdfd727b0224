import type { Model } from '../../model/model.ts';
import type { ModelFacts } from './survey.ts';
import { boundBy, writesOf } from './writes.ts';

/**
 * `Entity.field` of every field that events set by their parameters and effects, regardless of
 * section 6. Null if the text does not determine it.
 */
export function fieldsSetByProduct(model: Model): ReadonlySet<string> | null {
  const found = new Set<string>();
  let known = true;
  for (const { entity, transitions } of model.machines) {
    for (const { trigger, effect } of transitions) {
      if (trigger.kind === 'event') for (const { field } of trigger.parameters) if (field !== null) found.add(`${entity}.${field}`);
      if (effect === null) continue;
      for (const step of effect.steps) if (step.kind === 'assign') found.add(`${entity}.${step.field.text}`);
      const written = writesOf(model, effect);
      known &&= written.known;
      for (const { entity: of, given } of written.writes) {
        if (given === null) known = false;
        for (const field of given?.keys() ?? []) found.add(`${of}.${field}`);
      }
    }
  }
  return known ? found : null;
}

/**
 * `Entity.field` of every field that a form, call, event or effect sets. Null if the text does not
 * determine it.
 */
export function fieldsSet(model: Model, survey: ModelFacts): ReadonlySet<string> | null {
  const found = new Set<string>();
  const add = (entity: string, field: string): void => {
    found.add(`${entity}.${field}`);
  };
  let known = true;
  for (const { screen, part } of survey.allParts()) {
    if (part.kind === 'form') {
      const entity = part.entity?.text ?? (part.target === null ? screen.about?.text : undefined);
      if (entity === undefined) known = false;
      else {
        for (const { name, lines } of part.fields) {
          add(entity, name.text);
          for (const column of lines?.entity == null ? [] : lines.fields) add(lines?.entity ?? '', column.name.text);
        }
        if (part.with?.node?.kind === 'map') {
          for (const { key } of part.with.node.entries) if (key.kind === 'literal') add(entity, String(key.value));
        }
      }
    }
    if ('edit' in part) for (const { name } of part.edit) add(part.entity.text, name.text);
    // Dragging a card to another column sets that column's value.
    if (part.kind === 'board') add(part.entity.text, part.by.name.text);
    if (part.kind === 'sign-up' && model.account !== null)
      for (const field of survey.entity(model.account.entity.text)?.fields ?? []) add(field.entity, field.name.text);
  }
  const byProduct = fieldsSetByProduct(model);
  if (byProduct === null) return null;
  for (const key of byProduct) found.add(key);
  const takes = new Map(model.calls.map((call) => [call.does, boundBy(call.takes).map(({ name }) => name)]));
  for (const { action, section } of model.actions) {
    if (section === 1) continue;
    const written = writesOf(model, action, takes.get(action) ?? []);
    known &&= written.known;
    for (const { entity, given } of written.writes) {
      if (given === null) known = false;
      for (const field of given?.keys() ?? []) add(entity, field);
    }
  }
  return known ? found : null;
}
