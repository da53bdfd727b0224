import { own } from '../../base/own.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import type { Account } from '../../model/ast/roles.ts';
import type { Labels } from '../../model/labels.ts';
import { inSentence } from '../../model/labels.ts';
import { codeName } from '../../model/own-words.ts';
import { isFolded } from '../../model/types/traits.ts';
import type { Condition, StoredRecord } from '../../store/store.ts';
import { newSession, sessionStart } from '../account/accounts.ts';
import { checkCode } from '../account/check-code.ts';
import { isConfirmed } from '../account/confirmed-email.ts';
import { keptFactor, secondFactor } from '../account/second-factor.ts';
import type { Target } from '../account/target.ts';
import { accountKey, targets, throttleRefusal } from '../account/throttle.ts';
import { refusal } from '../change/refusals.ts';
import { requiredRefusal } from '../change/values.ts';
import { defineOperation, type Given, isRefused, refuse } from '../operation.ts';
import type { BuiltInMessage, Refusal } from '../outcome.ts';
import { joinWords } from '../wording.ts';
import { readOrNull } from '../world/labels.ts';
import { rowMatches } from '../world/row-query.ts';
import type { World } from '../world/world.ts';

export interface SignInInput {
  readonly values: Given;
  /** The error to use instead of UNAUTHORIZED if no account matches. */
  readonly error?: string | undefined;
  /** Whether a mailed link proves the address, so it need not be confirmed yet. */
  readonly confirming?: boolean;
}

export interface SignedIn {
  readonly token: string;
  readonly account: string;
}

export const signIn = defineOperation<SignInInput, SignedIn>({
  name: 'sign-in',
  summary: 'Starts a session for the account that the given values identify.',
  decide(world, { values, error = 'UNAUTHORIZED', confirming = false }) {
    const account = world.index.model.account;
    const entity = account === null ? null : world.index.entity(account.entity.text);
    if (account === null || entity === null) {
      return refuse(refusal(world.index, { error: 'FORBIDDEN', because: 'section 6 defines no account to sign in with' }));
    }
    const fields = signInFields(account, entity);
    if (onlyOpenId(account, entity)) {
      const because = 'section 6 names no password: people sign in with OpenID';
      return refuse(refusal(world.index, { error: 'FORBIDDEN', at: account.span, because }));
    }
    const unsaid = fields.filter((field) => (values.get(field.name.text) ?? '') === '');
    if (unsaid.length > 0) return { refusals: unsaid.map((field) => requiredRefusal(world, field)) };
    const known = namingFields(account, entity);
    const named = new Map(known.map((field) => [field.name.text, values.get(field.name.text) ?? null]));
    const key = accountKey(world, entity.name.text, named);
    const about = targets(world, key);
    // Checked first: even the right password must wait, or the wait would reveal that it was right.
    const wait = throttleRefusal(world, about);
    if (wait !== null) return refuse(wait);
    const found = accountsWith(world, entity, named);
    const [record] = found;
    const passwords = fields.filter((field) => field.type.kind === 'password').map((field) => field.name.text);
    const right = passwords.map((name) => isPasswordCorrect(world, record, name, values.get(name) ?? null));
    if (right.includes(false) || record === undefined || found.length > 1) {
      const own = (labels: Labels): BuiltInMessage => {
        const names = fields.map((field) => inSentence(labels.field(field.entity, field.name.text)));
        return { code: 'sign-in', data: {}, message: `Incorrect ${joinWords(names, 'or')}.` };
      };
      const wrong = refusal(world.index, {
        error,
        at: account.span,
        ...(error === 'UNAUTHORIZED' ? { own } : {}),
        because: 'no account has these values',
      });
      return { refusals: [wrong], guess: about };
    }
    const factor = account.secondFactor ? secondFactor(world.store, record.id) : null;
    const after = factor?.on === true ? checkCode(world, factor, values.get(codeName) ?? null, about) : null;
    if (after !== null && isRefused(after)) return after;
    const unconfirmed = confirming ? null : unconfirmedAddress(world, account, entity, record);
    if (unconfirmed !== null) return refuse(unconfirmed);
    const { token, kept } = newSession(world, account, record.id);
    // The hash is cheap (an example's password) or below the current cost: replace it.
    const weak = passwords.flatMap((name): [string, string][] => {
      const given = values.get(name);
      return typeof given === 'string' && world.hasher.isWeak(String(own(record, name)))
        ? [[name, world.hasher.hash(given, world.randomBytes(16))]]
        : [];
    });
    const start = sessionStart(world, key, kept, { account: record.id, token });
    return {
      changes: weak.length === 0 ? [] : [{ kind: 'update', entity: entity.name.text, id: record.id, values: Object.fromEntries(weak) }],
      write: null,
      ...start,
      ...(after === null ? {} : { settings: new Map([...start.settings, keptFactor(record.id, after)]) }),
      proved: about,
      result: { token, account: record.id },
    };
  },
});

/**
 * The refusal for an unconfirmed address, shown only to people who know the password. Null: the
 * address is confirmed, or need not be.
 */
function unconfirmedAddress(world: World, account: Account, entity: Entity, record: StoredRecord): Refusal | null {
  if (!account.confirmEmail) return null;
  const field = entity.fields.find(({ type }) => type.kind === 'email');
  if (field === undefined || isConfirmed(world.store, record.id, own(record, field.name.text))) return null;
  return {
    ...refusal(world.index, {
      error: 'EMAIL_UNCONFIRMED',
      at: account.span,
      own: () => ({ code: 'confirm-email', data: {}, message: 'Confirm your email address first. Request a link.' }),
      because: 'the email address of the account is not confirmed',
    }),
    status: 403,
    shown: { kind: 'at', field: null },
    asks: 'confirmed-email',
  };
}

export const signInFields = (account: Account, entity: Entity): readonly Field[] =>
  account.signInWith.flatMap((name) => entity.byName.get(name.text) ?? []);

/** Whether people sign in with OpenID only: without a password, a name must not be enough. */
export const onlyOpenId = (account: Account, entity: Entity): boolean =>
  account.openId && !signInFields(account, entity).some(({ type }) => type.kind === 'password');

/** The fields that identify an account. */
const namingFields = (account: Account, entity: Entity): readonly Field[] =>
  signInFields(account, entity).filter((field) => field.type.kind !== 'password');

/** The counters for the person's wrong guesses about the account of a record. */
export function targetsOf(world: World, account: Account, entity: Entity, record: RecordValue): readonly Target[] {
  return targets(
    world,
    accountKeyOf(world, account, entity, (name) => readOrNull(record, name)),
  );
}

export function accountKeyOf(world: World, account: Account, entity: Entity, read: (name: string) => Value): string {
  const names = namingFields(account, entity).map((field) => field.name.text);
  return accountKey(world, entity.name.text, new Map(names.map((name) => [name, read(name)])));
}

/** The key of the acting person's account (throttle.ts); null: they are signed out. */
export function ownKey(world: World): string | null {
  const { account } = world.index.model;
  const entity = account === null ? null : world.index.entity(account.entity.text);
  const me = world.me();
  return account === null || entity === null || me === null ? null : accountKeyOf(world, account, entity, (name) => readOrNull(me, name));
}

/** Maximum number of records considered that differ only in the case of an email address. */
const mostSpellings = 50;

/**
 * The accounts that match the values; more than one means ambiguous. Email addresses ignore case,
 * but if older data has several that differ only in case, the exact spelling decides.
 */
export function accountsWith(world: World, entity: Entity, named: Given): readonly StoredRecord[] {
  if (named.size === 0) return [];
  const scope = world.scope(null);
  const conditions = [...named].map(
    ([name, value]): Condition => ({ node: rowMatches(world, entity.name.text, name, value), variable: null, scope }),
  );
  const found = world.store.query({ entity: entity.name.text, conditions, limit: mostSpellings });
  const emails = [...named].filter(([name]) => isFolded(entity.byName.get(name)));
  const exact = found.filter((record) => emails.every(([name, value]) => own(record, name) === value));
  return found.length > 1 && exact.length > 0 ? exact : found;
}

/**
 * Checks a password. Without a password or an account it hashes anyway, so the duration reveals
 * nothing.
 */
export function isPasswordCorrect(world: World, record: StoredRecord | undefined, field: string, given: unknown): boolean {
  const kept = own(record, field);
  if (typeof kept === 'string' && typeof given === 'string' && world.hasher.verify(given, kept)) {
    return true;
  }
  if (typeof kept !== 'string' || typeof given !== 'string' || world.hasher.isWeak(kept))
    world.hasher.hash(String(given), new Uint8Array(16));
  return false;
}
