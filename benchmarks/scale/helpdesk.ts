import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ListOptions } from '../../src/engine/part-data.ts';
import { token } from './fill.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `ninefold serve specs/helpdesk.md`, as a program of its own. */
export interface Helpdesk {
  /** Until it listened, in ms. */
  readonly started: number;
  readonly url: string;
  /** What a page asks, as text. Throws where it is refused. */
  call(name: string, args: readonly unknown[]): Promise<string>;
  /** What a page asks for one part of a screen, as text. Throws where it is refused. */
  part(screen: string, part: string, options?: ListOptions): Promise<string>;
  /** The parts of a screen that are shown, by their ids. */
  visible(screen: string): Promise<readonly string[]>;
  /** Processor time so far, in ms. */
  processor(): number;
  /** The memory that it has now, and the most that it had, in MB. */
  memory(): { readonly now: number; readonly most: number };
  stop(): Promise<void>;
}

export function startHelpdesk(database: string): Promise<Helpdesk> {
  const settings = ['--port', '0', '--examples', 'no', '--requests-per-minute', '0', '--log', 'errors'];
  const begun = performance.now();
  const child = spawn(process.execPath, ['bin/ninefold.js', 'serve', 'specs/helpdesk.md', '--database', database, ...settings], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url === undefined || child.pid === undefined) return;
      const { pid } = child;
      const call = async (name: string, args: readonly unknown[]): Promise<string> => {
        const text = await asked(url, name, args);
        if (!text.startsWith('{"ok":true')) throw new Error(`${name} ${JSON.stringify(args)}: ${text.slice(0, 300)}`);
        return text;
      };
      resolve({
        started: performance.now() - begun,
        url,
        call,
        part: (screen, part, options = {}) => call('part', [{ address: { screen, parameters: {} }, part }, options]),
        async visible(screen) {
          const text = await asked(url, 'screen', [{ screen, parameters: {} }]);
          const answer = JSON.parse(text) as { readonly value?: { readonly visible: readonly string[] } };
          if (answer.value === undefined) throw new Error(`${screen}: ${text}`);
          return answer.value.visible;
        },
        processor: () => {
          const [, , , , , , , , , , , user = '0', system = '0'] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(
            ' ',
          );
          return (Number(user) + Number(system)) * 10;
        },
        memory: () => ({ now: memoryOf(pid, 'VmRSS'), most: memoryOf(pid, 'VmHWM') }),
        stop: () => {
          child.kill('SIGTERM');
          return gone;
        },
      });
    });
    child.once('close', (code) => reject(new Error(`serve ended with ${code}: ${said}`)));
  });
}

async function asked(url: string, name: string, args: readonly unknown[]): Promise<string> {
  const answer = await fetch(`${url}/~/session/${name}`, {
    method: 'POST',
    headers: { origin: url, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  return answer.text();
}

function memoryOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`${which}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}
