import { readFileSync } from 'node:fs';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import type postgres from 'postgres';
import type { ServerAddress } from './server-address.ts';

/** The postgres.js options for a server; the server lists the connection under `name`. */
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
    // Only verify-full checks whose name is in the certificate.
    checkServerIdentity: (_name, certificate) => (encryption === 'verify-full' ? checkServerIdentity(host, certificate) : undefined),
  };
}
