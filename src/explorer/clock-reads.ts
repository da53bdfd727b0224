import type { Node } from '../expression/node.ts';
import type { Value } from '../expression/values/value.ts';
import { children } from '../expression/visit.ts';
import type { Rhythm } from '../model/ast/states.ts';

/** What expressions read of the clock and the calendar, besides how long ago a moment was. */
export interface ClockReads {
  /** How moments differ by their day; `day`: by the time of day alone. */
  readonly rhythms: ReadonlySet<Rhythm>;
  /** Hours at which something may turn out otherwise, each in a zone; null: the product’s. */
  readonly hours: readonly { readonly hour: number; readonly zone: string | null }[];
  /** Constant times of day that become moments of a day. */
  readonly times: readonly Node[];
  /** Constant days and moments. */
  readonly points: readonly Node[];
  /** The rows with such expressions, by where each begins. */
  readonly rows: ReadonlySet<number>;
}

/** Collects them, expression by expression. */
export class ClockReader implements ClockReads {
  readonly rhythms = new Set<Rhythm>();
  readonly hours: { hour: number; zone: string | null }[] = [];
  readonly times: Node[] = [];
  readonly points: Node[] = [];
  readonly rows = new Set<number>();

  /**
   * `givenBy`: the value of a literal or of a constant; undefined: the node is neither. False: the
   * expression looks at the clock in a way that no moments of a search decide.
   */
  read(nodes: readonly Node[], row: number, givenBy: (node: Node) => Value | undefined): boolean {
    const isConstant = (node: Node): boolean =>
      givenBy(node) !== undefined || (node.kind === 'call' && children(node).length > 0 && children(node).every(isConstant));
    let decided = true;
    for (const node of nodes) {
      if ((node.type.kind === 'date' || node.type.kind === 'datetime') && isConstant(node)) this.points.push(node);
      else if (node.kind !== 'call' || !this.#readCall(node, isConstant)) continue;
      this.rows.add(row);
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
    switch (node.name) {
      case 'timestamp':
      case 'date':
        return true;
      case 'datetime':
        return this.times.includes(node.args[1] as Node) || this.points.includes(node);
      case 'getHours': {
        if (zone !== null && typeof zone !== 'string') return false;
        const hours = nodes.flatMap((one) => {
          const number = givenBy(one);
          return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < 24 ? [number, (number + 1) % 24] : [];
        });
        this.rhythms.add('day');
        for (const hour of hours) this.hours.push({ hour, zone });
        return hours.length > 0;
      }
      case 'getDayOfWeek':
      case 'getDate':
      case 'getDayOfMonth':
        if (zone !== null && typeof zone !== 'string') return false;
        this.rhythms.add(node.name === 'getDayOfWeek' ? 'monday' : 'month');
        this.hours.push({ hour: 0, zone });
        return true;
      default:
        return false;
    }
  }
}

type Call = Extract<Node, { readonly kind: 'call' }>;
