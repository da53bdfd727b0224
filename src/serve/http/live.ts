import type { Handler } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Engine } from '../engine/engine.ts';
import type { AppEnvironment } from './environment.ts';
import type { Metrics } from './metrics.ts';

/** A line now and then, so that no proxy takes the connection for dead; in milliseconds. */
const heartbeat = 25_000;

/**
 * Server-sent events: `changed` after every change. It says nothing of what has changed: whoever listens asks again, and sees what they may see. When the server
 * ends, so do they: a browser then listens elsewhere.
 */
export const liveUpdates = (engine: Engine, listeners: Metrics['listeners'], ending: AbortSignal | null): Handler<AppEnvironment> => {
  const stream: Handler<AppEnvironment> = (context) =>
    streamSSE(context, async (stream) => {
      let wake: () => void = () => undefined;
      let changed = false;
      const end = engine.subscribe(() => {
        changed = true;
        wake();
      });
      listeners.inc();
      const stop = (): void => wake();
      stream.onAbort(stop);
      ending?.addEventListener('abort', stop);
      const over = (): boolean => stream.aborted || ending?.aborted === true;
      try {
        await stream.writeSSE({ event: 'open', data: '' });
        while (!over()) {
          if (!changed) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, heartbeat);
              wake = () => {
                clearTimeout(timer);
                resolve();
              };
            });
          }
          if (over()) break;
          await stream.writeSSE(changed ? { event: 'changed', data: '' } : { event: 'alive', data: '' });
          changed = false;
        }
      } finally {
        end();
        ending?.removeEventListener('abort', stop);
        listeners.dec();
      }
    });
  // Nobody listens to the answer to HEAD, and nobody would end it.
  return (context, next) =>
    context.req.method === 'HEAD' ? context.body(null, 200, { 'content-type': 'text/event-stream' }) : stream(context, next);
};
