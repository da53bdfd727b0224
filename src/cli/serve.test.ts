import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { memoryHost } from '../../testing/process/memory-host.ts';
import { runCli } from './run.ts';

const files = {
  'notes.md': '# Specification: Notes\n\n## 3. Entities and their fields\n\n### Note\n\n| Field | Type |\n|---|---|\n| title | text |\n',
};

/** Returns a port that was free a moment ago. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))));
    });
  });

test.each([
  ['127.0.0.1', []],
  ['127.0.0.3', ['--metrics-host', '127.0.0.3']],
])(
  'metrics are answered at %s, whatever --host is',
  async (address, options) => {
    const host = memoryHost(files);
    const port = await freePort();
    const args = ['--memory', '--screens', 'no', '--host', '127.0.0.2', '--port', '0', '--metrics-port', String(port), ...options];
    const ended = runCli(['serve', 'notes.md', ...args], host, '1.2.3');
    await vi.waitFor(() => expect(host.errors).toContain('Data is in memory only'), { timeout: 50_000 });
    expect(host.errors).toContain(`Metrics: http://${address}:${port}/metrics\n`);
    expect(host.errors).toMatch(/^Serving Notes at http:\/\/127\.0\.0\.2:/);
    expect(await (await fetch(`http://${address}:${port}/metrics`)).text()).toContain('ninefold_http_requests_total');
    await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow('fetch failed');
    host.interrupt();
    expect(await ended).toBe(0);
  },
  60_000,
);

test.each([[[]], [['--port', '4000', '--metrics-port', '4000']]])('--metrics-host needs its own port: %j', async (more) => {
  const host = memoryHost(files);
  expect(await runCli(['serve', 'notes.md', '--memory', '--metrics-host', '127.0.0.1', ...more], host, '1.2.3')).toBe(2);
  expect(host.errors).toMatch(/^--metrics-host needs --metrics-port with another port than --port\./);
});

test('a test clock: verify lets time pass, and finds nothing', async () => {
  const document = readFileSync(new URL('../../specs/helpdesk.md', import.meta.url), 'utf8');
  const host = memoryHost({ 'helpdesk.md': document });
  const options = ['--memory', '--screens', 'no', '--port', '0', '--throttle', 'off', '--requests-per-minute', '0', '--log', 'errors'];
  const ended = runCli(['serve', 'helpdesk.md', ...options, '--test-clock'], host, '1.2.3');
  await vi.waitFor(() => expect(host.errors).toContain('Data is in memory only'), { timeout: 50_000 });
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(host.errors)?.[0] ?? '';
  const clock = `${address}/~/test-clock`;
  expect(host.errors).toContain(`Tests may set the clock: POST ${clock}.`);
  // A page of another site can send a text.
  expect((await fetch(clock, { method: 'POST', body: '{"now": "2030-12-01T08:00:00.000Z"}' })).status).toBe(415);
  expect((await post(clock, { now: 'soon' })).status).toBe(422);
  const tester = memoryHost({ 'helpdesk.md': document });
  const args = ['--against', address, '--clock', clock, '--budget', '1200', '--seed', 'time', '--format', 'json'];
  expect(await runCli(['verify', 'helpdesk.md', ...args], tester, '1.2.3')).toBe(0);
  const report = JSON.parse(tester.output);
  expect(report.rows.filter(({ result }: { result: string }) => result === 'broken')).toEqual([]);
  expect(report.notTried.join()).not.toContain('the clock');
  // Tickets that were resolved two weeks before are closed.
  const { token } = await (await post(`${address}/api/session`, { email: 'bo@example.com', password: 'correct-horse' })).json();
  const closed = await fetch(`${address}/api/tickets?status=closed`, { headers: { authorization: `Bearer ${token}` } });
  expect((await closed.json()).tickets.length).toBeGreaterThan(0);
  host.interrupt();
  expect(await ended).toBe(0);
}, 240_000);

const post = (address: string, body: object): Promise<Response> =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

test.each([
  ['a loopback address', ['--memory', '--host', '0.0.0.0']],
  ['a database of its own', ['--database', 'postgres://127.0.0.1:1/shared']],
])('a test clock needs %s', async (_what, options) => {
  const host = memoryHost(files);
  expect(await runCli(['serve', 'notes.md', ...options, '--test-clock'], host, '1.2.3')).toBe(2);
  expect(host.errors).toMatch(/^--test-clock is for tests: it needs a loopback address/);
});

test('without the switch no one sets the clock', async () => {
  const host = memoryHost(files);
  const ended = runCli(['serve', 'notes.md', '--memory', '--screens', 'no', '--port', '0'], host, '1.2.3');
  await vi.waitFor(() => expect(host.errors).toContain('Data is in memory only'), { timeout: 50_000 });
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(host.errors)?.[0] ?? '';
  expect((await post(`${address}/~/test-clock`, { now: '2026-12-01T08:00:00.000Z' })).status).toBe(404);
  host.interrupt();
  expect(await ended).toBe(0);
}, 60_000);
