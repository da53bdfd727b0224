import { evaluateNode } from '../expression/evaluate/evaluate.ts';
import { type EvaluationContext, EvaluationError, type Scope } from '../expression/evaluate/scope.ts';
import type { Node } from '../expression/node.ts';
import type { RecordList, RecordValue, Value } from '../expression/values/value.ts';
import type { Field } from '../model/ast/entities.ts';
import type { RunModel } from '../model/run-model.ts';
import { inOwnCurrency } from '../model/types/currency-field.ts';
import { isStored } from './schema.ts';
import type { Query, Store, StoredRecord } from './store.ts';

/**
 * Presents the records of a store as values of expressions: relations lead to records, computed
 * fields are evaluated, and lists are loaded only when needed.
 */
export interface RecordValues {
  of(entity: string, stored: StoredRecord): RecordValue;
  list(query: Query): QueryList;
}

/** A list that is still a query, so that a store can run it in its own language. */
export interface QueryList extends RecordList {
  readonly query: Query;
}

export const isQueryList = (value: Value): value is QueryList =>
  typeof value === 'object' && value !== null && 'isRecordList' in value && 'query' in value;

type Reader = Pick<Store, 'record' | 'query' | 'count'>;

/** The deepest chain of computed fields that depend on each other; longer ones fail. */
const deepest = 100;

/**
 * The computed fields in progress, shared by all users of a store: a field may depend on itself
 * through a query, which starts a new evaluation; and if a hundred records each depend on all
 * others, none is computed twice.
 */
interface Working {
  /** Keys like `Booking/1f.owed`. */
  readonly fields: Set<string>;
  /** Values computed so far, until the outermost evaluation ends; nothing is written meanwhile. */
  readonly known: Map<EvaluationContext, Map<string, Value>>;
}
const workings = new WeakMap<Reader, Working>();

function workingOf(store: Reader): Working {
  const found = workings.get(store) ?? { fields: new Set(), known: new Map() };
  workings.set(store, found);
  return found;
}

/** Reads records through `store`; `me`, `now` and constants come from `evaluationContext`. */
export function recordValues(store: Reader, model: RunModel, evaluationContext: EvaluationContext): RecordValues {
  const entities = new Map(model.entities.map((entity) => [entity.name.text, entity]));
  const working = workingOf(store);

  const of = (entity: string, stored: StoredRecord): RecordValue => {
    const computed = new Map<string, Value>();
    const record: RecordValue = {
      isRecord: true,
      entity,
      id: stored.id,
      get(name) {
        const field = entities.get(entity)?.byName.get(name);
        if (!field) throw new EvaluationError(`${entity} has no field “${name}”`, 0, 0);
        if (isStored(field)) return storedValue(field, stored);
        const known = computed.get(name);
        if (known !== undefined) return known;
        const value = derivedValue(field, record);
        computed.set(name, value);
        return value;
      },
    };
    return record;
  };

  const storedValue = (field: Field, stored: StoredRecord): Value => {
    const name = field.name.text;
    const value = stored[name] ?? null;
    if (field.type.kind === 'list') return value ?? [];
    // If the document declares the id as a number, expressions calculate with it.
    if (name === 'id' && (field.type.kind === 'serial' || field.type.kind === 'integer')) return Number(stored.id);
    if (field.type.kind === 'money') return inOwnCurrency(field.type, value, (other) => of(field.entity, stored).get(other));
    if (field.type.kind !== 'relation' || typeof value !== 'string') return value;
    const target = store.record(field.type.entity.text, value);
    return target === null ? null : of(field.type.entity.text, target);
  };

  const derivedValue = (field: Field, record: RecordValue): Value => {
    const name = field.name.text;
    if (field.computed !== null) return field.computed.node === null ? null : compute(field.computed.node, record, name);
    if (field.type.kind === 'members') {
      return list({ entity: field.type.entity.text, conditions: [], membersOf: { entity: record.entity, field: name, id: record.id } });
    }
    if (field.type.kind === 'inverse') {
      return list({ entity: field.type.entity.text, conditions: [], related: { field: field.type.by.text, id: record.id } });
    }
    return null;
  };

  const compute = (node: Node, record: RecordValue, name: string): Value => {
    const key = `${record.entity}/${record.id}.${name}`;
    const known = working.known.get(evaluationContext)?.get(key);
    if (known !== undefined) return known;
    if (working.fields.has(key) || working.fields.size >= deepest)
      throw new EvaluationError('computed fields need each other without end', node.from, node.to);
    working.fields.add(key);
    let value: Value = null;
    try {
      value = evaluateNode(node, { evaluationContext, self: record, row: null, old: null, bound: new Map() });
    } catch (error) {
      // NOTATION: a computed field that cannot be evaluated is null.
      if (!(error instanceof EvaluationError)) throw error;
    } finally {
      working.fields.delete(key);
      if (working.fields.size === 0) working.known.clear();
    }
    if (working.fields.size > 0) {
      const values = working.known.get(evaluationContext) ?? new Map<string, Value>();
      working.known.set(evaluationContext, values.set(key, value));
    }
    return value;
  };

  const list = (query: Query): QueryList => ({
    isRecordList: true,
    entity: query.entity,
    query,
    where: (node, variable, scope) => list({ ...query, conditions: [...query.conditions, { node, variable, scope }] }),
    size: () => store.count(query),
    includes: (record) => record.entity === query.entity && store.count(within(query, record.id)) > 0,
    records: () => store.query(query).map((stored) => of(query.entity, stored)),
  });

  return { of, list };
}

const within = (query: Query, id: string): Query => ({
  ...query,
  ids: query.ids === undefined || query.ids.includes(id) ? [id] : [],
});

/**
 * The scope in which a condition is evaluated for a record: as the row, or under the variable's
 * name. NOTATION: where the place has no record of its own, `self` is the row too.
 */
export const scopeFor = (scope: Scope, variable: string | null, record: RecordValue): Scope =>
  variable === null
    ? { ...scope, row: record, self: scope.self ?? record }
    : { ...scope, bound: new Map([...scope.bound, [variable, record]]) };
