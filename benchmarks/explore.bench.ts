import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentOf, type Ring } from '../testing/rings.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { handWritten, promelaOf, rings } from './explore/rings.ts';
import { importPeer } from './peers.ts';
import { published } from './published.ts';

interface Counted {
  readonly worlds: number;
  /** Of the processor. */
  readonly seconds: number;
}

async function counted(run: () => number | Promise<number>): Promise<Counted> {
  const before = process.cpuUsage();
  const worlds = await run();
  const { user, system } = process.cpuUsage(before);
  return { worlds, seconds: (user + system) / 1e6 };
}

interface Graph {
  getAdjacencyMap(logic: unknown, options: object): Readonly<Record<string, unknown>>;
}
interface XState {
  fromTransition(
    step: (state: readonly number[], event: { readonly type: string }) => readonly number[],
    start: readonly number[],
  ): unknown;
}

/** XState's graph package on a ring with fewer workers: the whole one takes it too long. */
async function inXState({ states, waitsFor }: Ring): Promise<Counted> {
  const workers = 7;
  const { getAdjacencyMap } = await importPeer<Graph>('xstate/graph');
  const { fromTransition } = await importPeer<XState>('xstate');
  const start = Array.from({ length: workers }, () => 0);
  const logic = fromTransition((state, { type }) => {
    const worker = Number(type);
    const from = state[worker] ?? 0;
    const beside = [state[(worker + workers - 1) % workers], state[(worker + 1) % workers]];
    if ((waitsFor[from] ?? []).some((busy) => beside.includes(busy))) return state;
    return state.map((one, at) => (at === worker ? (one + 1) % states.length : one));
  }, start);
  const events = start.map((_, worker) => ({ type: String(worker) }));
  const serializeState = ({ context }: { readonly context: readonly number[] }): string => context.join('');
  return counted(() => Object.keys(getAdjacencyMap(logic, { events, serializeState })).length);
}

/** Null: SPIN or a C compiler is not there. */
function inSpin(ring: Ring): Counted | null {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-spin-'));
  try {
    writeFileSync(join(folder, 'ring.pml'), promelaOf(ring));
    const build = spawnSync('sh', ['-c', 'spin -a ring.pml && cc -O2 -DBFS -DSAFETY -o pan pan.c'], { cwd: folder });
    if (build.status !== 0) return null;
    const { stdout } = spawnSync('sh', ['-c', './pan -m100000 -w24; times'], { cwd: folder, encoding: 'utf8' });
    const worlds = Number(/(\d+) states, stored/.exec(stdout)?.[1]);
    // The last line: user and system time of the children.
    const [, minutes, seconds] = /(\d+)m([\d.]+)s \d+m[\d.]+s\s*$/.exec(stdout) ?? [];
    return { worlds, seconds: Number(minutes) * 60 + Number(seconds) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Distinct worlds per second of the processor, beside a search that knows nothing but the ring. */
export const benchmark: Benchmark = {
  name: 'explore: distinct worlds per processor second',
  async run() {
    const figures: Figure[] = [];
    const { explore, readModel } = await published();
    for (const ring of rings) {
      handWritten({ ...ring, workers: 6 });
      const floor = await counted(() => handWritten(ring));
      const against = { name: 'hand-written', value: floor.worlds / floor.seconds };
      const figure = (who: string, { worlds, seconds }: Counted): void => {
        figures.push({ name: `${who}: ${ring.name} (${worlds} worlds)`, value: worlds / seconds, unit: '/s', against });
      };
      const model = readModel(documentOf(ring));
      const ours = await counted(async () => {
        const bounds = { examples: true, create: false, states: 5_000_000, seconds: 600 };
        return (await explore(model, { bounds, now: () => performance.now() })).worlds;
      });
      if (ours.worlds !== floor.worlds) throw new Error(`${ring.name}: ${ours.worlds} worlds, and by hand ${floor.worlds}`);
      figure('ninefold', ours);
      figure('XState, seven workers', await inXState(ring));
      const spin = inSpin(ring);
      if (spin === null) console.error('SPIN or a C compiler is not installed: left out.');
      else figure('SPIN -DBFS', spin);
    }
    return figures;
  },
};
