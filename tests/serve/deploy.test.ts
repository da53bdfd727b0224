import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { described } from '../../src/cli/described.ts';
import type { RecordsData } from '../../src/engine/part-data.ts';
import type { Address } from '../../src/engine/record-data.ts';
import type { Command, CommandResult, Done } from '../../src/engine/session.ts';
import { shownAt } from '../../src/engine/session-calls.ts';
import { readModel } from '../../src/model/read.ts';
import { readable } from '../../testing/mail-server.ts';
import { whyNoServer } from '../../testing/postgres/postgres-server.ts';
import { type Browsing, browsing } from '../../testing/process/browsing.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const known = new Set(described.serve.options.flatMap((option) => (typeof option === 'string' ? [] : [option[0].split(' ')[0]])));

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

const form = (values: Readonly<Record<string, string>>): RequestInit => ({ method: 'POST', body: new URLSearchParams(values) });

const missing = whyNoServer();

describe.skipIf(missing !== null)(`without Docker${missing === null ? '' : ` (left out: ${missing})`}`, () => {
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  test('one command starts the product with a database, mail and OpenID, and a small team works with them', async () => {
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
    expect(await (await fetch(inbox)).text()).toBe('No mail yet.\n');

    // Mia signs in at the provider, founds an organisation, and invites Jo, who has no account.
    const mia = browsing(url);
    const login = await mia.visit(`${url}/~/openid?next=%2F`);
    expect(login.at).toContain(`${issuer}/interaction/`);
    const consent = await mia.visit(login.at, form({ prompt: 'login', login: 'mia', password: 'any' }));
    expect((await mia.visit(consent.at, form({ prompt: 'consent' }))).at).toBe(`${url}/`);
    expect(await mia.ask('person')).toMatchObject({ account: { label: 'mia' } });
    const run = async (who: Browsing, command: Command): Promise<Done> => {
      const ran = (await who.ask('run', command)) as CommandResult;
      if (!ran.ok) throw new Error(JSON.stringify(ran.refusals));
      return ran.value;
    };
    const made = async (who: Browsing, entity: string, values: Readonly<Record<string, string>>): Promise<string> =>
      (await run(who, { kind: 'create', part: null, entity, values })).record?.id ?? '';
    await made(mia, 'Organisation', { name: 'Chess club', slug: 'chess' });
    const { value: mine } = (await mia.ask('records', 'Organisation')) as { readonly value: RecordsData };
    const org = mine.rows[0]?.id ?? '';
    await made(mia, 'Invitation', { org, email: 'jo@example.com' });
    await expect.poll(async () => (await fetch(inbox)).text(), { timeout: 20_000 }).toContain('~link=');
    const mail = readable(await (await fetch(inbox)).text());
    expect(mail).toContain('Subject: mia invites you to Chess club');

    // The mailed link leads Jo to an account, and from there into the organisation.
    const jo = browsing(url);
    const token = /\?~link=([\w.-]+)/.exec(mail)?.[1] ?? '';
    expect(await jo.ask('link', token)).toMatchObject({ purpose: 'invite', address: 'jo@example.com' });
    const { open } = await run(jo, { kind: 'use-link', token, values: { name: 'Jo', password: 'correct-horse' } });
    const invitation = open?.parameters['id'] ?? '';
    expect(open).toMatchObject({ screen: 'Invitation' });
    await run(jo, { kind: 'event', entity: 'Invitation', id: invitation, event: 'accept', parameters: {} });
    expect(await jo.ask('screen', { screen: 'Organisation', parameters: { slug: 'chess' } })).toMatchObject({ ok: true });

    // A file of Mia's project: Jo reads it, and a customer with the link; people elsewhere do not.
    const bytes = Buffer.from('%PDF-1.7 a plan of the hall');
    const put = { method: 'PUT', body: bytes, headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/pdf' } };
    const { id: plan } = (await (await mia.visit(`${url}/~/file/hall.pdf`, put)).response.json()) as { id: string };
    const project = await made(mia, 'Project', { org, name: 'Summer open', plan });
    const fileOf = async (who: Browsing, at?: Address): Promise<string> => {
      const shown: Readonly<Record<string, string>> = at === undefined ? {} : { [shownAt]: encodeURIComponent(JSON.stringify(at)) };
      const { response } = await who.visit(`${url}/~/file/${plan}`, { headers: { 'sec-fetch-site': 'same-origin', ...shown } });
      return response.ok ? response.text() : String(response.status);
    };
    const link = readModel(read('specs/teamwork.md')).screens.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'link'))[0];
    const shared = await mia.ask('part', { address: { screen: 'Project', parameters: { id: project } }, part: link?.id });
    const { address } = (shared as { readonly value: { readonly address: Address } }).value;
    expect(address).toMatchObject({ screen: 'Shared project' });
    expect(await fileOf(jo)).toBe(bytes.toString());
    expect(await fileOf(browsing(url), address)).toBe(bytes.toString());
    expect(await fileOf(browsing(url))).toBe('404');

    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 120_000);
});
