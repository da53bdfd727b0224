import type { Span } from '../../base/span.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import { deniedBy, refusal } from '../change/refusals.ts';
import type { Refusal } from '../outcome.ts';
import type { Authority, Grant, GrantCell, World } from '../world/world.ts';
import { nameOf, type PermissionKey } from './permission-key.ts';

/** A permission to check: `Ticket.priority: update`, for the member `value`. */
export interface Question {
  readonly operation: string;
  readonly field: string | null;
  readonly grant: Grant;
  readonly value?: Value;
}

/**
 * A question whose cell allowed the record before the change. It is checked again after the write.
 */
export interface PassedCheck {
  readonly question: Question;
  readonly cell: GrantCell;
}

/**
 * The first three refusals, in the notation's order: a plain `no` for all the person's roles; an
 * unreadable record; an unmet condition of section 6. Null: the checks passed.
 */
export function unreachable(
  world: World,
  entity: string,
  record: RecordValue | null,
  questions: readonly Question[],
  authority: Authority,
): Refusal | null {
  const reached = checkAccess(world, entity, record, questions, authority);
  return 'refusal' in reached ? reached.refusal : null;
}

/**
 * Like `unreachable`, for a write: returns the passed questions, to check again after the change.
 */
export function checkAccess(
  world: World,
  entity: string,
  record: RecordValue | null,
  questions: readonly Question[],
  authority: Authority,
): { readonly refusal: Refusal } | { readonly passed: readonly PassedCheck[] } {
  const { access } = world;
  if (authority === 'person') {
    const no = questions.find((question) => question.grant.kind === 'no');
    if (no?.grant.kind === 'no') return { refusal: deniedBy(world, no.grant, { record, field: ownRow(world, entity, no) }) };
  }
  if (record === null || (authority === 'person' && !access.mayRead(record))) return { refusal: notFound(world, entity) };
  if (authority === 'product') return { passed: [] };
  const passed: PassedCheck[] = [];
  for (const question of questions) {
    if (question.grant.kind !== 'when') continue;
    const cell = access.cellFor(question.grant, record, question.value);
    if (cell === null)
      return {
        refusal: conditionRefusal(
          world,
          record,
          question,
          ownRow(world, entity, question),
          (name) => `the condition of section 6 for ${name} is not met`,
        ),
      };
    passed.push({ question, cell });
  }
  return { passed };
}

/**
 * Checks the passed questions again after the write: `record` is the new state, `old` the former
 * one. A cell that reads none of the `changed` fields (`Comment.author`) still holds.
 */
export function refusedAfter(
  world: World,
  passed: readonly PassedCheck[],
  changed: ReadonlySet<string>,
  record: RecordValue,
  old: RecordValue,
): Refusal | null {
  for (const { question, cell } of passed) {
    if (!cell.old && !world.index.mayChange(cell.expression, changed)) continue;
    if (!world.access.holdsAfter(cellsAfter(question, cell), record, old, question.value)) return resultRefusal(world, record, question);
  }
  return null;
}

/**
 * The cells that may allow the record after the change: only those with `old` if one of these
 * allowed it before.
 */
export function cellsAfter({ grant }: Question, cell: GrantCell): readonly GrantCell[] {
  if (grant.kind !== 'when') return [];
  return cell.old ? grant.cells.filter((one) => one.old) : grant.cells;
}

/** The refusal of a change whose result section 6 does not grant to the person. */
export const resultRefusal = (world: World, record: RecordValue, question: Question): Refusal =>
  conditionRefusal(world, record, question, question.field, (name) => `section 6 does not grant ${name} for the record after the change`);

/** Fields whose value would be a record that is missing or that the person may not know of. */
export const unknownIn = (mistakes: readonly Refusal[]): readonly string[] =>
  mistakes.flatMap(({ own, field }) => (own?.code === 'unfit' && own.data['must'] === 'relation' && field !== null ? [field] : []));

/**
 * Whether every cell reads one of the `unknown` fields, so none holds. The refusal is then the same
 * whether or not the record exists.
 */
export const allReadUnknown = (cells: readonly GrantCell[], unknown: readonly string[]): boolean =>
  unknown.length > 0 &&
  cells.every(({ expression: { reads } }) => unknown.some((field) => reads.self.includes(field) || reads.row.includes(field)));

/**
 * The field for a refusal about the current record; null if the entity's row covers all its fields.
 */
const ownRow = (world: World, entity: string, { operation, field }: Question): string | null =>
  field !== null && world.access.grant(entity, operation, field) !== null ? field : null;

function conditionRefusal(
  { index }: World,
  record: RecordValue,
  { operation, field, grant }: Question,
  concerned: string | null,
  because: (name: string) => string,
): Refusal {
  const { entity } = record;
  const at: Span | null = grant.kind === 'when' ? (grant.cells[0]?.span ?? null) : null;
  const permission: PermissionKey = { entity, field, operation };
  return refusal(index, { error: 'FORBIDDEN', entity, record, field: concerned, at, because: because(nameOf(permission)), permission });
}

/** `error`: the name in `get … else ERROR`. */
export const notFound = (world: World, entity: string, error = 'NOT_FOUND'): Refusal =>
  refusal(world.index, {
    error,
    entity,
    because: `there is no such record of ${entity}, or it may not be read`,
    permission: { entity, field: null, operation: 'read' },
  });

/** The field's own row for an operation, else the entity's row. */
export const fieldGrant = (world: World, entity: string, operation: 'create' | 'update', field: string): Grant =>
  world.access.grant(entity, operation, field) ?? world.access.grant(entity, operation);

/**
 * For members: the field's row for add or remove, else its row for update, else the entity's row.
 */
export const memberGrant = (world: World, entity: string, operation: 'add' | 'remove', field: string): Grant =>
  world.access.grant(entity, operation, field) ?? fieldGrant(world, entity, 'update', field);
