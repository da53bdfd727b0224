import { own } from '../base/own.ts';
import type { OpenIdProvider } from '../serve/http/openid.ts';
import type { Machine } from './machine.ts';
import { isLoopback } from './serve-options.ts';

/** A provider, with its name on the button “Continue with …”. */
export type NamedProvider = OpenIdProvider & { readonly name: string };

/**
 * Parses `--oidc` and the client and name options. The secret comes only from the environment,
 * which keeps it out of `ps`. Returns null if no provider is named; a string describes the problem.
 */
export function readOidc(options: Readonly<Record<string, string>>, host: Pick<Machine, 'environment'>): NamedProvider | string | null {
  const address = own(options, 'oidc');
  const given = own(options, 'oidc-client');
  const called = own(options, 'oidc-name');
  if (address === undefined)
    return given === undefined && called === undefined ? null : '--oidc-client and --oidc-name need --oidc, the address of the provider.';
  const issuer = URL.canParse(address) ? new URL(address) : null;
  if (issuer === null || !(issuer.protocol === 'https:' || (issuer.protocol === 'http:' && isLoopback(issuer.hostname))))
    return `--oidc must be the address of an OpenID provider that begins with https://, not “${address}”. Only a provider on this machine may use http://.`;
  const clientId = given ?? host.environment('NINEFOLD_OIDC_CLIENT');
  if (!clientId) return '--oidc needs the client id that the provider gave: --oidc-client ID, or NINEFOLD_OIDC_CLIENT in the environment.';
  return { issuer, clientId, clientSecret: host.environment('NINEFOLD_OIDC_SECRET') || null, name: called ?? issuer.hostname };
}
