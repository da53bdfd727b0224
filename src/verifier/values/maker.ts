import type { Cone } from '../../explorer/document/cone.ts';
import { parseTime } from '../../expression/values/time.ts';
import type { Model } from '../../model/model.ts';
import { countsOf } from '../plan/count-limits.ts';
import { formsOf } from './forms.ts';
import type { Origins } from './origins.ts';
import type { Maker } from './values.ts';

interface MakerParts extends Pick<Maker, 'now'> {
  /** Values of scenarios and examples, for the present moment. */
  readonly given: () => Maker['given'];
  readonly origins: Pick<Origins, 'marker' | 'shortened'>;
  readonly uses: Cone['uses'];
}

/** The minutes from midnight to a time of day; null if the text is none. */
export function minutesOf(text: string): number | null {
  const time = parseTime(text);
  return time === undefined ? null : Math.floor(time.seconds / 60);
}

/** What the values of a run are made from. */
export function makerFor(model: Model, { origins, now, uses, given }: MakerParts): Maker {
  let count = 0;
  return {
    model,
    get marker() {
      return origins.marker;
    },
    next: () => ++count,
    shortened: (text) => origins.shortened(text),
    now,
    forms: formsOf(model),
    get given() {
      return given();
    },
    counts: (entity) => countsOf(model, entity),
    numbers: (names) => [...new Set(names.flatMap((name) => [...(uses.get(name)?.numbers ?? [])]))],
    times: (names) => [...new Set(names.flatMap((name) => [...(uses.get(name)?.texts ?? [])].flatMap((text) => minutesOf(text) ?? [])))],
  };
}
