import type { Node } from '../expression/node.ts';
import type { Value } from '../expression/values/value.ts';
import { children } from '../expression/visit.ts';
import type { Rhythm } from '../model/ast/states.ts';

/** What expressions read of the clock and the calendar, besides how long ago a moment was. */
export interface ClockReads {
  /** How moments differ by their day; `day`: by the time of day alone; `hour`: by the minute. */
  readonly rhythms: ReadonlySet<Rhythm | 'hour' | 'year'>;
  /** Hours at which something may turn out otherwise, each in a zone; null: the product’s. */
  readonly hours: readonly { readonly hour: number; readonly zone: string | null }[];
  /** Minutes of each hour at which something may turn out otherwise, each in a zone. */
  readonly minutes: readonly { readonly minute: number; readonly zone: string | null }[];
  /** Zones in which something may turn out otherwise at the start of a month. */
  readonly months: readonly (string | null)[];
  /** Years at whose start something may turn out otherwise, each in a zone. */
  readonly years: readonly { readonly year: number; readonly zone: string | null }[];
  /** Constant times of day that become moments of a day. */
  readonly times: readonly Node[];
  /** Constant days and moments. */
  readonly points: readonly Node[];
  /** The rows with such expressions, by where each begins. */
  readonly rows: ReadonlySet<number>;
  /** Those of them that look at days, moments or years that come once. */
  readonly once: ReadonlySet<number>;
}

/** Collects them, expression by expression. */
export class ClockReader implements ClockReads {
  readonly rhythms = new Set<Rhythm | 'hour' | 'year'>();
  readonly hours: { hour: number; zone: string | null }[] = [];
  readonly minutes: { minute: number; zone: string | null }[] = [];
  readonly months: (string | null)[] = [];
  readonly years: { year: number; zone: string | null }[] = [];
  readonly times: Node[] = [];
  readonly points: Node[] = [];
  readonly rows = new Set<number>();
  readonly once = new Set<number>();

  /**
   * `givenBy`: the value of a literal or of a constant; undefined: the node is neither. False: the
   * expression looks at the clock in a way that no moments of a search decide.
   */
  read(nodes: readonly Node[], row: number, givenBy: (node: Node) => Value | undefined): boolean {
    const isConstant = (node: Node): boolean =>
      givenBy(node) !== undefined || (node.kind === 'call' && children(node).length > 0 && children(node).every(isConstant));
    let decided = true;
    for (const node of nodes) {
      if ((node.type.kind === 'date' || node.type.kind === 'datetime') && isConstant(node)) {
        this.points.push(node);
        this.once.add(row);
      } else if (node.kind !== 'call' || !this.#readCall(node, isConstant)) continue;
      this.rows.add(row);
      if (node.kind === 'call' && node.name === 'getFullYear') this.once.add(row);
      if (node.kind === 'call' && !this.#isDecided(node, nodes, givenBy)) decided = false;
    }
    return decided;
  }

  /** Does it tell times of day, days, months or years apart? */
  #readCall(node: Call, isConstant: (node: Node) => boolean): boolean {
    const [, time] = node.args;
    if (node.name === 'datetime' && time !== undefined) {
      this.rhythms.add('day');
      if (isConstant(time)) this.times.push(time);
      return true;
    }
    if (node.name === 'startOfMonth') return true;
    return /^get[A-Z]/.test(node.name) && ['date', 'datetime'].includes((node.target ?? node.args[0])?.type.kind ?? '');
  }

  #isDecided(node: Call, nodes: readonly Node[], givenBy: (node: Node) => Value | undefined): boolean {
    const [given] = node.target === null ? node.args.slice(1) : node.args;
    const zone = given === undefined ? null : givenBy(given);
    const known = zone === null || typeof zone === 'string';
    // Something may turn out otherwise there.
    const near = (from: number, to: number): readonly number[] =>
      nodes.flatMap((one) => {
        const number = givenBy(one);
        return typeof number === 'number' && Number.isInteger(number) && number >= from && number < to ? [number, number + 1] : [];
      });
    switch (node.name) {
      case 'timestamp':
      case 'date':
        return true;
      case 'datetime':
        return this.times.includes(node.args[1] as Node) || this.points.includes(node);
      case 'getHours': {
        if (!known) return false;
        const hours = near(0, 24);
        this.rhythms.add('day');
        for (const hour of hours) this.hours.push({ hour: hour % 24, zone });
        return hours.length > 0;
      }
      case 'getMinutes': {
        if (!known) return false;
        const minutes = near(0, 60);
        this.rhythms.add('hour');
        for (const minute of minutes) this.minutes.push({ minute: minute % 60, zone });
        return minutes.length > 0;
      }
      case 'getMonth':
        if (!known) return false;
        this.rhythms.add('year');
        this.months.push(zone);
        return true;
      case 'getFullYear': {
        if (!known) return false;
        const years = near(1970, 2200);
        for (const year of years) this.years.push({ year, zone });
        return years.length > 0;
      }
      case 'getDayOfWeek':
      case 'getDate':
      case 'getDayOfMonth':
        if (!known) return false;
        this.rhythms.add(node.name === 'getDayOfWeek' ? 'monday' : 'month');
        this.hours.push({ hour: 0, zone });
        return true;
      default:
        return false;
    }
  }
}

type Call = Extract<Node, { readonly kind: 'call' }>;
