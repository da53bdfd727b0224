import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { noTheme } from '../../export/look/theme.ts';
import { readModel } from '../../model/read.ts';
import { NoRuntime, publishFile, publishSite, runtimeBeside } from './publish.ts';

const model = readModel(helpdesk);
const files = new Map([
  ['files.json', '["assets/page-abc.js"]'],
  ['site/assets/page-abc.js', 'run()'],
  ['site/index.html', '<html lang="en"><head><!--head--></head><body><!--body--></body></html>'],
  ['site/sw.js', 'keep()'],
  ['single/page.js', 'run()'],
  ['single/page.css', 'p{}'],
  ['single/worker.js', 'work()'],
  ['single/sqlite3.wasm', 'wasm'],
]);
const read = async (path: string): Promise<Uint8Array> => new TextEncoder().encode(files.get(path));

test('a site in a ZIP archive has the page, the document and everything they load', async () => {
  const site = unzipSync(await publishSite(model, { ...noTheme, logo: 'logo.png', fontFile: 'own.woff2' }, read));
  const page = strFromU8(site['index.html'] ?? new Uint8Array());
  expect(page).toContain('<title>Helpdesk</title>');
  const config = JSON.parse(/id="site">(.*?)<\/script>/.exec(page)?.[1] ?? '{}') as { model: string; logo: unknown };
  expect(config.logo).toBeNull();
  expect(strFromU8(site[config.model] ?? new Uint8Array())).toContain('Ticket');
  expect(Object.keys(site)).toEqual(expect.arrayContaining(['assets/page-abc.js', 'sw.js', 'README.md', 'icon-192.png']));
});

test('a single file contains everything', async () => {
  const page = strFromU8(await publishFile(model, noTheme, read));
  expect(page).toContain('<title>Helpdesk</title>');
  for (const part of ['work()', 'wasm']) expect(page).toContain(btoa(part));
});

test('a workbench without the runtime files reports that', async () => {
  const answer = (body: string, init: ResponseInit) => runtimeBeside(async () => new Response(body, init))('files.json');
  await expect(answer('', { status: 404 })).rejects.toThrow(NoRuntime);
  await expect(answer('<html>', { headers: { 'Content-Type': 'text/html' } })).rejects.toThrow(NoRuntime);
  expect(strFromU8(await answer('[]', { headers: { 'Content-Type': 'application/json' } }))).toBe('[]');
});
