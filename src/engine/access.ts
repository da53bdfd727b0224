import { holds } from '../expression/evaluate.ts';
import type { Expression } from '../expression/expression.ts';
import type { Node } from '../expression/node.ts';
import { EvaluationError } from '../expression/scope.ts';
import type { RecordValue, Value } from '../expression/value.ts';
import { visit } from '../expression/visit.ts';
import type { Permission, PermissionCell } from '../model/facts/roles.ts';
import type { Condition, Query } from '../store/store.ts';
import { selfAsRow } from './row-node.ts';
import { joined } from './words.ts';
import type { Access, Grant, World } from './world.ts';

/** The permission table, asked for one person. */
export class SectionSix implements Access {
  readonly #world: World;
  #roles: ReadonlySet<string> | null = null;
  readonly #grants = new Map<string, Grant | null>();
  readonly #rowNodes = new Map<Expression, Node>();
  readonly #pushable = new Map<Node, boolean>();
  #asking = false;
  #decidingRoles = false;

  constructor(world: World) {
    this.#world = world;
  }

  forget(): void {
    this.#roles = null;
    this.#grants.clear();
    this.#pushable.clear();
  }

  /** The roles whose Is holds for the person. */
  roles(): ReadonlySet<string> {
    if (this.#roles !== null) return this.#roles;
    // A view in an Is asks what the person may read, which is what the roles are to say: such an Is has no value.
    if (this.#decidingRoles) throw new EvaluationError('which roles somebody has cannot depend on what these roles may read', 0, 0);
    this.#decidingRoles = true;
    try {
      const scope = this.#world.scope(null);
      const held = this.#world.facts.model.roles.filter(({ is }) => is !== null && holds(is, scope));
      this.#roles = new Set(held.map((role) => role.name.text));
      return this.#roles;
    } finally {
      this.#decidingRoles = false;
    }
  }

  /** Has the person one of these roles? An empty list is everybody. */
  hasRole(names: readonly { readonly text: string }[]): boolean {
    return names.length === 0 || names.some((name) => this.roles().has(name.text));
  }

  /** Null only with a field: no row says anything about this operation on it. */
  grant(entity: string, operation: string, field: string): Grant | null;
  grant(entity: string, operation: string): Grant;
  grant(entity: string, operation: string, field: string | null = null): Grant | null {
    const key = `${entity}.${field ?? ''}: ${operation}`;
    const known = this.#grants.get(key);
    if (known !== undefined) return known;
    const grant = this.#decide(entity, operation, field);
    this.#grants.set(key, grant);
    return grant;
  }

  #decide(entity: string, operation: string, field: string | null): Grant | null {
    const { facts } = this.#world;
    if (facts.model.permissions === null) return field === null ? { kind: 'yes' } : null;
    const rows = facts
      .permissions(entity)
      .filter(
        (row) =>
          row.operations.some((name) => name.text === operation) &&
          (field === null ? row.fields.length === 0 : row.fields.some((name) => name.text === field)),
      );
    if (rows.length === 0 && field !== null) return null;
    const cells = [...this.roles()].flatMap((role) => rows.flatMap((row) => cellsOf(this.#world, row, role, new Set())));
    for (const { span } of cells) facts.observer?.({ kind: 'permission', cell: span });
    if (cells.some((cell) => cell.grant.kind === 'yes')) return { kind: 'yes' };
    const conditions = cells.flatMap(({ grant, span }) => (grant.kind === 'when' ? [{ expression: grant.expression, span }] : []));
    if (conditions.length > 0) return { kind: 'when', cells: conditions };
    const because = refusalWords(this.#world, entity, operation, field, rows);
    return { kind: 'no', at: cells[0]?.span ?? rows[0]?.span ?? null, because, deed: { entity, field, operation } };
  }

  /** Does the grant hold for this record? `value` is the member that is added or removed. */
  holds(grant: Grant, record: RecordValue, value?: Value): boolean {
    if (grant.kind !== 'when') return grant.kind === 'yes';
    const scope = this.#world.scope(record, value === undefined ? undefined : new Map([['value', value]]));
    return grant.cells.some(({ expression }) => holds(expression, scope));
  }

  mayRead(record: RecordValue): boolean {
    return this.holds(this.grant(record.entity, 'read'), this.#plainly(record));
  }

  /** May the person read this field of this record? The entity's row must grant it, and the field's rows where there are any. */
  seesField(record: RecordValue, field: string): boolean {
    if (field === 'id') return true;
    const grant = this.grant(record.entity, 'read', field);
    return grant === null || this.holds(grant, this.#plainly(record));
  }

  /** Fields that no cell grants to any of the person's roles: absent from sorting, searching and filtering. */
  neverSees = (entity: string, field: string): boolean => this.grant(entity, 'read', field)?.kind === 'no';
  /** Is there any record in which the field is hidden? */
  mayMiss = (entity: string, field: string): boolean => (this.grant(entity, 'read', field)?.kind ?? 'yes') !== 'yes';

  /** A permission looks at its record with the product's eyes. */
  #plainly(record: RecordValue): RecordValue {
    return this.#world.record(record.entity, record.id) ?? record;
  }

  /** A query that finds only what the person may read. */
  readable(query: Query): Query {
    const grant = this.grant(query.entity, 'read');
    if (grant.kind === 'yes') return query;
    if (grant.kind === 'no') return { ...query, ids: [] };
    const scope = this.#world.scope(null);
    const conditions = grant.cells.flatMap(({ expression }): Condition[] => {
      const node = this.#rowNode(expression);
      return node === null ? [] : [{ node, variable: null, scope }];
    });
    return { ...query, anyOf: [...(query.anyOf ?? []), conditions] };
  }

  #rowNode(expression: Expression): Node | null {
    const known = this.#rowNodes.get(expression);
    if (known !== undefined || expression.node === null) return known ?? null;
    const node = selfAsRow(expression.node);
    this.#rowNodes.set(expression, node);
    return node;
  }

  /**
   * May the store be asked this condition of a person's list? It sees everything, so not when the condition goes through records
   * or fields that this person may not read.
   */
  mayPush(node: Node): boolean {
    const known = this.#pushable.get(node);
    if (known !== undefined) return known;
    // Asking what the person may read must not lead back here.
    if (this.#asking) return true;
    this.#asking = true;
    let free = true;
    visit(node, (inner) => {
      if (inner.kind === 'name' && inner.resolution.kind === 'entity') return free;
      if (inner.type.kind === 'list' && inner.type.of.kind === 'record' && this.grant(inner.type.of.entity, 'read').kind !== 'yes')
        free = false;
      const field = fieldRead(inner);
      if (field !== null && this.mayMiss(field.entity, field.name)) free = false;
      return free;
    });
    this.#asking = false;
    this.#pushable.set(node, free);
    return free;
  }
}

function fieldRead(node: Node): { readonly entity: string; readonly name: string } | null {
  if (node.kind === 'select') return node.operand.type.kind === 'record' ? { entity: node.operand.type.entity, name: node.field } : null;
  if (node.kind !== 'name') return null;
  const { resolution } = node;
  return resolution.kind === 'row-field' || resolution.kind === 'self-field' ? { entity: resolution.entity, name: node.name } : null;
}

/** The role's own cell, or, where it is empty, those of the roles that it includes. */
export function cellsOf(world: Pick<World, 'facts'>, row: Permission, role: string, seen: Set<string>): PermissionCell[] {
  if (seen.has(role)) return [];
  seen.add(role);
  const cell = row.cells.get(role);
  if (cell !== undefined) return [cell];
  return (world.facts.role(role)?.includes ?? []).flatMap((included) => cellsOf(world, row, included.text, seen));
}

function refusalWords(world: World, entity: string, operation: string, field: string | null, rows: readonly Permission[]): string {
  const what = `${field === null ? entity : `${entity}.${field}`}: ${operation}`;
  if (rows.length === 0) return `no row of section 6 grants ${what}`;
  const granted = world.facts.model.roles.filter((role) =>
    rows.some((row) =>
      cellsOf(world, row, role.name.text, new Set()).some((cell) => cell.grant.kind === 'yes' || cell.grant.kind === 'when'),
    ),
  );
  if (granted.length === 0) return `section 6 grants ${what} to nobody`;
  return `section 6 grants ${what} to ${joined(granted.map((role) => role.name.text))} only`;
}
