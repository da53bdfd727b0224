import type { Condition } from '../../store/store.ts';
import { newSession } from '../accounts.ts';
import { defineOperation, type Given, refuse } from '../operation.ts';
import { refusal } from '../refusals.ts';
import { rowEquals } from '../row-query.ts';
import { missing } from '../values.ts';

export interface SignInInput {
  readonly values: Given;
}

export interface SignedIn {
  readonly token: string;
  readonly account: string;
}

export const signIn = defineOperation<SignInInput, SignedIn>({
  name: 'sign-in',
  summary: 'Begins a session for the account that the values belong to.',
  decide(world, { values }) {
    const account = world.facts.model.account;
    const entity = account === null ? null : world.facts.entity(account.entity.text);
    if (account === null || entity === null) {
      return refuse(refusal(world.facts, { error: 'FORBIDDEN', because: 'section 6 says no account that one could sign in with' }));
    }
    const fields = account.signInWith.flatMap((name) => entity.byName.get(name.text) ?? []);
    const unsaid = fields.filter((field) => (values.get(field.name.text) ?? '') === '');
    if (unsaid.length > 0) return refuse(...unsaid.map((field) => missing(world, field)));
    const known = fields.filter((field) => field.type.kind !== 'password');
    const scope = world.scope(null);
    const conditions = known.map(
      (field): Condition => ({
        node: rowEquals(world, entity.name.text, field.name.text, values.get(field.name.text) ?? null),
        variable: null,
        scope,
      }),
    );
    const found = known.length === 0 ? [] : world.store.query({ entity: entity.name.text, conditions, limit: 2 });
    const passwords = fields.filter((field) => field.type.kind === 'password').map((field) => field.name.text);
    const [record] = found;
    const right = (name: string): boolean => {
      const kept = record?.[name];
      const given = values.get(name);
      // A hash is made all the same, so that the time says nothing about whether there is such an account.
      if (typeof kept !== 'string' || typeof given !== 'string') return world.hasher.hash(String(given), new Uint8Array(16)) === '';
      return world.hasher.verify(given, kept);
    };
    if (!passwords.every(right) || record === undefined || found.length > 1) {
      const message = 'That is not right. Please try again.';
      return refuse(
        refusal(world.facts, {
          error: 'UNAUTHORIZED',
          at: account.span,
          message,
          own: { code: 'sign-in', data: {} },
          because: 'no account has these values',
        }),
      );
    }
    const { token, kept } = newSession(world, account, record.id);
    return {
      changes: [],
      write: null,
      session: { save: kept, remove: null, person: { account: record.id, token } },
      result: { token, account: record.id },
    };
  },
});
