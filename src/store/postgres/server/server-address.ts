/** The location of a server, and the login for it. */
export interface ServerAddress {
  /** A host name, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /**
   * libpq's sslmode: `prefer` continues without TLS if the server has none; only the verify modes
   * check the certificate.
   */
  readonly encryption: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';
  /** The file with the certificates that the verify modes trust; null: those that Node trusts. */
  readonly rootCertificate: string | null;
}

const encryptions = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
const known = ['sslmode', 'sslrootcert', 'host', 'port', 'user', 'password', 'dbname'];

/**
 * Reads `postgres://user:password@host:5432/database?sslmode=verify-full`, as libpq does (Postgres
 * documentation, “Connection URIs”); `postgres:///database?host=/run/postgresql&user=ana` is a Unix
 * socket. `passwordElsewhere` applies if the address has no password. Throws RangeError with a
 * message that does not contain the password.
 */
export function readAddress(text: string, passwordElsewhere = ''): ServerAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new RangeError('this is no address of a database: write postgres://user:password@host:5432/name');
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw new RangeError(`the address of the database begins with postgres://, not ${url.protocol}//`);
  }
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RangeError(`the address of the database says ${unknown}, which is not one of ${known.join(', ')}`);
  const parameter = (name: string): string | null => url.searchParams.get(name);
  const sslmode = parameter('sslmode') ?? 'prefer';
  const encryption = encryptions.find((mode) => mode === sslmode);
  if (encryption === undefined)
    throw new RangeError(`sslmode=${sslmode} in the address of the database is not one of ${encryptions.join(', ')}`);
  const user = parameter('user') ?? decoded(url.username);
  if (user === '') throw new RangeError('the address of the database names no user: write postgres://user@host/name');
  const port = Number(parameter('port') ?? (url.port === '' ? '5432' : url.port));
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new RangeError('the port in the address of the database is a number up to 65535');
  return {
    host: parameter('host') ?? (url.hostname === '' ? 'localhost' : url.hostname.replace(/^\[(.*)\]$/, '$1')),
    port,
    user,
    password: parameter('password') ?? (url.password === '' ? passwordElsewhere : decoded(url.password)),
    database: parameter('dbname') ?? (decoded(url.pathname.slice(1)) || user),
    encryption,
    rootCertificate: parameter('sslrootcert'),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new RangeError('a % in the database URL must be followed by two hexadecimal digits: write a literal % as %25');
  }
}

/** The address for messages, without the password. */
export const addressWords = ({ host, port, user, database }: ServerAddress): string => `${user}@${host}:${port}/${database}`;
