import { isRecord, type RecordValue, type Value } from '../expression/values/value.ts';
import { notFound } from './access/reach.ts';
import { runAction } from './change/actions.ts';
import { beginAccount } from './change/begin.ts';
import { collectDeletion, restoreDeletion, storeDeletion } from './change/bin.ts';
import { createWithLines, updateWithLines } from './change/lines.ts';
import { formPresets } from './change/presets.ts';
import { Refused } from './change/refusals.ts';
import { signUpOrAsk } from './change/sign-up.ts';
import { givenOf } from './given.ts';
import { changeJob, jobStepped, openedMail, requireOperator } from './jobs/jobs.ts';
import { mute } from './messages/muted.ts';
import type { Given } from './operation.ts';
import { changePassword } from './operations/change-password.ts';
import { deleteRecord } from './operations/delete.ts';
import { endSession } from './operations/end-session.ts';
import { forgetDevice } from './operations/forget-device.ts';
import { invite } from './operations/invite.ts';
import { mailLink } from './operations/mail-link.ts';
import { changeSecondFactor } from './operations/second-factor.ts';
import { signIn } from './operations/sign-in.ts';
import { signOut } from './operations/sign-out.ts';
import { triggerEvent } from './operations/trigger-event.ts';
import { useLink } from './operations/use-link.ts';
import { messagePreset } from './parts/composer.ts';
import { refuseHidden } from './parts/form-now.ts';
import type { Product } from './product.ts';
import type { Address } from './record-data.ts';
import type { Run } from './run.ts';
import { addressIn, addressOf } from './screens/addresses.ts';
import { opened, openedPart, unlockAt } from './screens/opened.ts';
import { ownFields, recordData } from './screens/record-data.ts';
import type { Command, Done, PartAddress } from './session.ts';
import { readOrNull } from './world/labels.ts';
import type { Person, World } from './world/world.ts';

/**
 * Runs a command as one transaction and returns its outcome; its `person` is the acting person
 * afterwards. `at`: the screen that is open, whose address may grant roles by link.
 */
export function runCommand(
  product: Product,
  person: Person,
  command: Command,
  at: Address | null = null,
): ReturnType<typeof product.transact<Done>> {
  if (command.kind === 'restore') return restoreDeletion(product, person, command.token, at);
  if (command.kind === 'job')
    return jobStepped(command.step, (follows) => product.transact(person, (run) => operated(product, run, command, follows)));
  return product.transact(person, (run) => {
    if (at !== null) unlockAt(run.world, at);
    return perform(run, command);
  });
}

const authority = 'person' as const;

function perform(run: Run, command: Exclude<Command, { readonly kind: 'restore' | 'job' }>): Done {
  switch (command.kind) {
    case 'create':
      return createFrom(run, command.part, command.entity, givenOf(command.values));
    case 'update': {
      const values = givenOf(command.values);
      const { entity, id, part, currentPassword = null } = command;
      if (part !== undefined) refuseHidden(run.world, part, values);
      updateWithLines(run, { entity, id, values, authority, currentPassword });
      return done(run, run.world.record(command.entity, command.id, 'person'));
    }
    case 'delete': {
      const taken = collectDeletion(run.world, command.entity, command.id);
      run.perform(deleteRecord, { entity: command.entity, id: command.id, authority });
      const undo = taken === null ? null : storeDeletion(run, taken);
      return { ...done(run, null), undo };
    }
    case 'event': {
      const { entity, id, event } = command;
      run.perform(triggerEvent, { entity, id, event, parameters: givenOf(command.parameters), authority });
      return done(run, run.world.record(entity, id, 'person'));
    }
    case 'button':
      return pressed(run, command.part);
    case 'sign-in':
      run.perform(signIn, { values: givenOf(command.values) });
      return done(run, run.world.me('person'));
    case 'sign-up':
      return signUpOrAsk(run, givenOf(command.values), command.language) === null
        ? { ...done(run, null), mailed: true }
        : done(run, run.world.me('person'));
    case 'mail-link':
      run.perform(mailLink, command);
      return done(run, null);
    case 'invite':
      run.perform(invite, command);
      return done(run, null);
    case 'use-link': {
      const { account, made, about } = run.perform(useLink, { token: command.token, values: givenOf(command.values) });
      if (made) beginAccount(run, account);
      const record = about === undefined ? null : run.world.record(about.entity, about.id, 'person');
      return { ...done(run, run.world.me('person')), open: record === null ? null : addressOf(run.world, record) };
    }
    case 'sign-out':
      run.perform(signOut, { everywhere: command.everywhere ?? false });
      return done(run, null);
    case 'change-password':
      run.perform(changePassword, { current: command.current, next: command.next });
      return done(run, run.world.me('person'));
    case 'second-factor': {
      const secondFactor = run.perform(changeSecondFactor, command);
      return { ...done(run, null), secondFactor };
    }
    case 'forget-device':
      run.perform(forgetDevice, { device: command.device });
      return done(run, null);
    case 'read-messages':
      readMessages(run, command.ids);
      return done(run, null);
    case 'mute': {
      const { account } = run.world.person;
      if (account !== null) {
        mute(run.world.store, run.world.index.model.messages, account, command);
        run.noteInbox(account);
      }
      return done(run, null);
    }
    case 'end-session':
      run.perform(endSession, { session: command.session });
      return done(run, null);
  }
}

/** An operator's step on a job; refuses with NOT_FOUND if the job no longer exists. */
function operated(product: Product, run: Run, { job, step }: Extract<Command, { readonly kind: 'job' }>, follows: boolean): Done {
  const { world } = run;
  if (step === 'open') {
    const place = openedMail(product, world, job);
    return { ...done(run, null), place };
  }
  requireOperator(world);
  if (!changeJob(run, job, step, follows)) throw new Refused([notFound(world, 'job')]);
  return done(run, null);
}

/** Marks messages of the person's own inbox as read, and ignores other ids. */
function readMessages(run: Run, ids: readonly string[] | null): void {
  const { account } = run.world.person;
  if (account !== null && run.world.store.inbox.markRead(account, ids)) run.noteInbox(account);
}

/** The form's presets win over values that the person typed, because the author wrote them. */
function createFrom(run: Run, at: PartAddress | null, entity: string, values: Given): Done {
  const { world } = run;
  const open = at === null ? null : opened(world, at.address);
  const part = at === null || open === null ? null : openedPart(world, open, at.part);
  const form = part?.kind === 'form' ? part : null;
  if (at !== null && form !== null) refuseHidden(world, at, values);
  const preset =
    part?.kind === 'list' && part.talk !== null && part.entity.text === entity
      ? messagePreset(world, part, open?.record ?? null)
      : form === null
        ? new Map<string, Value>()
        : formPresets(world, form, open?.record ?? null);
  const made = createWithLines(run, { entity, values: new Map([...values, ...preset]), authority });
  run.finish();
  const record = world.record(made.entity, made.id, 'person');
  const then = form?.then == null ? null : world.index.screen(form.then.text);
  // The person who created the record may be unable to read it.
  const leads = then === null ? null : (addressIn(world, then, record) ?? null);
  return { ...done(run, record), open: leads, ...secretsOf(world, record) };
}

function secretsOf(world: World, record: RecordValue | null): Pick<Done, 'secrets'> {
  const fields = record === null ? [] : world.access.shownOnce(record);
  if (record === null || fields.length === 0) return {};
  return { secrets: fields.map((field) => ({ field, value: String(readOrNull(record, field) ?? '') })) };
}

function pressed(run: Run, at: PartAddress): Done {
  const { world } = run;
  const open = opened(world, at.address);
  const part = openedPart(world, open, at.part);
  if (part.kind !== 'button') throw new Refused([notFound(world, 'button')]);
  const state = {
    self: open.record,
    bound: new Map<string, Value>(),
    taken: new Map<string, Value>(),
    authority,
    visibility: 'person' as const,
    open: null as { readonly screen: string; readonly of: RecordValue | null } | null,
    record: null as RecordValue | null,
  };
  runAction(run, part.action, state);
  return { ...done(run, isRecord(state.record) ? state.record : null), open: addressOfOpen(world, state.open) };
}

export function addressOfOpen(world: World, open: { readonly screen: string; readonly of: RecordValue | null } | null): Address | null {
  const screen = open === null ? null : world.index.screen(open.screen);
  return screen === null ? null : addressIn(world, screen, open?.of ?? null);
}

/** The record as the person may read it after the command, with the roles they have by then. */
function done(run: Run, record: RecordValue | null): Done {
  run.finish();
  const { world } = run;
  const there = record !== null && world.stored(record.entity, record.id) !== null && world.access.mayRead(record);
  return { record: there && record !== null ? recordData(world, record, ownFields(world, record.entity)) : null, open: null };
}
