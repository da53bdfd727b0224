import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { fixedPlatform } from '../../src/base/platform.ts';
import { programArguments } from '../../testing/process/built-programs.ts';
import { type Arrivals, mailbox, till } from './receivers.ts';

export interface Outcome {
  /** Orders that a process acknowledged. */
  readonly made: readonly string[];
  readonly orders: readonly { readonly code: string; readonly charge: string | null; readonly charges: number; readonly status: string }[];
  readonly charges: readonly (Arrivals & { readonly id: string })[];
  readonly mails: readonly (Arrivals & { readonly id: string })[];
  /** The days of the reports that the calendar made. */
  readonly reports: readonly string[];
  /** What processes reported as errors. */
  readonly errors: readonly string[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Three processes on one database make orders, each of which sends a charge and a mail. They are
 * killed so many times, at moments that the seed decides, and started again. In the end the outbox
 * is empty.
 */
export async function killedOutbox(database: string, { kills, seed }: { readonly kills: number; readonly seed: number }): Promise<Outcome> {
  const [charging, mailing] = await Promise.all([till(), mailbox()]);
  const random = fixedPlatform(0, seed);
  const below = (limit: number): number => {
    const [high = 0, low = 0] = random.randomBytes(2);
    return ((high << 8) | low) % limit;
  };
  const made: string[] = [];
  const errors: string[] = [];
  const running = new Set<ChildProcess>();
  let started = 0;
  const began = Date.now();
  const sql = postgres(database, { max: 1 });

  const start = (name: string): Started => {
    const child = spawn(
      process.execPath,
      [...programArguments('outbox-child'), database, charging.address, mailing.address, name, String(began)],
      {
        cwd: root,
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    running.add(child);
    let said = '';
    let ready: () => void = () => undefined;
    const answers: ((text: string) => void)[] = [];
    const isReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    child.stderr.on('data', (piece) => errors.push(String(piece)));
    child.stdout.on('data', (piece) => {
      said += String(piece);
      const lines = said.split('\n');
      // A line that is cut off was not said.
      said = lines.pop() ?? '';
      for (const line of lines) {
        const [word = '', ...rest] = line.split(' ');
        if (word === 'ready') ready();
        else if (word === 'made') made.push(rest.join(' '));
        else if (word === 'answer') answers.shift()?.(rest.join(' '));
        else errors.push(line);
      }
    });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    void ended.then(() => {
      running.delete(child);
      ready();
    });
    const ask = (line: string): Promise<string> =>
      new Promise((resolve) => {
        answers.push(resolve);
        child.stdin.write(`${line}\n`);
      });
    return { child, isReady, ended, ask };
  };
  const worker = (): Started => start(`${seed}-${started++}`);
  const end = async ({ child, ended }: Started, signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

  try {
    const observer = start('');
    await observer.isReady;
    const workers = [worker(), worker(), worker()];
    await Promise.all(workers.map(({ isReady }) => isReady));
    for (let count = 0; count < kills; count++) {
      const place = below(workers.length);
      const chosen = workers[place] as Started;
      // One in four is killed while it starts.
      if (below(4) > 0) await chosen.isReady;
      await pause(below(300));
      await end(chosen, 'SIGKILL');
      workers[place] = worker();
    }
    await Promise.all(workers.map(({ isReady }) => isReady));
    for (const one of workers) await end(one, 'SIGKILL');
    // One process does what is left. Claims of the killed ones end first.
    const patience = Date.now() + 60_000;
    const unfinished = async (): Promise<number> =>
      Number((await sql`SELECT count(*) FROM ninefold."_job" WHERE "status" <> 'done'`)[0]?.['count']);
    const orders = async (): Promise<Outcome['orders']> => {
      const all: Outcome['orders'][number][] = [];
      for (let total = 1; all.length < total; ) {
        const page = JSON.parse(await observer.ask(`GET /api/orders limit=1000&offset=${all.length}`)) as {
          orders: typeof all;
          total: number;
        };
        all.push(...page.orders);
        total = page.orders.length === 0 ? 0 : page.total;
      }
      return all;
    };
    // Nothing comes twice after that: only unfinished jobs are attempted.
    while (Date.now() < patience && (await unfinished()) > 0) await pause(100);
    const listed = (byId: ReadonlyMap<string, Arrivals>) => [...byId].map(([id, arrivals]) => ({ id, ...arrivals }));
    const all = await orders();
    const reports = JSON.parse(await observer.ask('GET /api/reports')) as readonly string[];
    await end(observer, 'SIGTERM');
    return { orders: all, reports, made, charges: listed(charging.byId), mails: listed(mailing.byId), errors };
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await Promise.all([charging.close(), mailing.close(), sql.end()]);
  }
}

interface Started {
  readonly child: ChildProcess;
  readonly isReady: Promise<void>;
  readonly ended: Promise<void>;
  /** What the process answers to a line: only one that makes no orders. */
  ask(line: string): Promise<string>;
}
