import type { Transition } from '../../model/ast/states.ts';
import type { Model } from '../../model/model.ts';
import type { Template } from './template.ts';

/** Entities that have no record in any world with these templates. */
export function absentEntities({ entities }: Model, templates: Iterable<Template>): readonly string[] {
  const present = new Set([...templates].map(({ example }) => example.entity));
  return entities.map(({ name }) => name.text).filter((name) => !present.has(name));
}

/**
 * The rows of these entities, and those that their effects trigger, directly or through other rows,
 * by start offset.
 */
export function rowsOfEntities(model: Model, entities: readonly string[]): ReadonlySet<number> {
  const rows = new Set<Transition>(model.machines.flatMap(({ entity, transitions }) => (entities.includes(entity) ? transitions : [])));
  // Iteration also visits rows that are added to the set during the loop.
  for (const row of rows) for (const triggered of rowsTriggered(model, row)) rows.add(triggered);
  return new Set([...rows].map(({ span }) => span.from));
}

/** The rows that the effect of a row may trigger. */
export function rowsTriggered({ machines }: Model, { effect }: Transition): readonly Transition[] {
  return (effect?.steps ?? []).flatMap((step) => {
    const type = step.kind === 'event' ? step.target.node?.type : undefined;
    if (step.kind !== 'event' || type?.kind !== 'record') return [];
    return machines
      .filter(({ entity }) => entity === type.entity)
      .flatMap(({ transitions }) => transitions.filter(({ trigger }) => trigger.kind === 'event' && trigger.name.text === step.event.text));
  });
}
