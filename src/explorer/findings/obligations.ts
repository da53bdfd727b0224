import type { Edges } from '../search/edges.ts';
import type { SearchResult } from '../search/search.ts';

/**
 * The status of a `leads to` row for one record, or for all of them (one entry). `none`: the second
 * condition is true, or no record is meant; `pending`: only the first is true; `open`: neither is.
 */
export type Obligation = 'none' | 'pending' | 'open';

export interface UnmetObligation {
  readonly world: number;
  readonly place: number;
  /** Whether nothing changes there unless a person acts: neither time nor an answer leads on. */
  readonly rests: boolean;
}

/** An edge back to a node, with those of the recurring events that happen on it (bits). */
interface Back {
  readonly node: number;
  readonly does: number;
}

const timePasses = 1;
/** No request waits, or one is answered. */
const isAnswered = 2;
/** The same for the record with the obligation. */
const isAnsweredItself = 4;

/**
 * The first world with a pending obligation that need never be met. Time passes whatever people do,
 * other services answer, and people need not do anything. So it need not be met if it can stay open
 * until no timer is left, or while time passes again and again and no request waits for ever.
 */
export function unmetObligation(
  obligations: readonly (readonly Obligation[])[],
  { worlds }: SearchResult,
  edges: Edges,
  all: boolean,
): UnmetObligation | null {
  const starts: number[] = [];
  let count = 0;
  for (const list of obligations) {
    starts.push(count);
    count += list.length;
  }
  const node = (world: number, place: number): number => (starts[world] ?? 0) + place;
  const isOpen = (world: number, place: number): boolean => (obligations[world]?.[place] ?? 'none') !== 'none';
  const passes = new Set<number>();
  for (let edge = 0; edge < edges.count; edge++) if (edges.by(edge) !== 'person') passes.add(edges.from(edge));
  /** Where an edge takes the record; -1 if no obligation is left. */
  const after = (edge: number, place: number): number => {
    const next = all ? 0 : (edges.places(edge)[place] ?? -1);
    return next >= 0 && isOpen(edges.to(edge), next) ? next : -1;
  };
  const waiting = requestsIn(worlds);
  const musts = waiting === null ? [timePasses] : [timePasses, isAnswered, isAnsweredItself];
  /** What happens on an edge, given the requests of the record before and after. */
  const doesOn = (edge: number): ((place: number, next: number) => number) => {
    const by = edges.by(edge);
    const passed = by === 'person' ? 0 : timePasses;
    if (waiting === null) return () => passed;
    const sent = waiting(edges.from(edge));
    const answered = by === 'service' || sent.every((one) => one === '') ? isAnswered : 0;
    const now = waiting(edges.to(edge));
    const places = edges.places(edge);
    // The request was sent again immediately, so whose request was answered is unknown.
    const isAlike = by === 'service' && sent.every((one, slot) => one === (now[places[slot] ?? -1] ?? ''));
    const own = (place: number, next: number): boolean => all || isAlike || sent[place] === '' || sent[place] !== now[next];
    return (place, next) => passed | answered | (own(place, next) ? isAnsweredItself : 0);
  };
  // By node, the edges that lead to it while it stays open.
  const into = new Map<number, Back[]>();
  for (let edge = 0; edge < edges.count; edge++) {
    const world = edges.from(edge);
    const does = doesOn(edge);
    obligations[world]?.forEach((obligation, place) => {
      const next = obligation === 'none' ? -1 : after(edge, place);
      if (next < 0) return;
      const target = node(edges.to(edge), next);
      const list = into.get(target) ?? [];
      list.push({ node: node(world, place), does: does(place, next) });
      into.set(target, list);
    });
  }
  const rests = new Set<number>();
  let open = new Set<number>();
  obligations.forEach((list, world) => {
    list.forEach((obligation, place) => {
      if (obligation === 'none') return;
      open.add(node(world, place));
      if (!passes.has(world)) rests.add(node(world, place));
    });
  });
  // Keeps the nodes from which it can stay open until each of `musts` happens once more, and
  // beyond.
  for (;;) {
    const before = open;
    for (const must of musts) open = reaching(into, open, rests, must);
    if (open.size === before.size) break;
  }
  const found = (wanted: (at: number) => boolean): { world: number; place: number } | null => {
    for (const [world, list] of obligations.entries())
      for (const [place, obligation] of list.entries()) if (obligation === 'pending' && wanted(node(world, place))) return { world, place };
    return null;
  };
  const resting = found((at) => rests.has(at));
  if (resting !== null) return { ...resting, rests: true };
  const other = found((at) => open.has(at));
  return other === null ? null : { ...other, rests: false };
}

/** The nodes from which one of `rests`, or an edge that does `must`, is reached within `open`. */
function reaching(
  into: ReadonlyMap<number, readonly Back[]>,
  open: ReadonlySet<number>,
  rests: ReadonlySet<number>,
  must: number,
): Set<number> {
  const found = new Set(rests);
  for (const one of open) for (const { node, does } of into.get(one) ?? []) if ((does & must) !== 0 && open.has(node)) found.add(node);
  // Iteration also visits nodes that are added to the set during the loop.
  for (const one of found) for (const { node } of into.get(one) ?? []) if (open.has(node)) found.add(node);
  return found;
}

/** By world and slot, the requests whose answers the record waits for; null: none ever waits. */
function requestsIn({ packed, keys }: SearchResult['worlds']): ((world: number) => readonly string[]) | null {
  const sent = keys.templates.map(({ example }) => example.sent.map(({ service, event }) => `${service} ${event}`).join());
  if (sent.every((one) => one === '')) return null;
  const key = new Int32Array(packed.longest);
  return (world) => Array.from(key.subarray(0, packed.read(world, key)), (content) => sent[content] ?? '');
}
