import { areExclusive, cellFor, mayBeAllowed, mayBeAllowedOnField } from '../../../check/analysis/access.ts';
import { transitionsFor } from '../../../check/analysis/indexes.ts';
import type { Permission, Role } from '../../../model/ast/roles.ts';
import type { Model } from '../../../model/model.ts';

/** The result of section 6 for a role and an operation. */
export type Verdict =
  | { readonly kind: 'allowed' }
  /** Any one of the conditions is sufficient. */
  | { readonly kind: 'when'; readonly conditions: readonly string[] }
  | { readonly kind: 'refused' }
  /** The cell is a hole: refused until it is filled in. */
  | { readonly kind: 'hole' }
  /** Section 6 contains no permissions at all. */
  | { readonly kind: 'assumed' };

/** Returns the verdict as text. */
export function verdictWords(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'allowed':
      return 'yes';
    case 'when':
      return `when ${verdict.conditions.join(', or when ')}`;
    case 'refused':
      return 'no';
    case 'hole':
      return 'not shown';
    case 'assumed':
      return 'yes, assumed';
  }
}

/** A row about the operation, and its cell for the role. */
export interface CellSource {
  readonly row: Permission;
  readonly verdict: Verdict;
  /** The included role whose cell applies because the role's own cell is empty; else null. */
  readonly includedRole: string | null;
}

export interface MatrixCell {
  readonly role: string;
  readonly verdict: Verdict;
  readonly sources: readonly CellSource[];
}

/** An operation on an entity, or on one of its fields. */
export interface MatrixLine {
  readonly id: string;
  readonly entity: string;
  /** Null: the entity as a whole. */
  readonly field: string | null;
  readonly operation: string;
  /** An event of section 4. */
  readonly event: boolean;
  readonly cells: readonly MatrixCell[];
  /** Lines for the fields that have rows of their own. */
  readonly fields: readonly MatrixLine[];
}

export interface EntityMatrix {
  readonly entity: string;
  readonly lines: readonly MatrixLine[];
}

const ofRecords = ['create', 'read', 'update', 'delete'] as const;

/** Returns section 6 by entity, operation and role, with all rows combined. */
export function matrixOf(model: Model): readonly EntityMatrix[] {
  return model.entities.map(({ name: { text: entity } }) => {
    const rows = (model.permissions ?? []).filter((row) => row.entity.text === entity);
    const operations = [...new Set([...ofRecords, ...eventsOf(model, entity), ...used(rows, null)])];
    const lines = operations.map((operation): MatrixLine => {
      const fields = [...new Set(rows.filter((row) => speaksOf(row, operation)).flatMap((row) => row.fields.map(({ text }) => text)))];
      return {
        ...lineOf(model, rows, entity, null, operation),
        fields: fields.map((field) => lineOf(model, rows, entity, field, operation)),
      };
    });
    // Only fields have rows for adding and removing members.
    const ofFields = used(rows, 'fields').filter((operation) => !operations.includes(operation));
    const members = ofFields.flatMap((operation) =>
      [...new Set(rows.filter((row) => speaksOf(row, operation)).flatMap((row) => row.fields.map(({ text }) => text)))].map((field) =>
        lineOf(model, rows, entity, field, operation),
      ),
    );
    return { entity, lines: [...lines, ...members] };
  });
}

const speaksOf = (row: Permission, operation: string): boolean => row.operations.some(({ text }) => text === operation);

const used = (rows: readonly Permission[], of: 'fields' | null): readonly string[] => [
  ...new Set(rows.filter((row) => row.fields.length > 0 === (of === 'fields')).flatMap((row) => row.operations.map(({ text }) => text))),
];

const eventsOf = (model: Model, entity: string): readonly string[] =>
  model.machines
    .filter((machine) => machine.entity === entity)
    .flatMap(({ transitions }) => transitions.flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.name.text] : [])));

function lineOf(model: Model, rows: readonly Permission[], entity: string, field: string | null, operation: string): MatrixLine {
  const about = rows.filter(
    (row) => speaksOf(row, operation) && (field === null ? row.fields.length === 0 : row.fields.some(({ text }) => text === field)),
  );
  const cells = model.roles.map(({ name }): MatrixCell => {
    const sources = about.map((row) => sourceOf(model, row, name.text));
    return { role: name.text, verdict: model.permissions === null ? { kind: 'assumed' } : together(sources), sources };
  });
  const event = eventsOf(model, entity).includes(operation);
  return { id: `${entity}.${field ?? ''}:${operation}`, entity, field, operation, event, cells, fields: [] };
}

function sourceOf(model: Model, row: Permission, role: string): CellSource {
  const cell = cellFor(model, row, role);
  const own = row.cells.has(role);
  const includedRole = cell === null || own ? null : ([...row.cells].find(([, other]) => other === cell)?.[0] ?? null);
  return { row, verdict: verdictOf(cell), includedRole };
}

function verdictOf(cell: ReturnType<typeof cellFor>): Verdict {
  switch (cell?.grant.kind) {
    case 'yes':
      return { kind: 'allowed' };
    case 'when':
      return { kind: 'when', conditions: [cell.grant.expression.source.trim()] };
    case 'hole':
      return { kind: 'hole' };
    default:
      return { kind: 'refused' };
  }
}

/**
 * Combines rows about the same operation: a yes wins, else any of the conditions is sufficient,
 * else a hole stays a hole.
 */
function together(sources: readonly CellSource[]): Verdict {
  if (sources.some(({ verdict }) => verdict.kind === 'allowed')) return { kind: 'allowed' };
  const conditions = sources.flatMap(({ verdict }) => (verdict.kind === 'when' ? verdict.conditions : []));
  if (conditions.length > 0) return { kind: 'when', conditions };
  return sources.some(({ verdict }) => verdict.kind === 'hole') ? { kind: 'hole' } : { kind: 'refused' };
}

/** Whether a role could ever perform the operation of a line. */
export interface Reachability {
  readonly role: string;
  readonly reachable: boolean;
  /**
   * The reason as text: `always`, `when customer == me`, `together with the role agent`, `section 4
   * names agent only`.
   */
  readonly why: string;
}

export function reachabilityOf(model: Model, line: MatrixLine): readonly Reachability[] {
  return model.roles.map((role) => {
    const cell = line.cells.find(({ role: name }) => name === role.name.text);
    const barred = barredByTransitions(model, line, role);
    if (barred !== null) return { role: role.name.text, reachable: false, why: barred };
    if (cell === undefined || cell.verdict.kind === 'assumed') return { role: role.name.text, reachable: true, why: 'not restricted' };
    if (cell.verdict.kind === 'allowed') return { role: role.name.text, reachable: true, why: 'always' };
    if (cell.verdict.kind === 'when')
      return { role: role.name.text, reachable: true, why: `when ${cell.verdict.conditions.join(', or when ')}` };
    const operation = line.operation;
    const able =
      line.field === null || !(operation === 'create' || operation === 'read' || operation === 'update')
        ? mayBeAllowed(model, role.name.text, line.entity, operation)
        : mayBeAllowedOnField(model, role.name.text, line.entity, line.field, operation);
    if (!able) return { role: role.name.text, reachable: false, why: 'never' };
    const others = line.cells.filter(({ verdict }) => verdict.kind === 'allowed' || verdict.kind === 'when').map((other) => other.role);
    const also = others.filter((name) => model.roles.some((other) => other.name.text === name && !areExclusive(role, other)));
    return {
      role: role.name.text,
      reachable: true,
      why: also.length === 0 ? 'once the cell is shown' : `together with the role ${also.join(' or ')}`,
    };
  });
}

/** Returns the reason if every row of section 4 for the event is limited to other roles. */
function barredByTransitions(model: Model, line: MatrixLine, role: Role): string | null {
  if (!line.event || line.field !== null) return null;
  const rows = transitionsFor(model, line.entity, line.operation);
  const named = [...new Set(rows.flatMap((row) => row.roles.map(({ text }) => text)))];
  if (rows.some((row) => row.roles.length === 0)) return null;
  const possible = model.roles.some((other) => named.includes(other.name.text) && (other === role || !areExclusive(role, other)));
  return possible ? null : `section 4 names ${named.join(', ')} only`;
}
