import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { described } from '../../src/cli/described.ts';
import { whyNoServer } from '../../testing/postgres/postgres-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const known = new Set([...described.serve.usage.matchAll(/--[a-z-]+/g)].map(([option]) => option));

/** The options of each `serve` that a text starts. */
const optionsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /ninefold(?:\.js)?"?,? "?serve\b/.test(line))
    .flatMap((line) => [...line.matchAll(/(?<=[\s"])--[a-z-]+/g)].map(([option]) => option));

test.each(['deploy/compose.yaml', 'deploy/Dockerfile', 'deploy/ninefold.service'])('%s starts serve with options that it has', (file) => {
  const options = optionsIn(read(file));
  expect(options.length).toBeGreaterThan(0);
  expect(options.filter((option) => !known.has(option))).toEqual([]);
});

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}
interface ComposeService {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly args: Readonly<Record<string, string>> };
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly network_mode?: string;
}

test('the compose file names only what it declares, and the environment that serve reads', () => {
  const { services, volumes, secrets } = parse(read('deploy/compose.yaml')) as Compose;
  expect(Object.keys(services)).toEqual(['product', 'database', 'mail', 'openid']);
  const sources = ['mail-options', 'oidc-options', 'commands/serve'].map((name) => read(`src/cli/${name}.ts`)).join('\n');
  for (const [
    name,
    { image, build, environment = {}, secrets: used = [], volumes: mounts = [], depends_on = {}, network_mode },
  ] of Object.entries(services)) {
    expect([name, (image === undefined) !== (build === undefined)]).toEqual([name, true]);
    for (const secret of used) expect(secrets).toHaveProperty([secret]);
    for (const mount of mounts) {
      const source = mount.split(':')[0] ?? '';
      if (source.startsWith('./')) expect([source, existsSync(`${root}deploy/${source}`)]).toEqual([source, true]);
      else expect(volumes).toHaveProperty([source]);
    }
    for (const other of [...Object.keys(depends_on), ...(network_mode === undefined ? [] : [network_mode.replace('service:', '')])])
      expect(services).toHaveProperty([other]);
    for (const variable of Object.keys(environment).filter((one) => one.startsWith('NINEFOLD_')))
      expect(sources).toContain(`'${variable}'`);
  }
  const { build } = services['product'] ?? {};
  expect(build?.args['DOCUMENT']).toContain('specs/teamwork.md');
  expect(existsSync(`${root}${build?.dockerfile}`)).toBe(true);
  const dex = parse(read('deploy/dex.yaml')) as { readonly issuer: string; readonly staticClients: readonly { readonly id: string }[] };
  expect(services['product']?.environment?.['OIDC']).toContain(dex.issuer);
  expect(services['product']?.environment?.['NINEFOLD_OIDC_CLIENT']).toContain(dex.staticClients[0]?.id);
});

const missing = whyNoServer();

describe.skipIf(missing !== null)(`without Docker${missing === null ? '' : ` (left out: ${missing})`}`, () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  test('one command starts the product with a database, mail and OpenID, which answer', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'deploy/local.ts', 'specs/teamwork.md', '--port', '0'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let said = '';
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const ready = new Promise<RegExpExecArray>((resolve, reject) => {
      const heard = (data: Buffer): void => {
        said += data.toString();
        const match = /Ready: (\S+) · OpenID at (\S+) · mails at (\S+)/.exec(said);
        if (match !== null) resolve(match);
      };
      child.stdout.on('data', heard);
      child.stderr.on('data', heard);
      void ended.then((code) => reject(new Error(`ended with ${code}: ${said}`)));
    });
    const [, url = '', issuer = '', inbox = ''] = await ready;
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()).toMatchObject({ issuer });
    const away = await fetch(`${url}/~/openid?next=%2F`, { redirect: 'manual' });
    expect(away.headers.get('location')).toContain(`${issuer}/auth`);

    expect(await (await fetch(inbox)).text()).toBe('No mail yet.\n');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 120_000);
});
