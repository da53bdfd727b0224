import type { Value } from '../../expression/values/value.ts';
import { codeName } from '../../model/own-words.ts';
import { refusal } from '../change/refusals.ts';
import { type Refusals, refuse } from '../operation.ts';
import type { World } from '../world/world.ts';
import { afterCode, type SecondFactor } from './second-factor.ts';
import type { Target } from './target.ts';
import { throttleRefusal } from './throttle.ts';

/**
 * Checks a code; returns the factor to store after a right one. A wrong one counts like a wrong
 * password.
 */
export function checkCode(world: World, kept: SecondFactor, given: Value, about: readonly Target[]): SecondFactor | Refusals {
  const wrong = (code: 'code-required' | 'wrong-code', message: string, because: string) => ({
    ...refusal(world.index, {
      error: 'INVALID',
      field: codeName,
      at: world.index.model.account?.span ?? null,
      own: () => ({ code, data: {}, message }),
      because,
    }),
    asks: 'code' as const,
  });
  if (typeof given !== 'string' || given === '')
    return refuse(wrong('code-required', 'Enter the code from your authenticator app.', 'the account has a second factor'));
  const wait = throttleRefusal(world, about);
  if (wait !== null) return refuse(wait);
  const after = afterCode(kept, given, world.milliseconds);
  if (after !== null) return after;
  return { refusals: [wrong('wrong-code', 'This code is wrong or was used already.', 'the code is another one')], guess: about };
}
