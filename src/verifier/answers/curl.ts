import type { TokenHeader } from '../../serve/calls/token-header.ts';
import { addressOf, headersOf } from './over-http.ts';
import type { Exchange } from './side-by-side.ts';

/** The request as a shell command. `base`: the URL under which the calls are served. */
export function curl({ sent }: Exchange, { base, token }: { readonly base: URL; readonly token: TokenHeader }): string {
  if (sent.moment !== undefined) return `# From here on it is ${new Date(sent.moment).toISOString()} (--clock).`;
  const headers = headersOf(sent, token);
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const body = sent.body === null ? [] : ['-d', quoted(sent.body.length > 400 ? `${sent.body.slice(0, 400)}…` : sent.body)];
  const said = Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]);
  return ['curl', ...(sent.method === 'GET' ? [] : ['-X', sent.method]), quoted(addressOf(base, sent)), ...said, ...body].join(' ');
}
