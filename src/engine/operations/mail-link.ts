import { Mistake } from '../../expression/values/json.ts';
import { mailTargets, throttleRefusal } from '../account/throttle.ts';
import { coerce } from '../change/coerce.ts';
import { accessRefusal } from '../change/refusals.ts';
import { invalid, requiredRefusal } from '../change/values.ts';
import { defineOperation, type Refusals, refuse } from '../operation.ts';
import type { World } from '../world/world.ts';

export interface MailLinkInput {
  readonly purpose: 'reset' | 'confirm';
  readonly address: string;
  readonly language?: string | undefined;
}

export const mailLink = defineOperation<MailLinkInput, null>({
  name: 'mail-link',
  summary: 'Sends a link by email that resets a password or confirms an address, if an account has that address.',
  decide(world, { purpose, address, language }) {
    const { account } = world.index.model;
    if (account === null || !(purpose === 'reset' ? account.resetPassword : account.confirmEmail)) {
      const row = purpose === 'reset' ? 'Reset password' : 'Confirm email';
      return refuse(accessRefusal(world.index, true, { at: account?.span ?? null, because: `section 6 has no row “${row}”` }));
    }
    const checked = checkedAddress(world, address);
    if (typeof checked !== 'string') return checked;
    const counted = mailTargets(world, checked);
    const wait = throttleRefusal(world, counted);
    if (wait !== null) return refuse(wait);
    return { changes: [], write: null, counted, mail: { to: checked, link: { purpose, address: checked, language } }, result: null };
  },
});

/** The normalized address if it is valid, else the refusal. */
export function checkedAddress(world: World, given: string): string | Refusals {
  const entity = world.index.entity(world.index.model.account?.entity.text ?? '');
  const field = entity?.fields.find(({ type }) => type.kind === 'email');
  const address = given.trim().normalize('NFC');
  if (field === undefined) return refuse(accessRefusal(world.index, true, { because: 'accounts have no field of the type email' }));
  if (address === '') return refuse(requiredRefusal(world, field));
  const value = coerce(world, field.type, field.valueType, address);
  if (value instanceof Mistake) return refuse(invalid(world, field, value, address));
  return address.length <= longestAddress ? address : refuse(invalid(world, field, { message: 'is too long', must: 'length' }, address));
}

/** In characters. RFC 5321: 256 octets, including the angle brackets. */
const longestAddress = 254;
