import { foldEmail } from '../../base/email.ts';
import { own } from '../../base/own.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import type { Account } from '../../model/ast/roles.ts';
import type { StoredRecord } from '../../store/store.ts';
import { newSession, sessionStart, valuesOfRole } from '../account/accounts.ts';
import { checkCode } from '../account/check-code.ts';
import { confirmedEmail } from '../account/confirmed-email.ts';
import { passwordField } from '../account/current-password.ts';
import { accountAt, endedLinks, type FoundLink, findLink } from '../account/mailed-links.ts';
import { keptFactor, secondFactor } from '../account/second-factor.ts';
import type { Target } from '../account/target.ts';
import { targets, throttleRefusal } from '../account/throttle.ts';
import { refusal } from '../change/refusals.ts';
import { requiredRefusal } from '../change/values.ts';
import type { InputData } from '../form-data.ts';
import { givenOf } from '../given.ts';
import type { LinkPurpose, MessageContent } from '../messages/mail-payload.ts';
import { type Decision, defineOperation, type Given, isRefused, type Refusals, refuse } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import { fieldInput } from '../screens/inputs.ts';
import type { World } from '../world/world.ts';
import { create } from './create.ts';
import { invitedRoles } from './invite.ts';
import { accountKeyOf, signIn, signInFields } from './sign-in.ts';
import { maySignUp, signUp, signUpFields } from './sign-up.ts';
import { update } from './update.ts';

export interface UseLinkInput {
  readonly token: string;
  /** Values for the inputs in LinkData; `code`: of the second factor. */
  readonly values: Given;
}

/** The purpose of a mailed link, and the inputs of its page. */
export interface LinkData {
  readonly purpose: LinkPurpose;
  readonly address: string;
  readonly inputs: readonly InputData[];
  /** Whether the code of a second factor is needed too. */
  readonly code: boolean;
}

export interface UsedLink {
  /** The account whose session begins. */
  readonly account: string;
  /** Whether the account was just created. */
  readonly made: boolean;
  /** The record of the message that contained the link. */
  readonly about?: MessageContent['about'] | undefined;
}

interface Using {
  readonly world: World;
  readonly account: Account;
  readonly entity: Entity;
  readonly password: Field;
  readonly link: FoundLink;
}

export const useLink = defineOperation<UseLinkInput, UsedLink>({
  name: 'use-link',
  summary: 'Does what a mailed link is for, once: sets a password, confirms an address, or makes an account; and begins a session.',
  decide(world, { token, values }) {
    const found = using(world, token);
    if (found === null) return refuse(expired(world));
    const { link } = found;
    if (link.purpose === 'reset') return reset(found, values);
    if (link.purpose === 'confirm') return confirm(found, values);
    // An account with this address was created in the meantime.
    if (accountAt(world, link.address) !== null) return refuse(expired(world));
    if (link.purpose === 'sign-up') return signedUp(found, values);
    return link.about === undefined ? invited(found, values) : toldSigningUp(found, values);
  },
});

/** Null: the link was used, has expired, or never existed. */
export function linkData(world: World, token: string): LinkData | null {
  const found = using(world, token);
  if (found === null) return null;
  const { account, entity, password, link } = found;
  const fields =
    link.purpose === 'invite'
      ? signUpFields(world, account, entity, link.about === undefined).filter(({ type }) => type.kind !== 'email')
      : [password];
  return {
    purpose: link.purpose,
    address: link.address,
    inputs: fields.map((field) => fieldInput(world, field, null, true)),
    code: link.account !== null && account.secondFactor && secondFactor(world.store, link.account)?.on === true,
  };
}

function using(world: World, token: string): Using | null {
  const { account } = world.index.model;
  const found = passwordField(world);
  const link = findLink(world, token);
  if (account === null || found === null || link === null || isWithdrawn(world, link)) return null;
  return { world, account, entity: found.entity, password: found.field, link };
}

/**
 * Whether an invitation is no longer valid: the person who sent it may no longer invite to that
 * role, or, for one by a message, its record was deleted or people may not sign up.
 */
function isWithdrawn(world: World, { purpose, by, role, about }: FoundLink): boolean {
  if (purpose !== 'invite') return false;
  if (about !== undefined) return !maySignUp(world.index.model) || world.stored(about.entity, about.id) === null;
  return !invitedRoles(world.seenBy(by ?? '')).includes(role ?? '');
}

const expired = (world: World): Refusal => ({
  ...refusal(world.index, {
    error: 'LINK_EXPIRED',
    own: () => ({ code: 'link-expired', data: {}, message: 'This link has expired or was used already. Ask for a new one.' }),
    because: 'the link was used, has expired, or was never made',
  }),
  status: 404,
});

/** The account of the link, if it still has the link's address. */
function owner({ world, entity, link }: Using): StoredRecord | null {
  const record = link.account === null ? null : world.stored(entity.name.text, link.account);
  const field = entity.fields.find(({ type }) => type.kind === 'email')?.name.text ?? '';
  const address = record === null ? null : own(record, field);
  return typeof address === 'string' && foldEmail(address) === foldEmail(link.address) ? record : null;
}

const addressOf = (entity: Entity, record: StoredRecord): string =>
  String(own(record, entity.fields.find(({ type }) => type.kind === 'email')?.name.text ?? ''));

/**
 * Sets a new password. The link proves the mailbox, but a second factor is still required. All
 * other sessions end.
 */
function reset(found: Using, values: Given): Decision<UsedLink> | Refusals {
  const { world, account, entity, password, link } = found;
  const record = owner(found);
  if (record === null || !account.resetPassword) return refuse(expired(world));
  const next = values.get(password.name.text) ?? null;
  if (next === null || next === '') return refuse(requiredRefusal(world, password));
  const key = accountKeyOf(world, account, entity, (name) => (own(record, name) ?? null) as Value);
  const about = targets(world, key);
  const factor = account.secondFactor ? secondFactor(world.store, record.id) : null;
  const after = factor?.on === true ? checkCode(world, factor, values.get('code') ?? null, about) : null;
  if (after !== null && isRefused(after)) return after;
  const given = new Map([[password.name.text, next]]);
  const changed = update.decide(world, { entity: entity.name.text, id: record.id, values: given, authority: 'product' });
  if (isRefused(changed)) return changed;
  const { token, kept } = newSession(world, account, record.id);
  const start = sessionStart(world, key, kept, { account: record.id, token });
  const ended = world.store.sessions(record.id).map(({ tokenHash }) => tokenHash);
  return {
    ...changed,
    ...(changed.write === null ? {} : { write: { ...changed.write, by: record.id } }),
    session: { ...start.session, remove: [...start.session.remove, ...ended] },
    settings: new Map([
      ...start.settings,
      ...endedLinks(world, link),
      confirmedEmail(record.id, addressOf(entity, record)),
      ...(after === null ? [] : [keptFactor(record.id, after)]),
    ]),
    proved: about,
    result: { account: record.id, made: false },
  };
}

/** Confirms the address of an account, for a reader of the mail who knows its password. */
function confirm(found: Using, values: Given): Decision<UsedLink> | Refusals {
  const { world, account, entity, link } = found;
  const record = owner(found);
  if (record === null) return refuse(expired(world));
  const named = signInFields(account, entity).map(({ name, type }): [string, Value] => [
    name.text,
    type.kind === 'password' ? (values.get(name.text) ?? null) : ((own(record, name.text) ?? null) as Value),
  ]);
  const entered = signIn.decide(world, { values: new Map([...named, ['code', values.get('code') ?? null]]), confirming: true });
  if (isRefused(entered)) return entered;
  return {
    ...entered,
    settings: new Map([...(entered.settings ?? []), ...endedLinks(world, link), confirmedEmail(record.id, addressOf(entity, record))]),
    result: { account: record.id, made: false },
  };
}

/** Creates the requested account, for a reader of the mail who knows its password. */
function signedUp({ world, account, password, link }: Using, values: Given): Decision<UsedLink> | Refusals {
  const given = values.get(password.name.text) ?? null;
  if (given === null || given === '') return refuse(requiredRefusal(world, password));
  const about: readonly Target[] = [{ kind: 'device', key: `link ${link.id}` }];
  const wait = throttleRefusal(world, about);
  if (wait !== null) return refuse(wait);
  if (typeof given !== 'string' || !world.hasher.verify(given, link.password ?? '')) {
    const wrong = refusal(world.index, {
      error: 'INVALID',
      entity: password.entity,
      field: password.name.text,
      at: account.span,
      own: () => ({ code: 'other-password', data: {}, message: 'This is not the password that you chose when you signed up.' }),
      because: 'the password is not the one that was given at the sign-up',
    });
    return { refusals: [wrong], guess: about };
  }
  const made = signingUp(world, link, new Map([...givenOf(link.values ?? {}), [password.name.text, given] as const]));
  return isRefused(made) ? made : { ...made, proved: about };
}

/** Signs up the reader of an invitation like anyone else, with a confirmed address. */
function toldSigningUp({ world, account, entity, link }: Using, values: Given): Decision<UsedLink> | Refusals {
  const given = signUpFields(world, account, entity).map(({ name, type }): [string, Value] => [
    name.text,
    type.kind === 'email' ? link.address : (values.get(name.text) ?? null),
  ]);
  return signingUp(world, link, new Map(given));
}

function signingUp(world: World, link: FoundLink, values: Given): Decision<UsedLink> | Refusals {
  const made = signUp.decide(world, { values });
  if (isRefused(made)) return made;
  const { account } = made.result;
  return {
    ...made,
    settings: new Map([...(made.settings ?? []), ...endedLinks(world, link), confirmedEmail(account, link.address)]),
    result: { account, made: true, about: link.about },
  };
}

/** Creates an account with the role of the invitation and the given values. */
function invited({ world, account, entity, link }: Using, values: Given): Decision<UsedLink> | Refusals {
  const fields = signUpFields(world, account, entity, true);
  const given = new Map(fields.flatMap(({ name }) => (values.has(name.text) ? [[name.text, values.get(name.text) ?? null] as const] : [])));
  const signIn = signInFields(account, entity).filter(({ type }) => type.kind !== 'email');
  const unsaid = fields.filter((field) => signIn.includes(field) && (given.get(field.name.text) ?? '') === '');
  if (unsaid.length > 0) return { refusals: unsaid.map((field) => requiredRefusal(world, field)) };
  const field = entity.fields.find(({ type }) => type.kind === 'email')?.name.text ?? '';
  const fixed = new Map([...valuesOfRole(world, link.role ?? ''), [field, link.address] as const]);
  given.delete(field);
  const made = create.decide(world, { entity: entity.name.text, values: given, authority: 'product', fixed });
  if (isRefused(made)) return made;
  const { id } = made.result;
  const key = accountKeyOf(world, account, entity, (name) => fixed.get(name) ?? given.get(name) ?? null);
  const { token, kept } = newSession(world, account, id);
  const start = sessionStart(world, key, kept, { account: id, token });
  return {
    ...made,
    ...start,
    settings: new Map([...start.settings, ...endedLinks(world, link), confirmedEmail(id, link.address)]),
    result: { account: id, made: true },
  };
}
