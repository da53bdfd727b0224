import { own } from '../../base/own.ts';
import { newSession, sessionStart, valuesOfRole } from '../../engine/account/accounts.ts';
import { confirmedEmail, isConfirmed } from '../../engine/account/confirmed-email.ts';
import { isExampleHash, urlSafeText } from '../../engine/account/hasher.ts';
import { refusal } from '../../engine/change/refusals.ts';
import { type Decision, defineOperation, isRefused, type Refusals, refuse } from '../../engine/operation.ts';
import { create } from '../../engine/operations/create.ts';
import { accountKeyOf, accountsWith, type SignedIn, signInFields } from '../../engine/operations/sign-in.ts';
import { signUpFields } from '../../engine/operations/sign-up.ts';
import type { Json } from '../../engine/record-data.ts';
import type { World } from '../../engine/world/world.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import type { Account } from '../../model/ast/roles.ts';
import type { StoredRecord } from '../../store/store.ts';

export type Claims = Readonly<Record<string, Json>>;

export interface SignInOpenIdInput {
  /** The claims of an ID token whose signature, issuer, audience and nonce were verified. */
  readonly claims: Claims;
}

/**
 * Signs a person in with the claims of a provider. Refuses with FORBIDDEN if section 6 does not
 * allow it, UNAUTHORIZED for an unverified address, and CONFLICT if several accounts have it.
 */
export const signInOpenId = defineOperation<SignInOpenIdInput, SignedIn>({
  name: 'sign-in-openid',
  summary: 'Begins a session for the account with the verified email address of a provider, or makes that account.',
  decide(world, { claims }) {
    const account = world.index.model.account;
    const entity = account === null ? null : world.index.entity(account.entity.text);
    const field = account === null || entity === null ? null : emailField(account, entity);
    if (account === null || entity === null || field === null || !account.openId) {
      const because = 'section 6 does not let people sign in with OpenID';
      return refuse(refusal(world.index, { error: 'FORBIDDEN', at: account?.span ?? null, because }));
    }
    const { email } = claims;
    if (typeof email !== 'string' || email === '' || claims['email_verified'] !== true) {
      const because = 'the provider does not say that the email address was verified';
      return refuse(refusal(world.index, { error: 'UNAUTHORIZED', at: account.span, because }));
    }
    const found = accountsWith(world, entity, new Map([[field.name.text, email]]));
    const [record] = found;
    if (found.length > 1) {
      const because = 'several accounts have this email address';
      return refuse(refusal(world.index, { error: 'CONFLICT', at: account.span, because }));
    }
    return record === undefined ? made(world, account, entity, claims, email) : entered(world, account, entity, record, field);
  },
});

const emailField = (account: Account, entity: Entity): Field | null => {
  const isEmail = ({ type }: Field): boolean => type.kind === 'email';
  return signInFields(account, entity).find(isEmail) ?? entity.fields.find(isEmail) ?? null;
};

function entered(world: World, account: Account, entity: Entity, record: StoredRecord, { name }: Field): Decision<SignedIn> {
  const { token, kept } = newSession(world, account, record.id);
  const value = (field: string): Value => (own(record, field) ?? null) as Value;
  const start = sessionStart(world, accountKeyOf(world, account, entity, value), kept, { account: record.id, token });
  const email = String(value(name.text));
  // Anyone could have signed up with this address before its owner did, so the passwords and
  // sessions they know must no longer work.
  const strange = account.signUp && !isConfirmed(world.store, record.id, email);
  const known = passwordsOf(entity).filter((field) => typeof value(field) === 'string' && !isExampleHash(String(value(field))));
  const ended = strange ? world.store.sessions(record.id).map(({ tokenHash }) => tokenHash) : [];
  return {
    changes:
      strange && known.length > 0
        ? [{ kind: 'update', entity: entity.name.text, id: record.id, values: Object.fromEntries(known.map((f) => [f, unknown(world)])) }]
        : [],
    write: null,
    session: { ...start.session, remove: [...start.session.remove, ...ended] },
    settings: new Map([...start.settings, confirmedEmail(record.id, email)]),
    result: { token, account: record.id },
  };
}

function made(world: World, account: Account, entity: Entity, claims: Claims, email: string): Decision<SignedIn> | Refusals {
  if (!account.signUp) {
    const because = 'no account has this email address, and section 6 does not allow anyone to sign up';
    return refuse(refusal(world.index, { error: 'FORBIDDEN', at: account.span, because }));
  }
  const fields = signUpFields(world, account, entity);
  const values = new Map(
    fields.flatMap((field): [string, Value][] => {
      const value = field.type.kind === 'email' ? email : field.type.kind === 'text' ? claimFor(field.name.text, claims, email) : null;
      return value === null ? [] : [[field.name.text, value]];
    }),
  );
  // Long and with every kind of character, because the document's password rules apply to it too.
  const secrets = passwordsOf(entity).map((field): [string, Value] => [field, `${urlSafeText(world.randomBytes(43))}aA1!`]);
  const role = account.signUpAs === null ? [] : valuesOfRole(world, account.signUpAs.text);
  const created = create.decide(world, {
    entity: entity.name.text,
    values,
    authority: 'person',
    fixed: new Map([...role, ...secrets]),
  });
  if (isRefused(created)) return created;
  const { id } = created.result;
  const { token, kept } = newSession(world, account, id);
  const start = sessionStart(
    world,
    accountKeyOf(world, account, entity, (name) => values.get(name) ?? null),
    kept,
    { account: id, token },
  );
  return {
    ...created,
    ...start,
    settings: new Map([...start.settings, confirmedEmail(id, email)]),
    result: { token, account: id },
  };
}

const passwordsOf = (entity: Entity): readonly string[] =>
  entity.fields.filter(({ type }) => type.kind === 'password').map(({ name }) => name.text);

/** The hash of a random password that is then forgotten. */
const unknown = (world: World): string => world.hasher.hash(urlSafeText(world.randomBytes(43)), world.randomBytes(16));

/** OpenID's names for common fields (OpenID Connect Core 1.0, section 5.1). */
const claimNames = new Map([
  ['username', 'preferred_username'],
  ['full_name', 'name'],
  ['display_name', 'name'],
  ['first_name', 'given_name'],
  ['last_name', 'family_name'],
]);

/**
 * The provider's value for a field, such as `given_name` for `givenName`. A name is never missing:
 * the part of the email address before the @ replaces it.
 */
function claimFor(field: string, claims: Claims, email: string): string | null {
  const snake = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const claim = claimNames.get(snake) ?? snake;
  const value = own(claims, claim);
  if (typeof value === 'string' && value !== '') return value;
  return claim === 'name' || claim === 'preferred_username' ? (email.split('@')[0] ?? null) : null;
}
