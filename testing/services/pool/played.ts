import type { Implementation } from '../../../src/verifier/answers/implementation.ts';
import { opened } from '../hand-written-steps.ts';
import type { Step } from './day-steps.ts';
import type { PoolFault } from './faults.ts';
import { poolService } from './service.ts';

const names = ['mona', 'cas', 'ines', 'ivo', 'sam', 'sue', 'kit', 'dan', 'dora', 'fay'];

/** The pool with its people signed in. `pass`: lets hours pass; `again`: a new session's token. */
export async function pool(fault: PoolFault | null = null) {
  let ahead = 0;
  const services: Implementation[] = [];
  const served = (now: () => number): Implementation => {
    const service = poolService(() => now() + ahead, fault);
    services.push(service);
    return service;
  };
  const { ask, done, refused } = await opened(served, names);
  const pass = (hours: number): void => {
    ahead += hours * 3_600_000;
  };
  const again = async (name: string): Promise<string> => {
    const { body } = await ask(null, 'POST /session', { email: `${name}@example.com`, password: 'correct-horse' });
    return String(body['token']);
  };
  /** What a sign-in with this body is answered. */
  const raw = async (contentType: string, body: string): Promise<string> => {
    const answered = await services[0]?.send({ method: 'POST', path: '/session', query: '', token: null, contentType, body });
    return JSON.stringify(answered);
  };
  return { ask, done, refused, pass, again, raw };
}

/** What the service answers to these steps. People sign in again after three weeks. */
export async function played(steps: readonly Step[], fault: PoolFault | null = null): Promise<string[]> {
  const { ask, pass, again, raw } = await pool(fault);
  const tokens = new Map<string, string>();
  const answers: string[] = [];
  let hours = 0;
  for (const step of steps) {
    if (typeof step === 'number') {
      pass(step);
      hours += step;
      if (hours > 21 * 24) {
        for (const name of names) tokens.set(name, await again(name));
        hours = 0;
      }
    } else if ('raw' in step) {
      answers.push(await raw(step.contentType, step.raw));
    } else {
      const [name, call, body] = step;
      const answer = await ask(name === null ? null : (tokens.get(name) ?? name), call, body);
      answers.push(`${name} ${call}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }
  return answers;
}
