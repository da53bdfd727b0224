import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from './process/free-port.ts';

export interface TestProvider {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Sets the claims of the next person who signs in; null makes them decline. */
  become(claims: Readonly<Record<string, unknown>> | null): void;
  close(): Promise<void>;
}

/**
 * A real OpenID provider on this machine, whose sign-in page answers automatically. `redirects`:
 * the product's addresses that it may redirect to.
 */
export async function openIdProvider(redirects: readonly string[]): Promise<TestProvider> {
  const port = await freePort();
  const issuer = new URL(`http://127.0.0.1:${port}`);
  const [clientId, clientSecret] = ['product', 'a secret of sixteen characters or more'];
  let person: Readonly<Record<string, unknown>> | null = null;
  const known = new Map<string, Readonly<Record<string, unknown>>>();
  const provider = new Provider(issuer.origin, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: redirects,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the test'] },
    pkce: { required: () => true },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...known.get(sub) }) }),
    async loadExistingGrant({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    const sub = `person-${known.size}`;
    if (person !== null) known.set(sub, person);
    const result =
      person === null
        ? { error: 'access_denied', error_description: 'the person declined' }
        : { login: { accountId: sub, remember: false } };
    provider.interactionFinished(request, response, result).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    issuer,
    clientId,
    clientSecret,
    become: (claims) => {
      person = claims;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Follows a provider's redirects like a browser, with cookies, until it redirects to the product.
 * Returns that address.
 */
export async function throughProvider(start: string, issuer: URL): Promise<string> {
  const cookies = new Map<string, string>();
  let address = start;
  for (let step = 0; step < 10; step++) {
    if (new URL(address).origin !== issuer.origin) return address;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    address = new URL(location, address).href;
  }
  throw new Error('the provider redirects without end');
}
