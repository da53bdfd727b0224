import { own } from '../../base/own.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import { inSentence } from '../../model/labels.ts';
import { type OverlapConflict, type ReferenceConflict, type StoredRecord, UniqueConflict } from '../../store/store.ts';
import type { Refusal } from '../outcome.ts';
import { joinWords } from '../wording.ts';
import { rowMatches } from '../world/row-query.ts';
import type { World } from '../world/world.ts';
import { refusal } from './refusals.ts';
import { type Failure, ruleRefusal } from './rules.ts';

/** Every unique set of fields that this record breaks; the store stops at the first. */
export function uniqueFailures(world: World, conflict: UniqueConflict, record: StoredRecord): Failure[] {
  const table = world.index.schema.tables.find((candidate) => candidate.entity === conflict.entity);
  const others = (table?.uniques ?? []).filter((unique) => {
    if (unique.where !== null || unique.fields.join() === conflict.fields.join()) return false;
    if (unique.fields.some((field) => (own(record, field) ?? null) === null)) return false;
    const scope = world.scope(null);
    const conditions = unique.fields.map((field) => {
      const type = world.index.field(conflict.entity, field)?.type;
      const kept = own(record, field) ?? null;
      const value = type?.kind === 'relation' && typeof kept === 'string' ? world.record(type.entity.text, kept) : kept;
      return { node: rowMatches(world, conflict.entity, field, value), variable: null, scope };
    });
    return world.store.count({ entity: conflict.entity, conditions, except: record.id }) > 0;
  });
  const conflicts = [conflict, ...others.map((unique) => new UniqueConflict(conflict.entity, unique.fields, unique.rule))];
  const seen = new Set<string>();
  return conflicts.flatMap((one) => {
    const key = one.fields.join();
    if (seen.has(key)) return [];
    seen.add(key);
    return [uniqueFailure(world, one, record)];
  });
}

/**
 * Reports a rule of section 5 over the same fields with the rule's error, and a Unique column with
 * CONFLICT at its field.
 */
export function uniqueFailure(world: World, conflict: UniqueConflict, record: StoredRecord): Failure {
  const rules = world.index.rules(conflict.entity);
  const rule = rules.find(
    ({ must, name }) =>
      must.kind === 'unique' &&
      (conflict.rule === null
        ? must.where === null && must.fields.map((field) => field.text).join() === conflict.fields.join()
        : name.text === conflict.rule),
  );
  const [field = ''] = conflict.fields;
  const value = own(record, field) ?? null;
  if (rule !== undefined) {
    return { place: world.index.model.rules.indexOf(rule), refusal: ruleRefusal(world, rule, null, value) };
  }
  return {
    place: -1,
    refusal: refusal(world.index, {
      error: 'CONFLICT',
      entity: conflict.entity,
      field,
      value,
      at: world.index.field(conflict.entity, field)?.span ?? null,
      own: (labels) => {
        const names = conflict.fields.map((name) => labels.field(conflict.entity, name));
        const message = `${joinWords(names.map((name, index) => (index === 0 ? name : inSentence(name))))} is already taken.`;
        return { code: 'taken', data: { fields: names.join(', ') }, message };
      },
      because: `${conflict.entity}.${conflict.fields.join(', ')} must be unique`,
    }),
  };
}

/** Reports the rule that the store found broken, unless the engine has already found it. */
export function overlapFailures(world: World, conflict: OverlapConflict, record: RecordValue, found: readonly Failure[]): Failure[] {
  const rule = world.index.rules(conflict.entity).find(({ must, name }) => must.kind === 'no-overlap' && name.text === conflict.rule);
  if (rule === undefined) throw conflict;
  const place = world.index.model.rules.indexOf(rule);
  return found.some((failure) => failure.place === place) ? [] : [{ place, refusal: ruleRefusal(world, rule, record) }];
}

/**
 * Reports that a record to delete is still referred to, or that a relation leads to a missing
 * record.
 */
export function referenceRefusal(world: World, conflict: ReferenceConflict, deleting: boolean): Refusal {
  const field = world.index.field(conflict.entity, conflict.field);
  const at = field?.span ?? null;
  if (!deleting)
    return refusal(world.index, {
      error: 'NOT_FOUND',
      entity: conflict.entity,
      at,
      because: `${conflict.entity}.${conflict.field} refers to a missing record`,
    });
  return refusal(world.index, {
    error: 'CONFLICT',
    entity: conflict.entity,
    at,
    own: (labels) => {
      const [of, as] = [labels.entity(conflict.entity), labels.field(conflict.entity, conflict.field)];
      const message = `This can’t be deleted while ${inSentence(of)} records refer to it as ${inSentence(as)}.`;
      return { code: 'referred', data: { entity: of, field: as }, message };
    },
    because: `${conflict.entity}.${conflict.field} still refers to it (on delete restrict)`,
  });
}
