import { toJson } from '../../expression/values/json.ts';
import { passwordField } from '../account/current-password.ts';
import { mailTargets, throttleRefusal } from '../account/throttle.ts';
import { accessRefusal, refusal } from '../change/refusals.ts';
import { requiredRefusal } from '../change/values.ts';
import { defineOperation, type Given, refuse } from '../operation.ts';
import { checkedAddress } from './mail-link.ts';

export interface AskSignUpInput {
  readonly values: Given;
  readonly language?: string | undefined;
}

/**
 * Maximum length of the given values as JSON, in characters: they are stored until the link is
 * opened.
 */
const mostKept = 20_000;

export const askSignUp = defineOperation<AskSignUpInput, null>({
  name: 'ask-sign-up',
  summary: 'Sends a link by email that creates an account; if the address already has one, the mail says so.',
  decide(world, { values, language }) {
    const { account } = world.index.model;
    const found = passwordField(world);
    const field = found?.entity.fields.find(({ type }) => type.kind === 'email');
    if (account === null || !account.signUp || found === null || field === undefined)
      return refuse(accessRefusal(world.index, true, { at: account?.span ?? null, because: 'section 6 does not allow anyone to sign up' }));
    const address = checkedAddress(world, String(values.get(field.name.text) ?? ''));
    if (typeof address !== 'string') return address;
    const password = values.get(found.field.name.text) ?? null;
    if (typeof password !== 'string' || password === '') return refuse(requiredRefusal(world, found.field));
    const counted = mailTargets(world, address);
    const wait = throttleRefusal(world, counted);
    if (wait !== null) return refuse(wait);
    const rest = [...values].filter(([name]) => name !== found.field.name.text).map(([name, value]) => [name, toJson(value)] as const);
    const kept = Object.fromEntries(rest);
    if (JSON.stringify(kept).length > mostKept) {
      const because = `what was given has more than ${mostKept} characters`;
      return refuse(refusal(world.index, { error: 'INVALID', entity: found.entity.name.text, at: account.span, because }));
    }
    const hash = world.hasher.hash(password, world.randomBytes(16));
    const link = { purpose: 'sign-up', address, language, values: kept, password: hash } as const;
    return { changes: [], write: null, counted, mail: { to: address, link }, result: null };
  },
});
