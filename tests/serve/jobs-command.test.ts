import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCli } from '../../src/cli/run.ts';
import { Service } from '../../src/serve/engine/service.ts';
import { diskHost } from '../../testing/process/disk-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'ninefold-jobs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const document = `# Specification: Stand

## 3. Entities and their fields

### Order

| Field | Type |
|---|---|
| code | text |
| status | state |

## 4. States and transitions

### Order.status

| From | Event | To | Effect |
|---|---|---|---|
| | | placed | \`send Till "POST /charges" with {"reference": code} then charged\` |
| placed | charged(status: integer, body: json) | paid | |

## 7. The calls it makes

| Service | Address | Secret |
|---|---|---|
| Till | http://127.0.0.1:9 | |

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /api/orders\` | \`{code}\` | \`create Order as o\` | 201 \`{"code": o.code}\` |
`;

async function jobs(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly errors: string }> {
  const host = diskHost(folder);
  const code = await runCli(['jobs', 'stand.md', '--data', join(folder, 'stand.data'), ...args], host, '1.2.3');
  return { code, out: host.output, errors: host.errors };
}

test('what waits is listed, tried again and dropped, once', async () => {
  writeFileSync(join(folder, 'stand.md'), document);
  const service = await Service.start({
    text: document,
    database: { kind: 'embedded', folder: join(folder, 'stand.data') },
    examples: false,
    // No receiver is running: the job waits for its next attempt.
    allowPrivate: true,
    log: () => undefined,
  });
  const request = { method: 'POST', path: '/api/orders', query: '', token: null, contentType: 'application/json' };
  expect((await service.call({ ...request, body: '{"code":"A"}' })).status).toBe(201);
  await service.close();

  const listed = await jobs();
  expect(listed.out).toMatch(/^\S+ {2}send {2}waiting/);
  const id = listed.out.split('  ')[0] ?? '';
  expect(await jobs('--retry', id)).toMatchObject({ code: 0, out: expect.stringContaining('attempted again') });
  expect(await jobs('--drop', id)).toEqual({ code: 0, out: `${id} is dropped.\n`, errors: '' });
  expect(await jobs('--drop', id)).toEqual({ code: 1, out: '', errors: `There is no job ${id}.\n` });
}, 180_000);
