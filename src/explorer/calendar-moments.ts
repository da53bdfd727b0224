import type { TransitionRow } from '../engine/document/model-index.ts';
import type { Product } from '../engine/product.ts';
import { type CalendarRule, dueMoment } from '../engine/timers/calendar.ts';
import { type Due, productId } from '../engine/timers/timers.ts';
import { nobody } from '../engine/world/world.ts';
import { PlainTime } from '../expression/values/value.ts';
import { evaluated } from '../verify/outside.ts';

const midnight = new PlainTime(0);

/** A calendar event with its days and its time of day. */
interface Event extends TransitionRow {
  readonly rule: CalendarRule;
  /** Does it belong to no record? */
  readonly own: boolean;
}

/** Longer times before an event are not looked at day by day. */
const mostTimes = 400;

/** The calendar events whose days and times are the same for every record. */
export class Calendar {
  readonly #events: readonly Event[];

  constructor(product: Product) {
    const { model, index } = product;
    const scope = product.world(nobody).scope(null);
    this.#events = model.machines.flatMap((machine) =>
      machine.transitions.flatMap((transition): readonly Event[] => {
        const { trigger } = transition;
        if (trigger.kind !== 'every') return [];
        const [day, at] = [
          trigger.on === null ? 1 : evaluated(trigger.on, scope),
          trigger.at === null ? midnight : evaluated(trigger.at, scope),
        ];
        const rule = { rhythm: trigger.rhythm, dayOfMonth: Number(day), at: at instanceof PlainTime ? at : midnight, zone: index.timeZone };
        return typeof day === 'number' && at instanceof PlainTime
          ? [{ machine, transition, rule, own: index.entity(machine.entity) === null }]
          : [];
      }),
    );
  }

  /** Those that belong to no record. */
  get own(): readonly Event[] {
    return this.#events.filter(({ own }) => own);
  }

  /** Those of them whose moment is now. */
  ownDueAt(now: number): readonly Due[] {
    return this.own.flatMap(({ machine, transition, rule }) =>
      dueMoment(rule, now - 1, now - 1) === now ? [{ machine, transition, id: productId, at: now }] : [],
    );
  }

  /**
   * When a person may act so that it matters to an event, whether a record waits for it or not: at
   * each event, and so long before it.
   */
  moments(now: number, lengths: readonly number[]): readonly number[] {
    const longest = Math.max(0, ...lengths);
    return this.#events.flatMap(({ rule }) => {
      const found: number[] = [];
      let at = dueMoment(rule, now, now);
      for (let time = 0; at !== null && time < mostTimes; time++) {
        for (const length of [0, ...lengths]) if (at - length > now) found.push(at - length);
        if (at - longest > now) break;
        at = dueMoment(rule, at, at);
      }
      return found;
    });
  }
}
