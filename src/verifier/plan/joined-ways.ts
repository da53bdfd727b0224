import type { Handle, Planned } from './planned.ts';
import { createdBy } from './situations.ts';

/** What two requests have in common that create the same record, apart from its values. */
const looseKey = ({ call, persona, handles }: Planned): string => JSON.stringify([call.name.text, persona, [...handles]]);

/**
 * A way together with another one, so that what was done on that one is done, too: before it or
 * after it. Records that both create in the same way, such as the boat of a stay and of a job, are
 * created once: also those that the last request is about, or not.
 */
export function joinedWays(other: readonly Planned[], path: readonly Planned[], last: Planned): readonly (readonly Planned[])[] {
  const about = new Set([...last.handles.values()].flatMap((one) => (one.kind === 'made' ? one.entity : [])));
  const isShared = (step: Planned): boolean => createdBy(step.call).length > 0 && !createdBy(step.call).some((one) => about.has(one));
  const creates = (step: Planned): boolean => createdBy(step.call).length > 0;
  return [joined(other, [...path, last], isShared), [...joined(path, other, isShared), last], joined(other, [...path, last], creates)];
}

/** The requests of `base`, and after them those of `more` about records of their own. */
function joined(base: readonly Planned[], more: readonly Planned[], isShared: (step: Planned) => boolean): readonly Planned[] {
  const steps = [...base];
  /** The ordinals that the records of `more` get, by entity, in order. */
  const ordinals = new Map<string, number[]>();
  const countOf = (entity: string): number => steps.filter(({ call }) => createdBy(call).includes(entity)).length;
  for (const step of more) {
    const handles = [...step.handles].map(([name, one]): [string, Handle] => {
      const ordinal = one.kind === 'made' ? ordinals.get(one.entity)?.[one.ordinal] : undefined;
      return [name, one.kind === 'made' && ordinal !== undefined ? { ...one, ordinal } : one];
    });
    const here: Planned = { ...step, handles: new Map(handles) };
    const same = isShared(step) ? base.findIndex((one) => looseKey(one) === looseKey(here)) : -1;
    const before = same < 0 ? steps : base.slice(0, same);
    for (const entity of createdBy(step.call)) {
      const ordinal = before.filter(({ call }) => createdBy(call).includes(entity)).length;
      ordinals.set(entity, [...(ordinals.get(entity) ?? []), same < 0 ? countOf(entity) : ordinal]);
    }
    if (same < 0) steps.push(here);
  }
  return steps;
}
