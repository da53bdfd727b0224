import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openPglite } from '../../../../testing/postgres/blocking.ts';
import { programArguments } from '../../../../testing/process/built-programs.ts';
import { suiteModel, user } from '../../../../testing/store/store-records.ts';
import { openStore } from '../../sql/document-store.ts';

const { model } = suiteModel();
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-embedded-'));
  folders.push(folder);
  return folder;
}

describe('a database in a folder', () => {
  test('still exists when it is opened again', async () => {
    const folder = join(makeFolder(), 'not', 'there', 'yet');
    const first = await openPglite(folder);
    const store = openStore(first.store(), model);
    store.transaction(() => store.apply({ kind: 'insert', entity: 'User', record: user(1) }));
    await first.close();
    const second = await openPglite(folder);
    expect(openStore(second.store(), model).record('User', user(1).id)).toEqual(user(1));
    await second.close();
    expect(readdirSync(folder)).toEqual(['postgres']);
  }, 60_000);

  test('is created again after a start that was interrupted', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n');
    writeFileSync(join(folder, 'postgres.unfinished'), '');
    const database = await openPglite(folder);
    openStore(database.store(), model);
    await database.close();
    expect(readdirSync(folder)).toEqual(['postgres']);
  }, 60_000);

  test('belongs to one process at a time', async () => {
    const folder = makeFolder();
    const first = await openPglite(folder);
    await expect(openPglite(folder)).rejects.toThrow(`the data in ${folder} is in use by another process`);
    await first.close();
    expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toEqual([]);
    await (await openPglite(folder)).close();
  }, 60_000);

  test('explains why the data cannot be stored somewhere', async () => {
    const file = join(makeFolder(), 'a file');
    writeFileSync(file, '');
    await expect(openPglite(file)).rejects.toThrow(`the data cannot be kept in ${file}: there is a file of that name`);
    await expect(openPglite(join(file, 'below'))).rejects.toThrow('there is a file of that name');
  });

  test('keeps what it acknowledged when its process is killed', async () => {
    const folder = makeFolder();
    let promised = 0;
    // The second process continues after the recovery from the first kill.
    for (const patience of [40, 170]) {
      promised = await writeUntilKilled(folder, promised + 1, patience);
      const database = await openPglite(folder);
      const store = openStore(database.store(), model);
      const names = store.query({ entity: 'User', conditions: [] }).map((record) => record['name']);
      // One more pair may have been committed without an acknowledgement.
      expect(names.length % 2).toBe(0);
      expect([promised, promised + 2]).toContain(names.length);
      expect(names).toEqual(names.map((_, index) => `User ${index + 1}`));
      promised = names.length;
      await database.close();
    }
    expect(promised).toBeGreaterThan(2);
  }, 120_000);
});

/**
 * Kills the process this many milliseconds after its first commit; resolves with the last number
 * that it reported as committed.
 */
function writeUntilKilled(folder: string, first: number, patience: number): Promise<number> {
  const child = spawn(process.execPath, [...programArguments('embedded-writer'), folder, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (piece) => {
      if (said === '') setTimeout(() => child.kill('SIGKILL'), patience);
      said += String(piece);
    });
    child.once('error', reject);
    child.once('close', (_code, signal) => {
      const whole = said.slice(0, said.lastIndexOf('\n')).split('\n');
      if (signal === 'SIGKILL') resolve(Number(whole.at(-1)));
      else reject(new Error('the writing process ended by itself'));
    });
  });
}
