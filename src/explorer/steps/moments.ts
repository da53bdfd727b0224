import { timestampToMilliseconds } from '../../expression/values/time.ts';
import { PlainDate, Timestamp } from '../../expression/values/value.ts';
import { startOfDay } from '../document/calendar.ts';
import type { Cone } from '../document/cone.ts';
import type { Cell } from '../world/cells.ts';
import type { SmallWorld } from '../world/small-world.ts';
import type { View } from '../world/view.ts';
import type { Stepper } from './stepper.ts';

const day = 86_400_000;

interface Parts {
  readonly world: SmallWorld;
  readonly stepper: Stepper;
  readonly cone: Cone;
}

/**
 * Milliseconds until a timer is due or a comparison with now may change its result; null: never.
 */
export function untilNext(parts: Parts, view: View): number | null {
  const { stepper, cone } = parts;
  if (!cone.readsTime) return null;
  const now = view.state.time;
  const { cells } = view.state;
  const moments = cells.flatMap((cell, slot) => [...stepper.dues(slot, view).map(({ at }) => at), ...momentsIn(parts, cell)]);
  const later = [...moments, ...parts.world.calendar.moments(now)].filter((at) => at > now);
  return later.length === 0 ? null : Math.min(...later) - now;
}

/** When a comparison of a record's own moments with now may change its result, in milliseconds. */
export function momentsIn(
  { world, cone }: { readonly world: Pick<SmallWorld, 'product'>; readonly cone: Cone },
  { entity, record }: Pick<Cell, 'entity' | 'record'>,
): readonly number[] {
  const zone = world.product.index.timeZone;
  const declared = world.product.model.entities.find(({ name }) => name.text === entity);
  return [...(declared?.byName.values() ?? [])].flatMap(({ type, name: { text } }) => {
    const counts = (type.kind === 'datetime' || type.kind === 'date') && cone.live.has(`${entity}.${text}`);
    const value = counts && !cone.isDead(entity, text, record) ? record[text] : null;
    const steps = value === null ? [] : cone.stepsOf(`${entity}.${text}`);
    if (value instanceof Timestamp) return steps.map((step) => timestampToMilliseconds(value) + step);
    if (!(value instanceof PlainDate)) return [];
    const days = new Set(
      [0, ...steps.map((step) => Math.floor(step / day))].flatMap((after) => [value.days + after, value.days + after + 1]),
    );
    return [...days].map((one) => startOfDay(zone, one));
  });
}
