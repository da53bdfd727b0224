import { pending } from '../../base/pending.ts';
import { evaluateNode, nodeIsTrue } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import type { Node } from '../../expression/node.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import { compareBy, matches } from '../../store/meaning.ts';
import type { Condition, Group, Query, SearchedPage, SortKey, StoredRecord } from '../../store/store.ts';
import { readOrNull } from './labels.ts';
import { withinScope } from './row-node.ts';
import { call, literal } from './row-query.ts';
import type { Page, PageOptions, Records, Visibility, World } from './world.ts';

/** The price of a query in steps of the operation's budget, since it takes about as long. */
const questionCost = 100;

/**
 * From this offset, counting first pays off: a database walks over all records before a page, so a
 * page in the second half is read from the end.
 */
const farAway = 1000;

/**
 * Records fetched only when needed, by the store as far as possible. `rest` are conditions that the
 * store must not evaluate: it sees every record, and these conditions read records or fields that
 * the person may not read.
 */
export class LiveList implements Records {
  readonly isRecordList = true;
  readonly entity: string;
  /** Absent if the query alone does not select the records. */
  declare readonly query?: Query;
  readonly #world: World;
  readonly #query: Query;
  readonly #visibility: Visibility;
  readonly #rest: readonly Condition[];

  constructor(world: World, query: Query, visibility: Visibility, rest: readonly Condition[]) {
    this.#world = world;
    this.entity = query.entity;
    this.#query = query;
    this.#visibility = visibility;
    this.#rest = rest;
    // Must be absent, not undefined: stores test `'query' in list`.
    if (rest.length === 0) this.query = query;
  }

  where(predicate: Node, variable: string | null, scope: Scope): LiveList {
    const condition: Condition = { node: predicate, variable, scope };
    if (this.#visibility === 'person' && !this.#world.access.mayPush(predicate)) {
      return new LiveList(this.#world, this.#query, this.#visibility, [...this.#rest, condition]);
    }
    return new LiveList(this.#world, { ...this.#query, conditions: [...this.#query.conditions, condition] }, this.#visibility, this.#rest);
  }

  /**
   * Whether no record can match, so the store need not be queried. True also for an undeclared
   * entity.
   */
  get #isEmpty(): boolean {
    return this.#query.ids?.length === 0 || this.#world.index.entity(this.entity) === null || this.#world.isYetEmpty(this.#query);
  }

  size(most?: number): number {
    if (this.#isEmpty) return 0;
    this.#world.budget.spend(questionCost);
    if (this.#rest.length > 0) return this.records().length;
    return this.#world.store.count(this.#query, most);
  }

  includes(record: RecordValue): boolean {
    if (record.entity !== this.entity) return false;
    const ids = this.#query.ids === undefined || this.#query.ids.includes(record.id) ? [record.id] : [];
    return new LiveList(this.#world, { ...this.#query, ids }, this.#visibility, this.#rest).size(1) > 0;
  }

  /** A sorted page. The store sorts, except by values that may be hidden from the person. */
  page(options: PageOptions): Page {
    if (this.#isEmpty) return { records: [], total: 0, more: false };
    const { index } = this.#world;
    const sort = (options.sort ?? []).filter(({ field, value }) => value !== undefined || index.field(this.entity, field) !== null);
    const searched = options.search === undefined || options.search.text === '' ? undefined : options.search;
    // Computed fields are evaluated with the product's visibility, at this moment.
    const scope = this.#world.scope(null);
    const narrowed: Query = searched === undefined ? { ...this.#query, scope } : { ...this.#query, scope, search: searched };
    const inStore = this.#rest.length === 0 && !sort.some((key) => this.#mayHide(key)) && !this.#mayHideSought(searched);
    const offset = options.offset ?? 0;
    if (inStore) {
      const some: Query = options.limit === undefined ? { ...narrowed, sort, offset } : { ...narrowed, sort, offset, limit: options.limit };
      // In the second half, only an exact count tells which end to read from.
      const most = options.most !== undefined && offset + (options.limit ?? 0) <= options.most / 2 ? options.most : null;
      const counted: Query = most === null ? narrowed : { ...narrowed, limit: most + 1 };
      const count = (): number => this.#world.store.count(counted);
      const near = options.limit === undefined || offset < farAway ? null : this.#fromEnd(some, offset, options.limit, count());
      if (near !== null) return near;
      const found = searched === undefined || most === null ? null : this.#searched(some, most);
      if (found !== null && found.records !== null) return new CountedPage(this.#read(found.records), found.total);
      const records = this.#fetched(
        new LiveList(this.#world, some, this.#visibility, []),
        options.limit === undefined || options.counts !== true || found !== null ? null : count,
      );
      // A page that is not full is the last, so no count is needed.
      const last = options.limit === undefined || (records.length < options.limit && (records.length > 0 || offset === 0));
      return new CountedPage(records, last ? offset + records.length : (found?.total ?? null), count, most);
    }
    const found = searched === undefined ? this.records() : this.records().filter((record) => matches(searched, record, index.schema));
    const sorted = [...found].sort(compareBy(sort, index.schema));
    return {
      records: sorted.slice(offset, options.limit === undefined ? undefined : offset + options.limit),
      total: found.length,
      more: false,
    };
  }

  #searched(narrowed: Query, most: number): SearchedPage | null {
    const found = this.#world.searched(narrowed, most);
    if (found !== null) this.#world.budget.spend(questionCost);
    return found;
  }

  /** Reads a page in the second half from the end; null if it is in the first half. */
  #fromEnd(narrowed: Query, offset: number, limit: number, total: number): CountedPage | null {
    if (offset < total / 2) return null;
    const left = Math.max(0, Math.min(limit, total - offset));
    if (left === 0) return new CountedPage([], total);
    const last: Query = { ...narrowed, fromEnd: true, offset: total - offset - left, limit: left };
    return new CountedPage(new LiveList(this.#world, last, this.#visibility, []).records(), total);
  }

  /**
   * Whether the value may be hidden from the person in some record. The store must then not read
   * it.
   */
  #mayHide({ field, value }: Pick<SortKey, 'field' | 'value'>): boolean {
    if (this.#visibility === 'product') return false;
    const { access } = this.#world;
    if (value === undefined) return access.mayBeHidden(this.entity, field) || access.labelMayBeHidden(this.entity, field);
    return !access.mayPush(value.node) || access.labelOfTypeMayBeHidden(value.node.type);
  }

  #mayHideSought(search: Query['search']): boolean {
    if (search === undefined) return false;
    const fields = search.fields.map((field) => ({ field }));
    const values = (search.values ?? []).map((value) => ({ field: '', value }));
    return [...fields, ...values].some((key) => this.#mayHide(key));
  }

  /**
   * Requests the count while the page is still being fetched, because a full page does not tell it.
   */
  #fetched(page: LiveList, count: (() => number) | null): readonly RecordValue[] {
    if (count === null) return page.records();
    try {
      return page.records();
    } catch (error) {
      if (error === pending) count();
      throw error;
    }
  }

  sums(fields: readonly string[], search: Query['search'], most: number): ReadonlyMap<string, Value> {
    const found = new Map<string, Value>();
    const { access, store } = this.#world;
    const hidden = (field: string): boolean => this.#mayHide({ field });
    const searched = search === undefined || search.text === '' ? undefined : search;
    const scope = this.#world.scope(null);
    if (!this.#isEmpty && this.#rest.length === 0 && !this.#mayHideSought(searched)) {
      const narrowed: Query = { ...this.#query, scope, ...(searched === undefined ? {} : { search: searched }) };
      for (const [field, sum] of store.sums(
        narrowed,
        fields.filter((field) => !hidden(field)),
      ))
        found.set(field, sum);
    }
    const left = fields.filter((field) => !found.has(field));
    if (left.length === 0) return found;
    const { records } = this.page({ limit: most + 1, ...(searched === undefined ? {} : { search: searched }) });
    for (const field of left) {
      if (records.length > most) found.set(field, null);
      else {
        const seen = records.filter((record) => this.#visibility === 'product' || access.seesField(record, field));
        const values = seen.map((record) => readOrNull(record, field)).filter((value) => value !== null);
        found.set(field, sumOf(values, scope));
      }
    }
    return found;
  }

  groups(by: string, measured: string | null): readonly Group[] | null {
    const hides = (field: string | null): boolean =>
      field !== null && this.#visibility === 'person' && this.#world.access.mayBeHidden(this.entity, field);
    if (this.#rest.length > 0 || hides(by) || hides(measured)) return null;
    return this.#isEmpty ? [] : this.#world.store.groups({ ...this.#query, scope: this.#world.scope(null) }, by, measured);
  }

  textsIn(field: string): readonly string[] | null {
    if (this.#rest.length > 0 || (this.#visibility === 'person' && this.#world.access.mayBeHidden(this.entity, field))) return null;
    return this.#isEmpty ? [] : this.#world.store.textsIn(this.#query, field);
  }

  records(): readonly RecordValue[] {
    if (this.#isEmpty) return [];
    this.#world.budget.spend(questionCost);
    const found = this.#read(this.#world.found(this.#query));
    if (this.#rest.length === 0) return found;
    return found.filter((record) =>
      this.#rest.every(({ node, variable, scope }) => nodeIsTrue(node, withinScope(scope, variable, record))),
    );
  }

  #read(stored: readonly StoredRecord[]): readonly RecordValue[] {
    return stored.flatMap(({ id }) => {
      // The query already contains the conditions of section 6.
      if (this.#visibility === 'person') this.#world.access.foundReadable(this.entity, id);
      return this.#world.record(this.entity, id, this.#visibility) ?? [];
    });
  }
}

/** A page of records and their total, which is counted on demand, up to one more than `most`. */
class CountedPage implements Page {
  readonly records: readonly RecordValue[];
  readonly #count: () => number;
  readonly #most: number;
  #counted: number | null;

  constructor(
    records: readonly RecordValue[],
    counted: number | null,
    count: () => number = () => counted ?? 0,
    most: number | null = null,
  ) {
    this.records = records;
    this.#counted = counted;
    this.#count = count;
    this.#most = most ?? Number.POSITIVE_INFINITY;
  }

  get total(): number {
    return Math.min(this.#found, this.#most);
  }

  get more(): boolean {
    return this.#found > this.#most;
  }

  get #found(): number {
    return (this.#counted ??= this.#count());
  }
}

/** Null if the values cannot be added: beyond 64 bits, or in different currencies. */
function sumOf(values: readonly Value[], scope: Scope): Value {
  try {
    return evaluateNode(call('sum', null, [literal(values)]), scope);
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}
