import type { Node } from '../../expression/node.ts';
import type { Value } from '../../expression/values/value.ts';
import { children } from '../../expression/visit.ts';
import type { Rhythm } from '../../model/ast/states.ts';

/** What expressions read from the clock and the calendar, other than how long ago a moment was. */
export interface ClockReads {
  /** The cycles that distinguish moments. `day`: only by the time of day; `hour`: by the minute. */
  readonly rhythms: ReadonlySet<Rhythm | 'hour' | 'year'>;
  /** Hours at which an expression may change its value, each in a zone; null: the product’s. */
  readonly hours: readonly { readonly hour: number; readonly zone: string | null }[];
  /** Minutes of every hour at which an expression may change its value, each in a zone. */
  readonly minutes: readonly { readonly minute: number; readonly zone: string | null }[];
  /** Zones in which an expression may change its value at the start of a month. */
  readonly months: readonly (string | null)[];
  /** Years at whose start an expression may change its value, each in a zone. */
  readonly years: readonly { readonly year: number; readonly zone: string | null }[];
  /** Constant times of day that expressions combine with a day. */
  readonly times: readonly Node[];
  /** Constant days and moments. */
  readonly points: readonly Node[];
  /** The rows that contain such expressions, by start offset. */
  readonly rows: ReadonlySet<number>;
  /** The rows among them that read days, moments or years that occur only once. */
  readonly once: ReadonlySet<number>;
}

type GivenBy = (node: Node) => Value | undefined;

/** Whether the node is a literal, a constant, or a call of them. */
const isGiven = (node: Node, givenBy: GivenBy): boolean =>
  givenBy(node) !== undefined ||
  (node.kind === 'call' && children(node).length > 0 && children(node).every((one) => isGiven(one, givenBy)));

/** Days and moments that the document names: `date(2026, 3, 1)`. */
export const namedPoints = (nodes: readonly Node[], givenBy: GivenBy): readonly Node[] =>
  nodes.filter((node) => (node.type.kind === 'date' || node.type.kind === 'datetime') && isGiven(node, givenBy));

/** Collects clock reads, expression by expression. */
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
   * Returns false if the expression reads the clock in a way that the moments of a search cannot
   * decide. `named`: its `namedPoints`. `givenBy` returns the value of a literal or a constant, and
   * undefined for any other node.
   */
  read(nodes: readonly Node[], named: readonly Node[], row: number, givenBy: GivenBy): boolean {
    const isConstant = (node: Node): boolean => isGiven(node, givenBy);
    let decided = true;
    for (const node of nodes) {
      if (named.includes(node)) {
        this.points.push(node);
        this.once.add(row);
      } else if (node.kind !== 'call' || !this.#readCall(node, isConstant)) continue;
      this.rows.add(row);
      if (node.kind === 'call' && node.name === 'getFullYear') this.once.add(row);
      if (node.kind === 'call' && !this.#isDecided(node, nodes, givenBy)) decided = false;
    }
    return decided;
  }

  /** Whether the call distinguishes times of day, days, months or years. */
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

  #isDecided(node: Call, nodes: readonly Node[], givenBy: GivenBy): boolean {
    const [given] = node.target === null ? node.args.slice(1) : node.args;
    const zone = given === undefined ? null : givenBy(given);
    const known = zone === null || typeof zone === 'string';
    // Each number in the expression and its successor: a comparison may change its result there.
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
