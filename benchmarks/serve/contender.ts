import { type ChildProcess, spawn } from 'node:child_process';

export type CallName = 'list of 20' | 'get by slug' | 'create' | 'favorite';

export interface Asked {
  readonly path: string;
  readonly method?: 'POST' | 'PATCH';
  /** JSON. `[<id>]` becomes another text in each request: many servers take a title once only. */
  readonly body?: string;
}

/** A server that is measured. */
export interface Contender {
  readonly name: string;
  readonly url: string;
  readonly authorization: string;
  /** The calls that it wants said in other words. */
  readonly said?: Partial<Readonly<Record<CallName, Asked>>>;
  stop(): void;
}

/**
 * The requests to a server that declares no others, and whose articles they read: those of `u1`,
 * who wrote every hundredth article.
 */
export const calls: Readonly<Record<CallName, Asked>> = {
  'list of 20': { path: '/api/articles?limit=20' },
  'get by slug': { path: '/api/articles/slug-50000' },
  create: {
    path: '/api/articles',
    method: 'POST',
    body: JSON.stringify({
      article: { title: 'How to measure [<id>]', description: 'Ever wonder?', body: 'Very carefully.', tagList: ['b', 'a'] },
    }),
  },
  favorite: { path: '/api/articles/slug-777/favorite', method: 'POST' },
};

export const askedOf = ({ said }: Contender, call: CallName): Asked => said?.[call] ?? calls[call];

export const headersOf = ({ authorization }: Contender): Record<string, string> => ({ authorization, 'content-type': 'application/json' });

/**
 * A kept connection is closed by the server while it is idle: who asks once in a while
 * takes a new one.
 */
export const once = { connection: 'close' };

let others = 0;

/** A body with another text in each request, in this run and in an earlier one. */
export const distinct = (body: string): string => body.replaceAll('[<id>]', `${Date.now()}-${++others}`);

/** Asks once and gives the answer's JSON; throws where it is refused. */
export async function ask(contender: Contender, call: CallName): Promise<unknown> {
  const { path, method = 'GET', body } = askedOf(contender, call);
  const answer = await fetch(`${contender.url}${path}`, {
    method,
    headers: { ...headersOf(contender), ...once },
    ...(body === undefined ? {} : { body: distinct(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${contender.name} refuses “${call}”: ${answer.status} ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

/** Resolves when the port answers. */
export async function startProcess(
  program: string,
  args: readonly string[],
  port: number,
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<ChildProcess> {
  if (await answers(port)) throw new Error(`${program} must listen on port ${port}, which another process already uses`);
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => {
    said = `${said}${data}`.slice(-2000);
  });
  let ended: number | string | undefined;
  child.on('error', (error) => {
    ended = error.message;
  });
  child.on('close', (code, signal) => {
    ended ??= code ?? String(signal);
  });
  for (;;) {
    if (ended !== undefined) throw new Error(`${program} ended with ${ended} before it answered: ${said}`);
    if (await answers(port)) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`, { headers: once }).then(
    () => true,
    () => false,
  );
