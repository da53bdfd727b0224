import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy between a server under test and its Postgres, which breaks connections in realistic ways.
 */
export interface PostgresProxy {
  /** `postgres://…`: the same database, through the proxy. */
  readonly address: string;
  /** Forwards everything. */
  pass(): void;
  /** Simulates a stopped Postgres: cuts every connection, and accepts none. */
  refuse(): void;
  /** Simulates an unplugged cable: nothing arrives, and neither side notices. */
  stall(): void;
  /**
   * Lets the next transaction with an insert commit, but cuts its connection before the answer
   * arrives. `then`: what the proxy does afterwards.
   */
  swallowCommit(then?: 'pass' | 'refuse'): void;
  /**
   * Stalls the next connection with an insert: neither side hears from the other, and the
   * transaction stays open.
   */
  holdInsert(): void;
  /** Whether a connection is stalled. */
  readonly holds: boolean;
  /** The number of swallowed commits. */
  readonly swallowed: number;
  close(): Promise<void>;
}

const committed = Buffer.from('COMMIT\0');
const inserted = Buffer.from('INSERT 0 ');

export async function startProxy(database: string): Promise<PostgresProxy> {
  const target = new URL(database);
  const pairs = new Set<readonly [Socket, Socket]>();
  let mode: 'pass' | 'refuse' | 'stall' = 'pass';
  let armed: { readonly then: 'pass' | 'refuse' } | null = null;
  let swallowed = 0;
  let holding: 'no' | 'next' | 'yes' = 'no';

  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  const server = createServer((client) => {
    if (mode === 'refuse') {
      client.on('error', () => undefined);
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    /**
     * Postgres' output since the proxy was armed, because a command tag may arrive in two pieces.
     */
    let said = Buffer.alloc(0);
    let held = false;
    client.on('data', (data) => {
      if (mode !== 'stall' && !held) upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (holding === 'next' && data.includes(inserted)) {
        held = true;
        holding = 'yes';
      }
      if (mode === 'stall' || held) return;
      said = armed === null ? Buffer.alloc(0) : Buffer.concat([said, data]);
      const insert = said.indexOf(inserted);
      if (armed !== null && insert >= 0 && said.indexOf(committed, insert) >= 0) {
        const { then } = armed;
        armed = null;
        swallowed++;
        client.destroy();
        upstream.destroy();
        if (then === 'refuse') proxy.refuse();
        return;
      }
      client.write(data);
    });
    for (const [one, other] of [pair, [upstream, client] as const]) {
      one.on('error', () => undefined);
      one.on('close', () => {
        pairs.delete(pair);
        // With an unplugged cable, neither end notices.
        if (mode !== 'stall') other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(database);
  address.port = String((server.address() as { readonly port: number }).port);

  const proxy: PostgresProxy = {
    address: address.href,
    pass() {
      // Data dropped during the stall never arrives, so its connections are lost.
      if (mode === 'stall') cut();
      mode = 'pass';
    },
    refuse() {
      mode = 'refuse';
      cut();
    },
    stall() {
      mode = 'stall';
    },
    swallowCommit(then = 'pass') {
      armed = { then };
    },
    holdInsert() {
      holding = 'next';
    },
    get holds() {
      return holding === 'yes';
    },
    get swallowed() {
      return swallowed;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
  return proxy;
}
