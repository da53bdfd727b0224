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
