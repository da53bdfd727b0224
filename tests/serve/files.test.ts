import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3Files } from '../../src/serve/files/s3.ts';
import { serveProcess } from '../../testing/process/served-process.ts';
import { openS3 } from '../../testing/s3-server.ts';

/* `ninefold serve --files` as a person starts it, and what its backups say. */

const document = `# Specification: Notes

## 3. Entities and their fields

### Note

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| plan | file | |
`;

const folder = mkdtempSync(join(tmpdir(), 'ninefold-files-'));
const file = join(folder, 'notes.md');
const children: ChildProcess[] = [];
let store: Awaited<ReturnType<typeof openS3>>;
beforeAll(async () => {
  writeFileSync(file, document);
  store = await openS3();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await store?.close();
  rmSync(folder, { recursive: true, force: true });
});

const bin = fileURLToPath(new URL('../../bin/ninefold.js', import.meta.url));
const ninefold = (...args: readonly string[]) => promisify(execFile)(process.execPath, [bin, ...args]);

const env = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
const bytes = new Uint8Array(1_500_000).fill(7);

test('a file goes to the store and back, and backups say that they are without it', async () => {
  const { endpoint } = store.settings;
  const options = ['--screens', 'no', '--files', `s3://files/team?endpoint=${endpoint}`, '--file-space', '0,2'];
  const served = await serveProcess(file, options, { children, env });
  const put = () => fetch(`${served.url}/~/file/plan.pdf`, { method: 'PUT', body: bytes, headers: { 'sec-fetch-site': 'same-origin' } });
  const { id } = (await (await put()).json()) as { id: string };
  expect((await put()).status).toBe(507);
  const made = await fetch(`${served.url}/api/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Roof', plan: id }),
  });
  expect(made.status).toBe(201);
  const back = await fetch(`${served.url}/~/file/${id}`, { headers: { 'sec-fetch-site': 'same-origin' } });
  expect([back.status, back.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  expect(Buffer.from(await back.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
  expect((await s3Files(store.settings).get(id))?.size).toBe(bytes.length);
  served.child.kill('SIGTERM');
  expect((await served.ended).code).toBe(0);
  const out = join(folder, 'all.snapshot');
  const words = '1 file (1.5 MB) in the file store of --files: back that up too';
  expect((await ninefold('data', 'snapshot', file, '--out', out)).stderr).toContain(`a snapshot of 1 record, without ${words}.`);
  expect((await ninefold('data', 'export', file, '--out', join(folder, 'all.json'))).stderr).toContain(`Left out: ${words}.`);
}, 120_000);

test('does not start where the bucket cannot be used', async () => {
  const other = `s3://others?endpoint=${store.settings.endpoint}`;
  await expect(serveProcess(file, ['--memory', '--files', other], { children, env })).rejects.toThrow(
    /Cannot serve .*NoSuchBucket.*Check --files/,
  );
}, 60_000);
