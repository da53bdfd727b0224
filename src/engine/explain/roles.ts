import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Permission, PermissionCell } from '../../model/ast/roles.ts';
import { cellsFor } from '../access/grants.ts';
import { usesOld } from '../access/old-cells.ts';
import { nameOf, type PermissionKey } from '../access/permission-key.ts';
import type { ModelIndex, TransitionRow } from '../document/model-index.ts';

/** Why a role may do something or not, as a sentence, with the deciding row or cell. */
export interface Reason {
  readonly words: string;
  readonly at: Span | null;
}

export interface RoleAnswer {
  readonly role: string;
  /** `when`: only for some records or in some states. */
  readonly verdict: 'yes' | 'when' | 'no';
  readonly reasons: readonly Reason[];
}

/**
 * The groups of rows in section 6 that decide a permission: the field's own rows, if any, else the
 * entity's. Reading a field needs both.
 */
export function rowsAbout(index: ModelIndex, { entity, field, operation }: PermissionKey): readonly (readonly Permission[])[] {
  const about = index.permissions(entity).filter((row) => row.operations.some((name) => name.text === operation));
  const whole = about.filter((row) => row.fields.length === 0);
  const own = field === null ? [] : about.filter((row) => row.fields.some((name) => name.text === field));
  if (own.length === 0) return [whole];
  return operation === 'read' ? [whole, own] : [own];
}

/** What sections 6 and 4 let each role do, each role considered alone. */
export const rolesMay = (index: ModelIndex, permission: PermissionKey): readonly RoleAnswer[] =>
  index.model.roles.map((role) => roleMay(index, permission, role.name.text));

export function roleMay(index: ModelIndex, permission: PermissionKey, role: string): RoleAnswer {
  const reasons: Reason[] = [];
  let verdict: RoleAnswer['verdict'] = 'yes';
  const narrow = (to: RoleAnswer['verdict']): void => {
    if (to === 'no' || (to === 'when' && verdict === 'yes')) verdict = to;
  };
  if (index.model.permissions === null)
    reasons.push({ words: 'section 6 is not shown: everyone may do everything, as an assumption', at: null });
  else for (const rows of rowsAbout(index, permission)) narrow(askSectionSix(index, permission, rows, role, reasons));
  const { transitions, verdict: moved } = askSectionFour(index, permission, role);
  reasons.push(...transitions);
  narrow(moved);
  return { role, verdict, reasons };
}

function askSectionSix(
  index: ModelIndex,
  permission: PermissionKey,
  rows: readonly Permission[],
  role: string,
  reasons: Reason[],
): RoleAnswer['verdict'] {
  const cells = rows.flatMap((row) => cellsFor(index, row, role, 1));
  const say = (cell: PermissionCell, words: string): void => void reasons.push({ words: `section 6: ${words}`, at: cell.span });
  const yes = cells.find(({ grant }) => grant.kind === 'yes');
  if (yes !== undefined) {
    say(yes, 'yes');
    return 'yes';
  }
  const conditions = cells.filter(({ grant }) => grant.kind === 'when');
  for (const cell of conditions)
    if (cell.grant.kind === 'when') say(cell, `when ${cell.grant.expression.source}${whenAsked(permission, cell.grant.expression)}`);
  if (conditions.length > 0) return 'when';
  const [refuses] = cells;
  if (refuses !== undefined) say(refuses, refuses.grant.kind === 'hole' ? 'not shown' : 'no');
  else
    reasons.push({
      words: rows.length === 0 ? `no row of section 6 grants ${nameOf(permission)}` : `section 6: the cell is empty`,
      at: rows[0]?.span ?? null,
    });
  return 'no';
}

/** Which state of the record the condition must hold for, if a change is involved. */
function whenAsked({ operation }: PermissionKey, expression: Expression): string {
  if (operation !== 'update' && operation !== 'add' && operation !== 'remove') return '';
  return usesOld(expression) ? ', for the record after the change' : ', before and after the change';
}

/** The rows of section 4 for an event or for delete; empty if section 4 does not restrict it. */
export const transitionsOf = (index: ModelIndex, { entity, field, operation }: PermissionKey): readonly TransitionRow[] =>
  field !== null || ['create', 'read', 'update', 'add', 'remove'].includes(operation) ? [] : index.rowsOf(entity, operation);

function askSectionFour(
  index: ModelIndex,
  permission: PermissionKey,
  role: string,
): { readonly verdict: RoleAnswer['verdict']; readonly transitions: readonly Reason[] } {
  const rows = transitionsOf(index, permission);
  if (rows.length === 0) return { verdict: 'yes', transitions: [] };
  const mine = rows.filter(({ transition }) => transition.roles.length === 0 || transition.roles.some((name) => name.text === role));
  const [first] = rows;
  if (mine.length === 0) {
    const roles = [...new Set(rows.flatMap(({ transition }) => transition.roles.map((name) => name.text)))].join(', ');
    return { verdict: 'no', transitions: [{ words: `section 4: only for ${roles}`, at: first?.transition.span ?? null }] };
  }
  const reasons = mine.map(({ transition }): Reason => {
    const from = transition.any ? 'in any state' : `from ${transition.from.map((name) => name.text).join(', ')}`;
    return { words: `section 4: ${from}${transition.guard === null ? '' : ` when ${transition.guard.source}`}`, at: transition.span };
  });
  const always = mine.some(({ transition }) => transition.any && transition.guard === null);
  return { verdict: always ? 'yes' : 'when', transitions: reasons };
}
