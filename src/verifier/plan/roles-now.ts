import { memoizeByObject } from '../../base/memoize-by-object.ts';
import { fieldRead, nodesOf } from '../../explorer/document/readers.ts';
import { isNow } from '../../explorer/document/thresholds.ts';
import type { Node } from '../../expression/node.ts';
import type { Call } from '../../model/ast/calls.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { Planned } from './planned.ts';
import type { PlanParts } from './situations.ts';

/** What decides whether people have a role everywhere. */
const nodesOfRoles = memoizeByObject((model: Model): readonly Node[] =>
  model.roles.flatMap(({ is, of }) => (is === null || of !== null ? [] : nodesOf(model, is))),
);

/** Whether a person's roles depend on nothing but the stored fields of their account. */
const areOfAccount = memoizeByObject((model: Model): boolean =>
  nodesOfRoles(model).every((node) => {
    const read = fieldRead(node);
    const isOwn =
      read === null || (read.entity === model.account?.entity.text && fieldOf(model, read.entity, read.field)?.type.kind !== 'inverse');
    return isOwn && !isNow(node) && !(node.kind === 'name' && node.resolution.kind === 'entity');
  }),
);

/** The calls with an event by which a person may get or lose a role: a tenant moves in. */
export const givingRoles = memoizeByObject((model: Model): ReadonlySet<Call> => {
  const read = new Set(nodesOfRoles(model).flatMap((node) => fieldRead(node)?.entity ?? []));
  read.delete(model.account?.entity.text ?? '');
  const gives = ({ does }: Call): boolean =>
    does?.steps.some((step) => step.kind === 'event' && step.target.type.kind === 'record' && read.has(step.target.type.entity)) === true;
  return new Set(model.calls.filter(gives));
});

/** By the account's record, of which the store creates a new object when a field changes. */
const byRecord = memoizeByObject((_: Model) => new WeakMap<StoredRecord, readonly string[]>());

/** The roles that an account has at this moment: a state may give a person another one. */
export function rolesNow({ model, oracle }: Pick<PlanParts, 'model' | 'oracle'>, account: string): readonly string[] {
  if (!areOfAccount(model)) return oracle.rolesOf(account);
  const record = oracle.record(model.account?.entity.text ?? '', account);
  const known = record === null ? undefined : byRecord(model).get(record);
  if (known !== undefined) return known;
  const roles = oracle.rolesOf(account);
  if (record !== null) byRecord(model).set(record, roles);
  return roles;
}

/** The roles that the sender of a request has at this moment; none without a session. */
export function senderRoles(
  parts: Pick<PlanParts, 'model' | 'oracle' | 'people'>,
  { persona }: Pick<Planned, 'persona'>,
): readonly string[] {
  const account = persona === null ? undefined : parts.people[persona]?.account;
  return account === undefined ? [] : rolesNow(parts, account);
}
