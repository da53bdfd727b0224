import { humanValue } from '../engine/world/human-value.ts';
import { labelOf, readOrNull } from '../engine/world/labels.ts';
import { nobody } from '../engine/world/world.ts';
import { isRecord, type Value } from '../expression/values/value.ts';
import { fieldOf } from '../model/lookup.ts';
import { isSecret } from '../model/types/traits.ts';
import { causeKey } from '../store/store.ts';
import type { ScenarioPlay } from './scenarios.ts';

/** What happened to one record in one row of a scenario. */
export interface ScenarioStep {
  readonly entity: string;
  readonly id: string;
  /** The record's name in the scenario, or else its label. */
  readonly record: string;
  /** create, update, delete, an event's name, or `after` or `at` for a timer. */
  readonly operation: string;
  /** By field, with values as people read them; passwords are left out. */
  readonly changes: readonly { readonly field: string; readonly to: string }[];
}

/**
 * Returns a function that reads from the audit trail what a row of a play did. Call it after each
 * row, in order.
 */
export function watchSteps({ product, bound }: ScenarioPlay): () => readonly ScenarioStep[] {
  const seen = new Map<string, { readonly entity: string; readonly id: string; label: string }>();
  const look = (): void => {
    const world = product.world(nobody);
    for (const { name } of product.model.entities) {
      for (const { id } of product.store.query({ entity: name.text, conditions: [] })) {
        const record = world.record(name.text, id);
        if (record !== null) seen.set(`${name.text} ${id}`, { entity: name.text, id, label: labelOf(product.index, record) });
      }
    }
  };
  look();
  let last = lastOf(product.store, seen.values());
  return () => {
    look();
    const world = product.world(nobody);
    const called = new Map([...bound].flatMap(([name, value]): [string, string][] => (isRecord(value) ? [[value.id, name]] : [])));
    const entries = [...seen.values()]
      .flatMap(({ entity, id, label }) => product.store.trail(entity, id, 100).map((entry) => ({ ...entry, label })))
      .filter(({ sequence }) => sequence > last)
      .sort((a, b) => a.sequence - b.sequence);
    last = entries.at(-1)?.sequence ?? last;
    const shown = (entity: string, id: string, field: string, to: unknown): string => {
      const record = world.record(entity, id);
      // Uses the current value, because the JSON of the trail says less.
      const value: Value = record === null ? null : readOrNull(record, field);
      return to === null || record === null ? 'nothing' : humanValue(product.index, value);
    };
    return entries.map(({ entity, record, label, operation, changes }) => ({
      entity,
      id: record,
      record: called.get(record) ?? label,
      operation,
      changes: Object.entries(changes)
        .filter(([field]) => field !== causeKey && !isSecret(fieldOf(product.model, entity, field)))
        .filter(([, { from, to }]) => operation !== 'create' || (to !== null && JSON.stringify(from) !== JSON.stringify(to)))
        .map(([field, { to }]) => ({ field, to: shown(entity, record, field, to) })),
    }));
  };
}

function lastOf(store: ScenarioPlay['product']['store'], records: Iterable<{ readonly entity: string; readonly id: string }>): number {
  let last = -1;
  for (const { entity, id } of records) for (const { sequence } of store.trail(entity, id, 100)) last = Math.max(last, sequence);
  return last;
}
