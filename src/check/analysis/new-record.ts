import { Budget } from '../../expression/evaluate/budget.ts';
import { EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import { PlainDate, type RecordValue, Timestamp, type Value } from '../../expression/values/value.ts';
import type { Transition } from '../../model/ast/states.ts';
import { fieldOf, machineOf, startOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { constantsOf } from './constant-conditions.ts';
import { transitionsFor } from './indexes.ts';
import { lazy } from './lazy.ts';
import { type Write, writesOf } from './writes.ts';

/** What is known of a record that is created. */
export interface Created {
  /** The fields that are set. */
  readonly given: ReadonlyMap<string, unknown>;
  /** Those of them whose value is known. */
  readonly values: ReadonlyMap<string, Value>;
  /** The effects of the start are still to come. */
  readonly beforeEffects?: true;
}

/**
 * A record as it is created: fields with an unknown value, and those that effects may set, cannot
 * be read. A field left out is empty, or has its default.
 */
export function newRecord(model: Model, entity: string, { given, values, beforeEffects }: Created): RecordValue {
  const set = lazy(() => (beforeEffects ? new Set<string>() : setAtStart(model, entity)));
  return partlyKnown(entity, 'new', (name) => {
    const field = fieldOf(model, entity, name);
    const value = values.get(name);
    if (field === undefined || field.builtIn || field.computed !== null || (given.has(name) && value === undefined)) return undefined;
    if (field.type.kind === 'state') {
      const machine = machineOf(model, entity, name);
      return (machine === undefined ? null : startOf(machine)) ?? undefined;
    }
    if (['serial', 'inverse', 'members', 'unknown'].includes(field.type.kind) || set()?.has(name) !== false) return undefined;
    if (value !== undefined) return value;
    if (field.default !== null) return field.default.kind === 'value' ? field.default.value : undefined;
    return field.type.kind === 'list' ? [] : null;
  });
}

/** A record of which `get` knows some values; undefined: it is not known, and cannot be read. */
export const partlyKnown = (entity: string, id: string, get: (field: string) => Value | undefined): RecordValue => ({
  isRecord: true,
  entity,
  id,
  get(name) {
    const value = get(name);
    if (value === undefined) throw new EvaluationError(`the ${name} of ${entity} is not known while a document is checked`, 0, 0);
    return value;
  },
});

/** The fields that the effects of the start, and what they trigger, may set; null: unknown. */
function setAtStart(model: Model, entity: string): ReadonlySet<string> | null {
  const found = new Set<string>();
  const seen = new Set<Transition>();
  const follow = (rows: readonly Transition[], of: string): boolean =>
    rows.every((row) => {
      if (row.effect === null || seen.has(row)) return true;
      seen.add(row);
      if (of === entity) for (const step of row.effect.steps) if (step.kind === 'assign') found.add(step.field.text);
      const { writes, known } = writesOf(model, row.effect);
      return known && writes.every(followWrite);
    });
  const followWrite = (write: Write): boolean => {
    if (write.entity === entity && write.operation !== 'create') {
      if (write.given === null || write.operation === 'event') return false;
      for (const field of write.given.keys()) found.add(field);
    }
    const changes = write.operation === 'create' || write.operation === 'delete' ? [] : transitionsFor(model, write.entity, 'changed');
    return follow([...transitionsFor(model, write.entity, write.name), ...changes], write.entity);
  };
  return follow(transitionsFor(model, entity, 'create'), entity) ? found : null;
}

/**
 * Whether an expression reads only the record and constants, so that its value does not depend on
 * when it is evaluated.
 */
export const plain = (reads: {
  readonly me: boolean;
  readonly now: boolean;
  readonly entities: readonly string[];
  readonly old: readonly string[];
}): boolean => !reads.me && !reads.now && reads.entities.length === 0 && reads.old.length === 0;

export function exampleScope(model: Model, self: RecordValue | null): Scope {
  const constant = constantsOf(model);
  const never = (what: string) => (): never => {
    throw new EvaluationError(`${what} is not known while a document is checked`, 0, 0);
  };
  return {
    evaluationContext: {
      budget: new Budget(() => new EvaluationError('this takes too long to compute while a document is checked', 0, 0)),
      me: null,
      now: new Timestamp(0, 0),
      today: new PlainDate(0),
      timeZone: 'UTC',
      token: null,
      constant,
      entity: never('a list of records'),
      view: never('a view'),
      random: never('chance'),
    },
    self,
    row: null,
    old: null,
    bound: new Map(),
  };
}
