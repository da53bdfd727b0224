import { fixedPlatform } from '../../src/base/platform.ts';
import type { Given } from '../../src/engine/operation.ts';
import { create } from '../../src/engine/operations/create.ts';
import type { Product } from '../../src/engine/product.ts';
import { nobody } from '../../src/engine/world/world.ts';
import { Timestamp } from '../../src/expression/values/value.ts';

/**
 * Creates in the contention document, half members and half bookings; about every third conflicts
 * with an earlier one. The same seed creates the same.
 */
export function contendingCreates(product: Product, count: number, seed: number): { next(): string } {
  const random = fixedPlatform(0, seed);
  const below = (limit: number): number => {
    const [a = 0, b = 0, c = 0] = random.randomBytes(3);
    return ((a << 16) | (b << 8) | c) % limit;
  };
  const moment = (hour: number): Timestamp => new Timestamp(1_767_600_000 + hour * 3600, 0);
  const given = (n: number): { readonly entity: string; readonly values: Given } => {
    if (n % 2 === 0) return { entity: 'Member', values: new Map([['email', `member${below(count * 4)}@example.com`]]) };
    const hour = below(count * 8);
    const room = ['red', 'green', 'blue'][below(3)] ?? 'red';
    return {
      entity: 'Booking',
      values: new Map<string, string | Timestamp>([
        ['room', room],
        ['starts', moment(hour)],
        ['ends', moment(hour + 1 + below(3))],
      ]),
    };
  };
  let n = 0;
  return {
    /** Runs the next create. Returns the created entity, or else the error. */
    next() {
      const { entity, values } = given(n++);
      const outcome = product.perform(nobody, create, { entity, values, authority: 'product' });
      return outcome.ok ? entity : (outcome.refusals[0]?.error ?? 'refused');
    },
  };
}
