import type { Handler } from 'hono';
import { streamSSE } from 'hono/streaming';
import { type DataChange, joinedChanges } from '../../engine/data-change.ts';
import type { TokenHeader } from '../calls/token-header.ts';
import type { Engine } from '../engine/engine.ts';
import type { AppEnvironment } from './environment.ts';
import type { Metrics } from './metrics.ts';
import type { ProvedSessions } from './proved-sessions.ts';
import { type OpenQuota, quotaClient, quotaExceeded } from './quota.ts';

/** In milliseconds. A regular line keeps proxies from closing the connection as idle. */
const heartbeat = 25_000;

/** Seconds after which a refused browser may retry. */
const later = 30;

interface LiveParts {
  readonly engine: Engine;
  readonly listeners: Metrics['listeners'];
  /** Aborted on shutdown. */
  readonly ending: AbortSignal | null;
  readonly quota: OpenQuota;
  readonly token: TokenHeader;
  readonly sessions: ProvedSessions;
}

/**
 * Server-sent events: `changed` after every change, with opaque names of what was written
 * (opaque-names.ts); a client that shows any of it then reads it again. On shutdown the streams
 * end, and browsers reconnect to another process.
 */
export const liveUpdates = ({ engine, listeners, ending, quota, token, sessions }: LiveParts): Handler<AppEnvironment> => {
  const stream: Handler<AppEnvironment> = (context) => {
    const close = quota.take(quotaClient(context, token, sessions));
    if (typeof close === 'string') return quotaExceeded(close, 'Too many event streams are open', later);
    return streamSSE(context, async (stream) => {
      let wake: () => void = () => undefined;
      let changes: readonly DataChange[] = [];
      const end = engine.subscribe((more) => {
        changes = joinedChanges([...changes, ...more]);
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
          if (changes.length === 0) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, heartbeat);
              wake = () => {
                clearTimeout(timer);
                resolve();
              };
            });
          }
          if (over()) break;
          const sent = changes;
          changes = [];
          await stream.writeSSE(sent.length > 0 ? { event: 'changed', data: JSON.stringify(sent) } : { event: 'alive', data: '' });
        }
      } finally {
        end();
        ending?.removeEventListener('abort', stop);
        listeners.dec();
        close();
      }
    });
  };
  // A HEAD request has no reader that would ever end the stream.
  return (context, next) =>
    context.req.method === 'HEAD' ? context.body(null, 200, { 'content-type': 'text/event-stream' }) : stream(context, next);
};
