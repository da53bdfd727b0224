import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { startPostgres, whyNoServer } from '../testing/postgres/postgres-server.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { fillUpTo } from './scale/fill.ts';
import { startHelpdesk } from './scale/helpdesk.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** How many tickets: `SCALE=10000 npm run bench -- data` takes so many. */
const tickets = Number(process.env['SCALE'] ?? '100000');

/**
 * The helpdesk's data out of a Postgres server and into another, by `ninefold data`: how long each
 * takes, and the most memory that it needs.
 */
export const benchmark: Benchmark = {
  name: 'data',
  async run() {
    const missing = whyNoServer();
    if (missing !== null) throw new Error(missing);
    const database = await startPostgres(['shared_buffers=256MB', 'max_wal_size=4GB']);
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-data-'));
    const place = (name: string): string => join(folder, name);
    const figures: Figure[] = [];
    const measured = async (name: string, address: string, ...args: readonly string[]): Promise<void> => {
      const { took, most } = await run(['data', ...args, '--database', address]);
      figures.push(
        { name: `${tickets.toLocaleString('en')}: ${name}`, value: took, unit: 'ms' },
        { name: `${tickets.toLocaleString('en')}: ${name}, most memory`, value: most, unit: 'MB' },
      );
    };
    try {
      await (await startHelpdesk(database.address)).stop();
      const sql = postgres(database.address.replace(/\?.*$/, ''), { max: 1, onnotice: () => undefined });
      await fillUpTo(sql, tickets);
      await sql`CREATE DATABASE emptied`;
      await sql.end();
      const other = new URL(database.address);
      other.pathname = '/emptied';
      await measured('export, CSV', database.address, 'export', 'specs/helpdesk.md', '--out', place('csv'));
      await measured('export, JSON', database.address, 'export', 'specs/helpdesk.md', '--out', place('all.json'));
      await measured('snapshot', database.address, 'snapshot', 'specs/helpdesk.md', '--out', place('all.snapshot'));
      // Tables have no passwords: people go before them.
      const all = JSON.parse(readFileSync(place('all.json'), 'utf8')) as { readonly entities: { readonly User: unknown } };
      writeFileSync(place('people.json'), JSON.stringify({ entities: { User: all.entities.User } }));
      rmSync(join(place('csv'), 'User.csv'));
      await run(['data', 'import', 'specs/helpdesk.md', place('people.json'), '--database', other.href]);
      await measured('import, CSV', other.href, 'import', 'specs/helpdesk.md', place('csv'));
      const bytes = readdirSync(place('csv')).reduce((sum, name) => sum + statSync(join(place('csv'), name)).size, 0);
      figures.push({ name: `${tickets.toLocaleString('en')}: tables`, value: bytes / 2 ** 20, unit: 'MB' });
      return figures;
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await database.close();
    }
  },
};

/** Runs the command. Gives how long it took in ms, and the most memory that it had in MB. */
function run(args: readonly string[]): Promise<{ readonly took: number; readonly most: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, ['bin/ninefold.js', ...args], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  let most = 0;
  const looking = setInterval(() => {
    const high = /VmHWM:\s+(\d+) kB/.exec(statusOf(child.pid))?.[1];
    most = Math.max(most, Number(high ?? 0) / 1024);
  }, 50);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(looking);
      if (code === 0) resolve({ took: performance.now() - began, most });
      else reject(new Error(`ninefold ${args.join(' ')} ended with ${code}: ${said}`));
    });
  });
}

/** Empty once it has ended. */
function statusOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}
