import type { Span } from '../base/span.ts';
import type { RecordValue, Value } from '../expression/value.ts';
import { type Deed, nameOf } from './deed.ts';
import type { Refusal } from './outcome.ts';
import { deniedBy, refusal } from './refusals.ts';
import type { Authority, Grant, World } from './world.ts';

/** One thing that is asked of section 6: `Ticket.priority: update`, for the member `value`. */
export interface Question {
  readonly operation: string;
  readonly field: string | null;
  readonly grant: Grant;
  readonly value?: Value;
}

/**
 * The first three refusals, in the notation's order: a plain `no` to all the person's roles; a record that cannot be read; a condition of
 * section 6 that does not hold. Null: the person may go on.
 */
export function unreachable(
  world: World,
  entity: string,
  record: RecordValue | null,
  questions: readonly Question[],
  authority: Authority,
): Refusal | null {
  const { facts, access } = world;
  if (authority === 'person') {
    const no = questions.find((question) => question.grant.kind === 'no');
    if (no?.grant.kind === 'no') return deniedBy(world, no.grant, { record, field: no.field });
  }
  if (record === null || (authority === 'person' && !access.mayRead(record))) return notFound(world, entity);
  if (authority === 'product') return null;
  for (const { operation, field, grant, value } of questions) {
    if (access.holds(grant, record, value)) continue;
    const at: Span | null = grant.kind === 'when' ? (grant.cells[0]?.span ?? null) : null;
    const deed: Deed = { entity, field, operation };
    return refusal(facts, {
      error: 'FORBIDDEN',
      entity,
      record,
      field,
      at,
      because: `the condition of section 6 for ${nameOf(deed)} does not hold`,
      deed,
    });
  }
  return null;
}

export const notFound = (world: World, entity: string): Refusal =>
  refusal(world.facts, {
    error: 'NOT_FOUND',
    entity,
    because: `there is no such record of ${entity}, or it may not be read`,
    deed: { entity, field: null, operation: 'read' },
  });

/** A field's own row for an operation, else the entity's row. */
export const fieldGrant = (world: World, entity: string, operation: 'create' | 'update', field: string): Grant =>
  world.access.grant(entity, operation, field) ?? world.access.grant(entity, operation);

/** For members: their own row for add or remove, else the field's row for update, else the entity's. */
export const memberGrant = (world: World, entity: string, operation: 'add' | 'remove', field: string): Grant =>
  world.access.grant(entity, operation, field) ?? fieldGrant(world, entity, 'update', field);
