import type { Transition } from '../model/ast/states.ts';
import type { Model } from '../model/model.ts';
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
export function rowsOfEntities({ machines }: Model, entities: readonly string[]): ReadonlySet<number> {
  const rows = new Set<Transition>(machines.flatMap(({ entity, transitions }) => (entities.includes(entity) ? transitions : [])));
  // Iteration also visits rows that are added to the set during the loop.
  for (const { effect } of rows)
    for (const step of effect?.steps ?? []) {
      const type = step.kind === 'event' ? step.target.node?.type : undefined;
      if (step.kind !== 'event' || type?.kind !== 'record') continue;
      for (const { entity, transitions } of machines)
        for (const row of entity === type.entity ? transitions : [])
          if (row.trigger.kind === 'event' && row.trigger.name.text === step.event.text) rows.add(row);
    }
  return new Set([...rows].map(({ span }) => span.from));
}
