import type { Ring } from '../../testing/rings.ts';

export const rings: readonly (Ring & { readonly name: string })[] = [
  { name: 'fourteen workers, no two neighbours busy', workers: 14, states: ['idle', 'waiting', 'busy'], waitsFor: [[], [2], []] },
  { name: 'thirteen workers with nothing in common', workers: 13, states: ['idle', 'waiting', 'busy'], waitsFor: [[], [], []] },
  {
    name: 'eleven workers, four states, two guards',
    workers: 11,
    states: ['idle', 'waiting', 'busy', 'done'],
    waitsFor: [[], [2], [], [2]],
  },
];

/** The ring for SPIN, in Promela. */
export function promelaOf({ workers, states, waitsFor }: Ring): string {
  const steps = Array.from({ length: workers }, (_, one) =>
    states.map((_, from) => {
      const beside = [(one + workers - 1) % workers, (one + 1) % workers];
      const guards = (waitsFor[from] ?? []).flatMap((busy) => beside.map((other) => ` && s[${other}] != ${busy}`));
      return `  :: atomic { s[${one}] == ${from}${guards.join('')} -> s[${one}] = ${(from + 1) % states.length} }`;
    }),
  ).flat();
  return `byte s[${workers}];\nactive proctype all() {\n  do\n${steps.join('\n')}\n  od\n}\n`;
}

/** Two bits for each worker. */
const shiftOf = (worker: number): number => worker * 2;

/** The floor: a breadth-first search of just this ring, written by hand. Gives the worlds. */
export function handWritten({ workers, states, waitsFor }: Ring): number {
  let slots = new Int32Array(1 << 16).fill(-1);
  let queue = new Int32Array(1 << 16);
  let count = 0;
  const place = (table: Int32Array, world: number): number => {
    const mask = table.length - 1;
    let at = Math.imul(world ^ (world >>> 15), 0x2c1b3c6d);
    at = (at ^ (at >>> 13)) & mask;
    while (table[at] !== -1 && table[at] !== world) at = (at + 1) & mask;
    return at;
  };
  const add = (world: number): void => {
    const at = place(slots, world);
    if (slots[at] === world) return;
    slots[at] = world;
    if (count === queue.length) {
      const more = new Int32Array(queue.length * 2);
      more.set(queue);
      queue = more;
    }
    queue[count++] = world;
    if (count * 2 <= slots.length) return;
    const larger = new Int32Array(slots.length * 2).fill(-1);
    for (let one = 0; one < count; one++) larger[place(larger, queue[one] as number)] = queue[one] as number;
    slots = larger;
  };
  add(0);
  for (let next = 0; next < count; next++) {
    const world = queue[next] as number;
    for (let worker = 0; worker < workers; worker++) {
      const from = (world >> shiftOf(worker)) & 3;
      const left = (world >> shiftOf((worker + workers - 1) % workers)) & 3;
      const right = (world >> shiftOf((worker + 1) % workers)) & 3;
      let free = true;
      for (const busy of waitsFor[from] as readonly number[]) free &&= left !== busy && right !== busy;
      if (free) add((world & ~(3 << shiftOf(worker))) | (((from + 1) % states.length) << shiftOf(worker)));
    }
  }
  return count;
}
