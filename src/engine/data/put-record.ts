import { own } from '../../base/own.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Change, StoredRecord } from '../../store/store.ts';
import { notFound } from '../access/reach.ts';
import { fieldsToSignIn } from '../account/empty-sign-in.ts';
import { Draft } from '../change/draft.ts';
import { readValues, requiredRefusal, type Values } from '../change/values.ts';
import { defineOperation, type Given, refuse, type Verdict } from '../operation.ts';
import { missingFields } from '../operations/create.ts';
import { convertAmounts } from '../operations/update.ts';
import type { Refusal } from '../outcome.ts';
import type { World } from '../world/world.ts';

export interface PutInput {
  readonly entity: string;
  readonly id: string;
  /** Any stored field, including states, moments and serial numbers. */
  readonly values: Given;
  /** Hashes of passwords, by field. */
  readonly hashes: ReadonlyMap<string, string>;
}

/**
 * Writes an imported record, either a new one or new values for an existing one, and returns its
 * changes. For section 5 it is neither a create nor an update, so only rules that always hold
 * apply.
 */
export const putRecord = defineOperation<PutInput, readonly Change[]>({
  name: 'put-record',
  summary: 'Puts a record from outside into the data.',
  decide(world, { entity: name, id, values: given, hashes }): Verdict<readonly Change[]> {
    const entity = world.index.entity(name);
    if (entity === null) return refuse(notFound(world, name));
    const before = world.stored(name, id);
    const values = readValues(world, name, given);
    for (const [field, hash] of hashes) values.stored.set(field, hash);
    const known = before === null ? [] : convertAmounts(world, entity, values, world.record(name, id));
    const whole = before === null ? new Draft(world, entity, id, values).finish() : withBefore(before, values);
    const { stored, members, plain } = whole;
    const empty = fieldsToSignIn(world.index, name).filter((field) => given.get(field.name.text) === '');
    values.mistakes.push(
      ...empty.filter((field) => values.stored.get(field.name.text) !== null).map((field) => requiredRefusal(world, field)),
    );
    const mistakes = [...values.mistakes, ...known, ...whole.mistakes, ...missingFields(world, entity, stored, values)];
    if (mistakes.length > 0) return { refusals: mistakes };
    const record: Change =
      before === null
        ? { kind: 'insert', entity: name, record: stored, counted: true }
        : { kind: 'update', entity: name, id, values: Object.fromEntries(values.stored) };
    const changes = [...(before !== null && values.stored.size === 0 ? [] : [record]), ...memberChanges(world, name, id, members)];
    return {
      changes,
      write: { entity: name, id, kind: 'assign', name: 'import' },
      entered: entity.fields
        .filter(({ type, name: field }) => type.kind === 'state' && own(before, field.text) !== own(stored, field.text))
        .map((field) => field.name.text),
      plain,
      result: changes,
    };
  },
});

interface Whole {
  readonly stored: StoredRecord;
  readonly members: ReadonlyMap<string, readonly string[]>;
  readonly plain: ReadonlyMap<string, string>;
  readonly mistakes: readonly Refusal[];
}

const withBefore = (before: StoredRecord, { stored, members, plain }: Values): Whole => ({
  stored: { ...before, ...(Object.fromEntries(stored) as Readonly<Record<string, Value>>), id: before.id },
  members,
  plain,
  mistakes: [],
});

function memberChanges(world: World, entity: string, id: string, lists: ReadonlyMap<string, readonly string[]>): Change[] {
  return [...lists].flatMap(([field, wanted]): Change[] => {
    const there = world.stored(entity, id) === null ? [] : world.store.members(entity, field, id);
    const change = (kind: 'add' | 'remove', member: string): Change => ({ kind, entity, field, id, member });
    return [
      ...there.filter((member) => !wanted.includes(member)).map((member) => change('remove', member)),
      ...wanted.filter((member) => !there.includes(member)).map((member) => change('add', member)),
    ];
  });
}
