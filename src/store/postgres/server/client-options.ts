import { readFileSync } from 'node:fs';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import type postgres from 'postgres';
import type { ServerAddress } from './server-address.ts';

/** What postgres.js needs to reach a server; `name` is what the server lists the connection as. */
export function clientOptions(address: ServerAddress, name: string): postgres.Options<Record<string, postgres.PostgresType>> {
  const { host, port, user, password, database } = address;
  const isSocket = host.startsWith('/');
  return {
    ...(isSocket ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }),
    user,
    password,
    database,
    onnotice: () => undefined,
    // postgres.js 3.4.9 queries array types by itself; if the connection ends meanwhile, no code
    // handles the error and the process would end.
    fetch_types: false,
    connection: { application_name: name },
    ssl: isSocket ? false : encryptionOf(address),
  };
}

function encryptionOf({ encryption, host, rootCertificate }: ServerAddress): boolean | 'prefer' | ConnectionOptions {
  if (encryption === 'disable') return false;
  if (encryption === 'prefer') return 'prefer';
  if (encryption === 'require') return { rejectUnauthorized: false };
  return {
    ...(rootCertificate === null ? {} : { ca: readFileSync(rootCertificate) }),
    // Whose name is in the certificate is looked at by verify-full only.
    checkServerIdentity: (_name, certificate) => (encryption === 'verify-full' ? checkServerIdentity(host, certificate) : undefined),
  };
}
