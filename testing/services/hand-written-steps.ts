import type { Implementation } from '../../src/verifier/answers/implementation.ts';
import type { Body } from './hand-written.ts';

/** How tests call hand-written services. */

const start = Date.parse('2026-03-02T10:00:00Z');

/** The date a number of days after the test's. */
export const day = (days: number): string => new Date(start + days * 86_400_000).toISOString().slice(0, 10);

/**
 * A service with people signed in, by first name. `ask` returns the status and body, `done` the
 * body of a success, and `refused` the status and error. `base`: what all paths begin with.
 */
export async function opened(serviceAt: (now: () => number) => Implementation, names: readonly string[], base = '') {
  const service = serviceAt(() => start);
  const tokens = new Map<string, string>();
  const ask = async (who: string | null, call: string, body?: Body): Promise<{ status: number; body: Body }> => {
    const [method = '', address = ''] = call.split(' ');
    const [path = '', query = ''] = address.split('?');
    const answered = await service.send({
      ...{ method, path: base + path, query, token: who === null ? null : (tokens.get(who) ?? who) },
      ...{ contentType: 'application/json', body: body === undefined ? null : JSON.stringify(body) },
    });
    if (!('status' in answered)) throw new Error(answered.problem);
    return { status: answered.status, body: answered.body === null ? {} : JSON.parse(answered.body) };
  };
  for (const name of names) {
    const { body } = await ask(null, 'POST /session', { email: `${name}@example.com`, password: 'correct-horse' });
    tokens.set(name, String(body['token']));
  }
  const done = async (who: string, call: string, body?: Body): Promise<Body> => {
    const answered = await ask(who, call, body);
    if (answered.status >= 300) throw new Error(`${call}: ${JSON.stringify(answered)}`);
    return answered.body;
  };
  const refused = async (who: string | null, call: string, body?: Body): Promise<string> => {
    const answered = await ask(who, call, body);
    return `${answered.status} ${answered.body['error']}`;
  };
  return { ask, done, refused };
}
