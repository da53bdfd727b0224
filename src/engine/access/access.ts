import { isTrue } from '../../expression/evaluate/evaluate.ts';
import { EvaluationError, type Scope } from '../../expression/evaluate/scope.ts';
import type { Node } from '../../expression/node.ts';
import type { Type } from '../../expression/types/type.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import { isOfRecord, type RecordRole } from '../../model/organisations.ts';
import { isHidden } from '../../model/types/traits.ts';
import type { Change, Condition, Query } from '../../store/store.ts';
import { canEvaluate } from '../document/model-index.ts';
import { rowNodeOf } from '../world/row-node.ts';
import type { Access, Grant, GrantCell, World } from '../world/world.ts';
import { type Grants, grantsOf, isRestricted } from './grants.ts';
import { recordBindings, recordOfRole } from './of-record.ts';
import { mayHoldAfter } from './old-cells.ts';

/** The permission table of section 6, evaluated for one person. */
export class TableAccess implements Access {
  readonly #world: World;
  #roles: ReadonlySet<string> | null = null;
  /** By role: the records on which the person has it. */
  #held: ReadonlyMap<string, readonly RecordValue[]> = new Map();
  #heldNames: ReadonlyMap<string, Value> = new Map();
  #isStale = false;
  /** Records opened by a secret in the address, by entity and id. */
  readonly #unlocked = new Map<string, RecordValue>();
  /** By parameter name: the record that it opened. */
  readonly #keys = new Map<string, { readonly record: RecordValue; readonly text: string }>();
  #granted: Grants | null = null;
  #decidingRoles = false;
  /** By entity and id: whether a condition of section 6 allows reading; cleared at each write. */
  readonly #readable = new Map<string, boolean>();

  /** Records that the person created in this transaction. */
  readonly #made = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  forget(): void {
    this.#roles = null;
    this.#granted = null;
    this.#readable.clear();
    this.#isStale = false;
  }

  wrote(change?: Change): void {
    this.#readable.clear();
    this.#isStale ||= this.#givesRoles(change);
  }

  /** Whether the change may give or take roles of records. */
  #givesRoles(change: Change | undefined): boolean {
    const { index } = this.#world;
    const roles = index.recordRoles;
    if (roles.length === 0) return false;
    // A change of a list, or a deletion, may affect records of other entities too.
    if (change === undefined || (change.kind !== 'insert' && change.kind !== 'update')) return true;
    const { entity } = change;
    return roles.some(({ is, of }) => {
      if (entity === of.text || entity === index.model.account?.entity.text) return true;
      const looks = is?.node == null ? new Set<string>() : index.entitiesIn(is.node);
      return looks === null || looks.has(entity);
    });
  }

  /** Recomputes roles of records only between steps, so no write can grant itself. */
  beginStep(): void {
    if (this.#isStale) this.forget();
  }

  /** The roles whose Is holds for the person. */
  roles(): ReadonlySet<string> {
    if (this.#roles !== null) return this.#roles;
    // A view in an Is depends on what the person may read, which depends on the roles being
    // computed: such an Is has no value.
    if (this.#decidingRoles) throw new EvaluationError('a person’s roles cannot depend on what these roles may read', 0, 0);
    this.#decidingRoles = true;
    try {
      const scope = this.#world.scope(null);
      const { model, recordRoles } = this.#world.index;
      const everywhere = model.roles.filter((role) => !isOfRecord(role) && role.is !== null && isTrue(role.is, scope));
      const held = recordRoles
        .map((role) => [role.name.text, this.#recordsOf(role, scope)] as const)
        .filter(([, records]) => records.length > 0);
      this.#held = new Map(held);
      this.#heldNames = new Map(held.flatMap(([role, records]) => recordBindings(role, records)));
      this.#roles = new Set([...everywhere.map(({ name }) => name.text), ...this.#held.keys()]);
      return this.#roles;
    } finally {
      this.#decidingRoles = false;
    }
  }

  /** Opens a record by its secret: its roles by link apply until the operation ends. */
  unlock(record: RecordValue, { name, text }: { readonly name: string; readonly text: string }): void {
    this.#unlocked.set(`${record.entity} ${record.id}`, record);
    this.#keys.set(name, { record, text });
    this.forget();
  }

  keyOf = (parameter: string) => this.#keys.get(parameter) ?? null;

  isUnlocked = ({ entity, id }: RecordValue): boolean => this.#unlocked.has(`${entity} ${id}`);

  /** The records on which the person has the role. Signed out: none if the Is reads `me`. */
  #recordsOf({ is, of, byLink }: RecordRole, scope: Scope): readonly RecordValue[] {
    const { index } = this.#world;
    if (byLink) return [...this.#unlocked.values()].filter(({ entity }) => entity === of.text);
    const node = is === null || index.entity(of.text) === null ? null : rowNodeOf(is);
    if (is === null || node === null || !canEvaluate(is) || (is.reads.me && this.#world.me() === null)) return [];
    return this.#world.list({ entity: of.text, conditions: [{ node, variable: null, scope }] }).records();
  }

  /** The records on which the person has the role; empty if the role does not belong to records. */
  recordsOf(role: string): readonly RecordValue[] {
    this.roles();
    return this.#held.get(role) ?? [];
  }

  /**
   * Whether the person has one of these roles. With `record`, a role of a record counts only for
   * that record; without it, for any record. An empty list means everyone.
   */
  hasRole(names: readonly { readonly text: string }[], record: RecordValue | null = null): boolean {
    return names.length === 0 || names.some((name) => this.#hasRole(name.text, record));
  }

  #hasRole(name: string, record: RecordValue | null): boolean {
    if (!this.roles().has(name)) return false;
    const { index } = this.#world;
    const role = index.role(name);
    if (record === null || role === null || !isOfRecord(role)) return true;
    const of = recordOfRole(index, role, this.#world.record(record.entity, record.id) ?? record);
    return of !== null && this.recordsOf(name).some(({ id }) => id === of.id);
  }

  /** Without a section 6, roles are irrelevant. */
  get #grants(): Grants {
    const { index } = this.#world;
    if (this.#granted !== null) return this.#granted;
    const roles = index.model.permissions === null ? new Set<string>() : this.roles();
    const counts = new Map<string, number>();
    for (const role of index.model.roles) {
      const name = role.name.text;
      if (roles.has(name)) counts.set(name, this.#held.get(name)?.length ?? 1);
      else if (isOfRecord(role) && this.#world.me() !== null) counts.set(name, 0);
    }
    return (this.#granted = grantsOf(index, counts));
  }

  /** Null only with a field: no row covers this operation on it. */
  grant(entity: string, operation: string, field: string): Grant | null;
  grant(entity: string, operation: string): Grant;
  grant(entity: string, operation: string, field: string | null = null): Grant | null {
    // Unrestricted fields do not need the roles, and must not, because a role may itself depend on
    // that field.
    if (this.#granted === null && field !== null && !isRestricted(this.#world.index, entity, operation, field)) return null;
    return this.#grants.of(entity, operation, field);
  }

  isGranted(grant: Grant, record: RecordValue, value?: Value): boolean {
    return grant.kind === 'when' ? this.cellFor(grant, record, value) !== null : grant.kind === 'yes';
  }

  cellFor(grant: Grant, record: RecordValue, value?: Value): GrantCell | null {
    if (grant.kind !== 'when') return null;
    const scope = this.#scope(record, record, value);
    const found = grant.cells.find(({ expression, old }) => !old && isTrue(expression, scope));
    return found ?? grant.cells.find(({ expression: { node }, old }) => old && node !== null && mayHoldAfter(node, scope)) ?? null;
  }

  holdsAfter(cells: readonly GrantCell[], record: RecordValue, old: RecordValue, value?: Value): boolean {
    const scope = this.#scope(record, old, value);
    return cells.some(({ expression }) => isTrue(expression, scope));
  }

  #scope(record: RecordValue, old: RecordValue, value: Value | undefined): Scope {
    const bound = value === undefined ? this.#heldNames : new Map([...this.#heldNames, ['value', value] as const]);
    return { ...this.#world.scope(record, bound), old };
  }

  mayRead(record: RecordValue): boolean {
    const grant = this.grant(record.entity, 'read');
    if (grant.kind !== 'when') return grant.kind === 'yes';
    const key = `${record.entity} ${record.id}`;
    let may = this.#readable.get(key);
    if (may === undefined) this.#readable.set(key, (may = this.#holdsPlainly(grant, record)));
    return may;
  }

  foundReadable(entity: string, id: string): void {
    this.#readable.set(`${entity} ${id}`, true);
  }

  /**
   * Whether the person may read this field of this record: the entity's row must grant it (except
   * for their own account), and so must the field's rows, if any.
   */
  seesField(record: RecordValue, field: string): boolean {
    if (field === 'id') return true;
    const grant = this.grant(record.entity, 'read', field);
    if (grant !== null && !this.#holdsPlainly(grant, record) && !this.#isShownOnce(record, field)) return false;
    return this.#isOwnAccount(record) || this.mayRead(record);
  }

  made(entity: string, id: string): void {
    this.#made.add(`${entity} ${id}`);
  }

  /** A secret is shown once, in the answer to the request that created its record. */
  #isShownOnce({ entity, id }: RecordValue, field: string): boolean {
    return this.#made.has(`${entity} ${id}`) && isHidden(this.#world.index.field(entity, field));
  }

  shownOnce(record: RecordValue): readonly string[] {
    const names = [...(this.#world.index.entity(record.entity)?.byName.keys() ?? [])];
    return names.filter((name) => {
      const grant = this.grant(record.entity, 'read', name);
      return grant !== null && this.#isShownOnce(record, name) && !this.#holdsPlainly(grant, record) && this.mayRead(record);
    });
  }

  #isOwnAccount({ entity, id }: RecordValue): boolean {
    const { index, person } = this.#world;
    return id === person.account && entity === index.model.account?.entity.text;
  }

  /**
   * Whether no cell grants the field to any of the person's roles. Sorting, searching and filtering
   * then ignore it.
   */
  neverSees = (entity: string, field: string): boolean => this.grant(entity, 'read', field)?.kind === 'no';
  /** Whether the field may be hidden from the person in some record. */
  mayBeHidden = (entity: string, field: string): boolean => (this.grant(entity, 'read', field)?.kind ?? 'yes') !== 'yes';

  labelMayBeHidden(entity: string, field: string): boolean {
    const type = this.#world.index.field(entity, field)?.valueType;
    return type !== undefined && this.labelOfTypeMayBeHidden(type);
  }

  labelOfTypeMayBeHidden(type: Type): boolean {
    const { index } = this.#world;
    const shown = type.kind === 'list' ? type.of : type;
    if (shown.kind !== 'record') return false;
    const label = index.entity(shown.entity)?.label ?? null;
    return this.grant(shown.entity, 'read').kind !== 'yes' || (label !== null && this.mayBeHidden(shown.entity, label));
  }

  /** Evaluates a grant for reading with the product's visibility. */
  #holdsPlainly(grant: Grant, record: RecordValue): boolean {
    if (grant.kind !== 'when') return grant.kind === 'yes';
    return this.isGranted(grant, this.#world.record(record.entity, record.id) ?? record);
  }

  /** Narrows a query to the records that the person may read. */
  readable(query: Query): Query {
    const grant = this.grant(query.entity, 'read');
    if (grant.kind === 'yes') return query;
    if (grant.kind === 'no') return { ...query, ids: [] };
    const scope = this.#world.scope(null, this.#heldNames);
    const conditions = grant.cells.flatMap(({ expression }): Condition[] => {
      const node = rowNodeOf(expression);
      return node === null ? [] : [{ node, variable: null, scope }];
    });
    return { ...query, anyOf: [...(query.anyOf ?? []), conditions] };
  }

  mayPush = (node: Node): boolean => this.#grants.mayPush(node);
}
