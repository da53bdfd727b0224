import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readModel } from '../../src/model/read.ts';
import { onPostgres } from '../../testing/postgres/postgres-stores.ts';
import { programArguments } from '../../testing/process/built-programs.ts';

const helpdesk = readFileSync(new URL('../../testing/documents/helpdesk.md', import.meta.url), 'utf8');

onPostgres((stores) => {
  test('processes that open a changed document at the same moment all go on with it', async () => {
    const schema = `together ${process.pid}`;
    const store = await stores.open(schema);
    store.begin(readModel(helpdesk));
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-together-'));
    try {
      // Other rules and no other tables: each process has the same triggers to make.
      const file = join(folder, 'helpdesk.md');
      writeFileSync(file, helpdesk.replace(/\| body fits \|.*\n/u, ''));
      const processes = [1, 2, 3].map(() => {
        const child = spawn(process.execPath, [...programArguments('opening'), stores.server.address, schema, file], {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        let said = '';
        const ready = new Promise<void>((resolve, reject) => {
          child.stdout.on('data', (data) => {
            said += String(data);
            if (said.includes('ready')) resolve();
          });
          child.once('error', reject);
          child.once('close', () => reject(new Error(`ended before it was ready: ${said}`)));
        });
        const ended = new Promise<string>((resolve) => child.once('close', () => resolve(said)));
        return { ready, ended, go: () => child.stdin.write('go\n') };
      });
      await Promise.all(processes.map(({ ready }) => ready));
      for (const { go } of processes) go();
      expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(Array(3).fill('ready\ndone\n'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});
