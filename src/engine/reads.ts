import type { Node } from '../expression/node.ts';
import type { Query, Store } from '../store/store.ts';
import { inboxName, sessionName } from './data-change.ts';
import type { ModelIndex } from './document/model-index.ts';

/** If more records of one entity are read, only the entity is named. */
const mostRecords = 20;

/**
 * The entities (`Ticket`) and records (`Ticket/0191…`) that an answer was read from. It may name
 * more than was read, never less: until one of them is written, the answer stays the same.
 */
export class Reads {
  readonly #index: ModelIndex;
  readonly #entities = new Set<string>();
  readonly #records = new Map<string, Set<string>>();
  #anything = false;

  constructor(index: ModelIndex) {
    this.#index = index;
  }

  /** Null if unknown. */
  names(): readonly string[] | null {
    if (this.#anything) return null;
    const records = [...this.#records].flatMap(([entity, ids]) =>
      this.#entities.has(entity) ? [] : [...ids].map((id) => `${entity}/${id}`),
    );
    return [...this.#entities, ...records];
  }

  session(hash: string): void {
    this.#entities.add(sessionName(hash));
  }

  inbox(account: string): void {
    this.#entities.add(inboxName(account));
  }

  entity(name: string): void {
    this.#entities.add(name);
  }

  record(entity: string, id: string): void {
    if (this.#entities.has(entity)) return;
    const ids = this.#records.get(entity) ?? new Set();
    this.#records.set(entity, ids.add(id));
    if (ids.size > mostRecords) this.entity(entity);
  }

  /**
   * Adds the entities that a field refers to, is labelled by or is computed from; the caller adds
   * the record itself.
   */
  field(entity: string, name: string): void {
    const field = this.#index.field(entity, name);
    const type = field?.type;
    if (type?.kind === 'relation' || type?.kind === 'members' || type?.kind === 'inverse') this.entity(type.entity.text);
    const node = field?.computed?.node ?? null;
    if (node !== null) this.#node(node);
  }

  query({ entity, conditions, anyOf = [], membersOf, search, sort = [] }: Query): void {
    this.entity(entity);
    if (membersOf !== undefined) this.entity(membersOf.entity);
    const values = [...(search?.values ?? []), ...sort.flatMap(({ value }) => value ?? [])];
    for (const { node } of [...conditions, ...anyOf.flat(), ...values]) this.#node(node);
    for (const name of [...(search?.fields ?? []), ...sort.map(({ field }) => field)]) this.field(entity, name);
  }

  #node(node: Node): void {
    const entities = this.#index.entitiesIn(node);
    if (entities === null) this.#anything = true;
    else for (const name of entities) this.entity(name);
  }
}

type Questions = Omit<Store, 'jobs' | 'inbox'>;

type Recorders = { readonly [K in keyof Questions]: ((reads: Reads, ...args: Parameters<Questions[K]>) => void) | null };

const fieldsOf = (reads: Reads, entity: string, names: readonly string[]): void => {
  for (const name of names) reads.field(entity, name);
};

/**
 * What each method of the store reads from records; null: nothing. A method that is missing here
 * does not compile.
 */
const recorders: Recorders = {
  record: (reads, entity, id) => reads.record(entity, id),
  query: (reads, query) => reads.query(query),
  count: (reads, query) => reads.query(query),
  computed(reads, entity, fields, ids) {
    for (const id of ids) reads.record(entity, id);
    fieldsOf(reads, entity, fields);
  },
  queryWith: (reads, query, fields, _scope, relations) => {
    // Lists of the found records count as part of these records.
    reads.query(query);
    fieldsOf(reads, query.entity, fields);
    for (const { entity, computed } of relations) {
      reads.entity(entity);
      fieldsOf(reads, entity, computed);
    }
  },
  sums: (reads, query, fields) => {
    reads.query(query);
    fieldsOf(reads, query.entity, fields);
  },
  groups: (reads, query, by, measured) => {
    reads.query(query);
    fieldsOf(reads, query.entity, measured === null ? [by] : [by, measured]);
  },
  searched: (reads, query) => reads.query(query),
  textsIn: (reads, query) => reads.query(query),
  members: (reads, entity, _field, id) => reads.record(entity, id),
  trail: (reads, entity, id) => reads.record(entity, id),
  enteredAt: (reads, entity, _field, id) => reads.record(entity, id),
  entered: (reads, entity) => reads.entity(entity),
  enteredFirst: (reads, query) => reads.query(query),
  // These read no records of the document: they concern sessions, failed passwords, settings,
  // writes, and files, whose content never changes.
  ordersBy: null,
  nextSerial: null,
  raiseSerial: null,
  transaction: null,
  withoutRuleChecks: null,
  step: null,
  apply: null,
  audit: null,
  saveSession: null,
  session: null,
  sessionOf: null,
  sessions: null,
  deleteSession: null,
  attempts: null,
  setAttempts: null,
  keptAnswer: null,
  keepAnswer: null,
  setEnteredAt: null,
  putFile: null,
  file: null,
  deleteFile: null,
  meta: null,
  setMeta: null,
  metaUnder: null,
  close: null,
};

/** Wraps a store so that `reads` records each read. */
export function recordingStore(store: Store, reads: Reads): Store {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const note = Object.hasOwn(recorders, name)
        ? (recorders[name as keyof Questions] as ((reads: Reads, ...args: unknown[]) => void) | null)
        : null;
      return (...args: unknown[]): unknown => {
        note?.(reads, ...args);
        return Reflect.apply(value, target, args);
      };
    },
  });
}
