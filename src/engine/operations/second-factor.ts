import { checkCode } from '../account/check-code.ts';
import { confirmPassword, passwordField } from '../account/current-password.ts';
import { keptFactor, newFactor, newRecoveryCodes, type SecondFactor, secondFactor } from '../account/second-factor.ts';
import type { Target } from '../account/target.ts';
import { accessRefusal, refusal } from '../change/refusals.ts';
import { type Decision, defineOperation, isRefused, type Refusals, refuse } from '../operation.ts';
import { labelOf } from '../world/labels.ts';
import type { World } from '../world/world.ts';
import { targetsOf } from './sign-in.ts';

export interface SecondFactorInput {
  /** `confirm` turns on the factor that `begin` created; `renew` replaces the recovery codes. */
  readonly step: 'begin' | 'confirm' | 'renew' | 'end';
  /** Required by `begin` and `end`. */
  readonly currentPassword?: string | undefined;
  /** Required by all but `begin`. */
  readonly code?: string | undefined;
}

/** Shown once. */
export type SecondFactorShown =
  | { readonly kind: 'secret'; readonly secret: string /** `otpauth://…`, for a QR code. */; readonly address: string }
  | { readonly kind: 'recovery'; readonly codes: readonly string[] };

/** Whether the person may turn a second factor on or off. */
export const hasSecondFactor = (world: World): boolean =>
  world.index.model.account?.secondFactor === true && passwordField(world) !== null && world.me() !== null;

export const changeSecondFactor = defineOperation<SecondFactorInput, SecondFactorShown | null>({
  name: 'second-factor',
  summary: 'Turns the second factor of the signed-in person on or off, or creates new recovery codes.',
  decide(world, { step, currentPassword = '', code = '' }) {
    const { account } = world.index.model;
    const me = world.me();
    const entity = account === null ? null : world.index.entity(account.entity.text);
    if (account === null || entity === null || me === null || !hasSecondFactor(world)) {
      const because = me === null ? 'the person is signed out' : 'section 6 has no row “Second factor” for accounts with a password';
      return refuse(accessRefusal(world.index, me !== null, { at: account?.span ?? null, because }));
    }
    const kept = secondFactor(world.store, me.id);
    const conflict = (because: string): Refusals => refuse(refusal(world.index, { error: 'CONFLICT', at: account.span, because }));
    let proved: readonly Target[] = [];
    if (step === 'begin' || step === 'end') {
      const confirmed = confirmPassword(world, currentPassword);
      if (isRefused(confirmed)) return confirmed;
      ({ proved } = confirmed);
    }
    const decided = (factor: SecondFactor | null, result: SecondFactorShown | null): Decision<SecondFactorShown | null> => ({
      changes: [],
      write: null,
      settings: new Map([keptFactor(me.id, factor)]),
      proved,
      result,
    });
    if (step === 'begin') {
      if (kept?.on === true) return conflict('the second factor is on already');
      const factor = newFactor(world);
      const issuer = encodeURIComponent(world.index.model.name);
      const address = `otpauth://totp/${issuer}:${encodeURIComponent(labelOf(world.index, me))}?secret=${factor.secret}&issuer=${issuer}`;
      return decided(factor, { kind: 'secret', secret: factor.secret, address });
    }
    if (kept === null || kept.on !== (step !== 'confirm')) return conflict(`the second factor is ${kept?.on === true ? 'on' : 'off'}`);
    const about = targetsOf(world, account, entity, me);
    const after = checkCode(world, kept, code, about);
    if (isRefused(after)) return after;
    if (step === 'end') return decided(null, null);
    const { codes, hashes } = newRecoveryCodes(world);
    return decided({ ...after, on: true, recovery: hashes }, { kind: 'recovery', codes });
  },
});
