import { Agent, get } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
}

test('on shutdown, finishes open requests and tells clients to close their connections', async () => {
  let arrived: () => void = () => undefined;
  let finish: () => void = () => undefined;
  const here = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const server = await listen(
    async (request) => {
      if (new URL(request.url).pathname === '/slow') {
        arrived();
        await slow;
      }
      return new Response('done');
    },
    { host: '127.0.0.1', port: 0 },
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = get(`${server.url}${path}`, { agent }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }));
      });
      asked.on('error', reject);
    });
  const underWay = ask('/slow');
  await here;
  const stopped = server.stop();
  // The server no longer accepts connections, so this request can only use the open one.
  const next = ask('/next');
  finish();
  expect(await underWay).toEqual({ status: 200, connection: 'keep-alive' });
  expect(await next).toEqual({ status: 200, connection: 'close' });
  await stopped;
  await expect(ask('/late')).rejects.toThrow('ECONNREFUSED');
});
