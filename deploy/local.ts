// Everything that deploy/compose.yaml starts, without Docker, from a checkout: a database, a mail
// server that catches every mail, an OpenID provider where any name signs in, and the product.
//
//   npx tsx deploy/local.ts specs/teamwork.md [--port 3000]
//
// For trying a document on one machine: the data is gone when it ends. Ctrl-C ends it.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Provider } from 'oidc-provider';
import { SMTPServer } from 'smtp-server';
import { readModel } from '../src/model/read.ts';
import { startPostgres, whyNoServer } from '../testing/postgres/postgres-server.ts';
import { freePort } from '../testing/process/free-port.ts';

const bin = fileURLToPath(new URL('../bin/ninefold.js', import.meta.url));
const [file, ...more] = process.argv.slice(2);
if (file === undefined) throw new Error('Name a document: npx tsx deploy/local.ts specs/teamwork.md');
const missing = whyNoServer();
if (missing !== null) throw new Error(missing);
const place = more.indexOf('--port');
const port = place < 0 ? 3000 : Number(more[place + 1]) || (await freePort());
const rest = place < 0 ? more : more.toSpliced(place, 2);
const url = `http://127.0.0.1:${port}`;
const model = readModel(readFileSync(file, 'utf8'));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const database = await startPostgres();
const mails = await catchMails();
// Only a document that lets people sign in with OpenID may be started with a provider.
const provider = model.account?.openId === true ? await openProvider(`${url}/~/openid/callback`) : null;
const child = spawn(
  process.execPath,
  [
    bin,
    'serve',
    file,
    ...['--port', String(port), '--database', database.address, '--examples', 'yes', '--snapshots', 'no', '--log', 'errors'],
    ...['--mail', mails.address, '--mail-from', `${model.name} <product@localhost>`, '--url', url],
    ...(provider === null ? [] : ['--oidc', provider.issuer, '--oidc-client', 'ninefold', '--oidc-name', 'OpenID']),
    ...rest,
  ],
  {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: {
      ...process.env,
      NINEFOLD_OIDC_SECRET: 'a-secret-for-this-machine',
      // Secrets of section 9 that the environment has not: the product does not start without them.
      ...Object.fromEntries(model.secrets.map(({ name }) => [name.text, process.env[name.text] ?? `try-${name.text.toLowerCase()}`])),
    },
  },
);
child.stderr.on('data', (data: Buffer) => {
  process.stderr.write(data);
  if (data.includes('Serving '))
    say(`Ready: ${url}${provider === null ? '' : ` · OpenID at ${provider.issuer}`} · mails at ${mails.inbox}`);
});
await ended(child);
await Promise.all([database.close(), mails.close(), provider?.close()]);

/** Passes Ctrl-C on, and waits until the product has ended. */
function ended(product: ChildProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => product.kill('SIGTERM'));
  return new Promise((resolve) =>
    product.once('close', (code) => {
      process.exitCode = code ?? 1;
      resolve();
    }),
  );
}

/** Every mail is printed, and listed at an address for browsers. */
async function catchMails() {
  const caught: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        caught.push(raw);
        say(`Mail: ${/^Subject: .*$/imu.exec(raw)?.[0] ?? ''} (${/^To: .*$/imu.exec(raw)?.[0] ?? ''})`);
        done();
      });
    },
  });
  const pages = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(caught.toReversed().join('\n\n────────\n\n') || 'No mail yet.\n');
  });
  await Promise.all([
    new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve)),
  ]);
  const portOf = (server: { address(): AddressInfo | string | null }): number => (server.address() as AddressInfo).port;
  return {
    address: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    inbox: `http://127.0.0.1:${portOf(pages)}`,
    close: async (): Promise<void> => {
      pages.closeAllConnections();
      await Promise.all([new Promise<void>((resolve) => smtp.close(resolve)), new Promise((resolve) => pages.close(resolve))]);
    },
  };
}

/** Its own sign-in page takes any name; `ana` has the verified address ana@example.com. */
async function openProvider(redirect: string) {
  const own = await freePort();
  const issuer = `http://127.0.0.1:${own}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'ninefold',
        client_secret: 'a-secret-for-this-machine',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirect],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['only on this machine'] },
    pkce: { required: () => true },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, name: sub, email: `${sub}@example.com`, email_verified: true }),
    }),
  });
  const server = createServer(provider.callback());
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve));
  return {
    issuer,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
