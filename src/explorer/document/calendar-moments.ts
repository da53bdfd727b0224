import type { TransitionRow } from '../../engine/document/model-index.ts';
import type { Product } from '../../engine/product.ts';
import { type CalendarRule, dueMoment } from '../../engine/timers/calendar.ts';
import { type Due, productId } from '../../engine/timers/timers.ts';
import { nobody } from '../../engine/world/world.ts';
import type { Node } from '../../expression/node.ts';
import { daysFrom } from '../../expression/values/calendar.ts';
import { timestampToMilliseconds } from '../../expression/values/time.ts';
import { PlainDate, PlainTime, Timestamp, type Value } from '../../expression/values/value.ts';
import { evaluated } from '../../verify/outside.ts';
import { midnight, startOfDay } from './calendar.ts';
import type { Cone } from './cone.ts';

/** A calendar event with its days and its time of day. */
interface Event extends TransitionRow {
  readonly rule: CalendarRule;
  /** Whether it belongs to no record. */
  readonly own: boolean;
}

/** Bounds how many occurrences of a rule are examined ahead of now. */
const mostTimes = 400;

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

/** In milliseconds. Some comparisons change their result only after the moment itself. */
const after = 1000;

/**
 * The calendar events whose days and times are the same for every record, and the moments at which
 * expressions that read the clock may change their value.
 */
export class Calendar {
  readonly #events: readonly Event[];
  readonly #rules: readonly CalendarRule[];
  readonly #lengths: readonly number[];
  /**
   * Days and moments that the document names, also minus each length in `Cone.steps`; ascending.
   */
  readonly points: readonly number[];

  constructor(product: Product, { clock, steps }: Cone) {
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
    const zone = index.timeZone;
    const constantAt = (node: Node): Value => evaluated({ node }, scope);
    const times = clock.times.map(constantAt).filter((time) => time instanceof PlainTime);
    const daily = (at: PlainTime, of: string | null): CalendarRule => ({ rhythm: 'day', dayOfMonth: 1, at, zone: of ?? zone });
    this.#rules = [
      ...this.#events.map(({ rule }) => rule),
      ...clock.hours.map(({ hour, zone: of }) => daily(new PlainTime(hour * 3600), of)),
      ...clock.minutes.flatMap(({ minute, zone: of }) => hoursOfDay.map((hour) => daily(new PlainTime(hour * 3600 + minute * 60), of))),
      ...clock.months.map((of): CalendarRule => ({ rhythm: 'month', dayOfMonth: 1, at: midnight, zone: of ?? zone })),
      ...times.flatMap(({ seconds }) => [daily(new PlainTime(seconds), null), daily(new PlainTime((seconds + 1) % 86_400), null)]),
    ];
    this.#lengths = [...new Set([0, ...steps])];
    const points = clock.points.map(constantAt).flatMap((value) => {
      if (value instanceof PlainDate) return [startOfDay(zone, value.days), startOfDay(zone, value.days + 1)];
      return value instanceof Timestamp ? [timestampToMilliseconds(value), timestampToMilliseconds(value) + after] : [];
    });
    points.push(...clock.years.map(({ year, zone: of }) => startOfDay(of ?? zone, daysFrom({ year, month: 1, day: 1 }))));
    this.points = [...new Set(points.flatMap((at) => this.#lengths.map((length) => at - length)))].sort((a, b) => a - b);
  }

  /** The events that belong to no record. */
  get own(): readonly Event[] {
    return this.#events.filter(({ own }) => own);
  }

  /** The events that belong to no record and are due exactly now. */
  ownDueAt(now: number): readonly Due[] {
    return this.own.flatMap(({ machine, transition, rule }) =>
      dueMoment(rule, now - 1, now - 1) === now ? [{ machine, transition, id: productId, at: now }] : [],
    );
  }

  /**
   * Later moments at which an action may matter to a calendar event, or to an expression that reads
   * the clock: the moment itself and each length in `Cone.steps` before it, whether or not a record
   * waits for it.
   */
  moments(now: number): readonly number[] {
    const lengths = this.#lengths;
    const longest = Math.max(...lengths);
    const recurring = this.#rules.flatMap((rule) => {
      const found: number[] = [];
      let at = dueMoment(rule, now, now);
      for (let time = 0; at !== null && time < mostTimes; time++) {
        for (const length of lengths) if (at - length > now) found.push(at - length);
        if (at - longest > now) break;
        at = dueMoment(rule, at, at);
      }
      return found;
    });
    return [...recurring, ...this.points.filter((at) => at > now)];
  }
}
