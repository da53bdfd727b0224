import type { Context } from 'hono';
import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import * as client from 'openid-client';
import type { Outcome } from '../../engine/outcome.ts';
import type { Json } from '../../engine/record-data.ts';
import type { AnsweringEngine } from '../engine/engine.ts';
import type { AppEnvironment } from './environment.ts';
import type { LogEntry } from './log-entry.ts';
import { deviceCookie, isEncrypted, originOf } from './request-origin.ts';
import { senderOf } from './sender.ts';
import type { HttpSettings } from './settings.ts';
import { cookieToken, keepToken } from './token.ts';

/** An OpenID Connect provider that people may sign in with. */
export interface OpenIdProvider {
  readonly issuer: URL;
  readonly clientId: string;
  /** Null for a public client, which only PKCE protects. */
  readonly clientSecret: string | null;
}

interface OpenIdParts {
  readonly engine: AnsweringEngine;
  readonly settings: HttpSettings;
  readonly log: (entry: LogEntry) => void;
}

/** What the cookie stores between leaving for the provider and coming back. */
interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Pages of the product: `next` to open after signing in, `from` where signing in began. */
  readonly next: string;
  readonly from: string;
}

/** Why signing in failed; the sign-in screen explains it in the reader's language. */
type Failure = 'expired' | 'declined' | 'failed' | 'unavailable' | 'unverified' | 'unknown' | 'incomplete';

const cookieName = 'openid';
const cookiePath = '/~/openid';
/** Seconds that a person may spend at the provider. */
const flowAge = 600;
/** Seconds that one request to the provider may take. */
const patience = 10;

/**
 * Restricts a target to paths of this server: a link must not lead people elsewhere after they sign
 * in. Returns `/` for anything else.
 */
export function localPath(text: string | undefined): string {
  const base = 'http://product.invalid';
  if (text === undefined || text.length > 2000 || !URL.canParse(text, base)) return '/';
  const { origin, pathname, search } = new URL(text, base);
  return origin === base ? `/${pathname.replace(/^\/+/, '')}${search}` : '/';
}

/**
 * `/~/openid` sends a browser to the provider, `/~/openid/callback` receives it: the authorization
 * code flow with PKCE, state and nonce, all three bound to the browser by a cookie.
 */
export function openIdRoutes(provider: OpenIdProvider): (parts: OpenIdParts) => Hono<AppEnvironment> {
  const configuration = discovered(provider);
  return (parts) => routesTo(configuration, parts);
}

function routesTo(configuration: () => Promise<client.Configuration>, { engine, settings, log }: OpenIdParts): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();

  const own = (context: Context<AppEnvironment>): string => {
    const { host } = new URL(context.req.url);
    return `${isEncrypted(context, settings) ? 'https' : 'http'}://${context.req.header('host') ?? host}`;
  };

  const failed = (context: Context<AppEnvironment>, flow: Pick<Flow, 'from'> | null, why: Failure, error?: unknown) => {
    if (error !== undefined && why !== 'declined')
      log({ level: 'error', message: `OpenID: ${reasonOf(error)}`, id: context.get('requestId') });
    const from = new URL(flow?.from ?? '/', 'http://product.invalid');
    from.searchParams.set('sign-in', why);
    return context.redirect(`${from.pathname}${from.search}`, 303);
  };

  routes.get('/', async (context) => {
    const from = localPath(context.req.query('from'));
    // A page of another site must not start a sign-in.
    if (context.req.method !== 'GET' || senderOf(context) === 'other site') return context.redirect('/', 303);
    const flow: Flow = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      next: localPath(context.req.query('next')),
      from,
    };
    try {
      const config = await configuration();
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: `${own(context)}${cookiePath}/callback`,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        state: flow.state,
        nonce: flow.nonce,
      });
      setCookie(context, cookieName, Buffer.from(JSON.stringify(flow)).toString('base64url'), {
        path: cookiePath,
        httpOnly: true,
        sameSite: 'Lax',
        secure: isEncrypted(context, settings),
        maxAge: flowAge,
      });
      return context.redirect(address.href, 303);
    } catch (error) {
      return failed(context, { from }, 'unavailable', error);
    }
  });

  routes.get('/callback', async (context) => {
    const flow = flowIn(getCookie(context, cookieName));
    deleteCookie(context, cookieName, { path: cookiePath });
    if (context.req.method !== 'GET' || flow === null || context.req.query('state') !== flow.state) return failed(context, flow, 'expired');
    let claims: Readonly<Record<string, Json>>;
    try {
      claims = await claimsOf(await configuration(), new URL(`${own(context)}${context.req.path}${new URL(context.req.url).search}`), flow);
    } catch (error) {
      return failed(context, flow, failureOf(error), error);
    }
    if (typeof claims['email'] !== 'string' || claims['email_verified'] !== true) return failed(context, flow, 'unverified');
    const origin = originOf(context, settings);
    const before = cookieToken(context);
    // Without a token, so that the browser's earlier session has no influence.
    const { value, token, device } = await engine.screen({ token: null, origin, name: 'openId', args: [claims] });
    const outcome = value as Outcome;
    if (!outcome.ok) return failed(context, flow, outcome.refusals.some(({ error }) => error === 'FORBIDDEN') ? 'unknown' : 'incomplete');
    if (before !== null) await engine.screen({ token: before, origin, name: 'run', args: [{ kind: 'sign-out' }] });
    const encrypted = isEncrypted(context, settings);
    keepToken(context, token, encrypted);
    if (device) context.header('set-cookie', deviceCookie(device, encrypted), { append: true });
    return context.redirect(flow.next, 303);
  });

  return routes;
}

/**
 * Fetches the provider's configuration once; after a failure the next sign-in tries again. Rejects
 * if the provider cannot be reached.
 */
function discovered({ issuer, clientId, clientSecret }: OpenIdProvider): () => Promise<client.Configuration> {
  let found: Promise<client.Configuration> | null = null;
  return () => {
    const authentication = clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret);
    // Only a provider on this machine may be reached without TLS; serve's options enforce it.
    const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    found ??= client.discovery(issuer, clientId, undefined, authentication, { execute, timeout: patience }).catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
}

/**
 * Exchanges the code for the claims. Providers may leave the email out of the ID token; the
 * userinfo endpoint then adds it.
 */
async function claimsOf(config: client.Configuration, address: URL, flow: Flow): Promise<Readonly<Record<string, Json>>> {
  const tokens = await client.authorizationCodeGrant(config, address, {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new TypeError('the provider sent no ID token');
  if (claims['email'] !== undefined) return claims as Readonly<Record<string, Json>>;
  const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
  return { ...more, ...claims } as Readonly<Record<string, Json>>;
}

function flowIn(cookie: string | undefined): Flow | null {
  if (cookie === undefined) return null;
  try {
    const flow = JSON.parse(Buffer.from(cookie, 'base64url').toString()) as Partial<Flow> | null;
    const { state, nonce, verifier, next, from } = flow ?? {};
    if ([state, nonce, verifier, next, from].some((one) => typeof one !== 'string')) return null;
    return { state: `${state}`, nonce: `${nonce}`, verifier: `${verifier}`, next: localPath(next), from: localPath(from) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof client.AuthorizationResponseError) return error.error === 'access_denied' ? 'declined' : 'failed';
  if (error instanceof client.ResponseBodyError) return error.status >= 500 ? 'unavailable' : 'failed';
  // fetch reports a failed connection as a TypeError, and a timeout as a DOMException.
  const { cause } = error instanceof Error ? error : { cause: undefined };
  const network = [error, cause].some((one) => one instanceof TypeError || (one instanceof DOMException && one.name === 'TimeoutError'));
  return network ? 'unavailable' : 'failed';
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};
