import { changedChannel } from '../../store/postgres/turn.ts';
import { coordinate } from './coordination.ts';

/** What processes over one database tell each other: that something has changed, never what. */
export interface Bell {
  /** Rings for the others; several times in a moment ring once. */
  ring(): void;
  close(): Promise<void>;
}

const channel = 'ninefold_changed';

/** Changes within so many milliseconds are one. */
const moment = 50;

export interface Listener {
  /** Another process has changed something. */
  heard(): void;
  /** Somebody, perhaps this process, has changed the document. */
  document(): void;
  log(message: string): void;
}

/** LISTEN and NOTIFY on a connection of its own, which is opened again when it is lost (then it rings once: something may have been missed). */
export async function hangBell(address: string, own: string, { heard, document, log }: Listener): Promise<Bell> {
  const sql = coordinate(address, 'ninefold bell');
  let listening = false;
  await sql.listen(
    channel,
    (who) => {
      if (who !== own) heard();
    },
    () => {
      if (listening) heard();
      listening = true;
    },
  );
  // Also when it begins to listen: what was said before was not heard.
  await sql.listen(changedChannel, document, document);
  let waiting: ReturnType<typeof setTimeout> | null = null;
  return {
    ring() {
      waiting ??= setTimeout(() => {
        waiting = null;
        sql
          .notify(channel, own)
          .catch((error: unknown) =>
            log(`other processes were not told of a change: ${error instanceof Error ? error.message : String(error)}`),
          );
      }, moment);
    },
    async close() {
      if (waiting !== null) clearTimeout(waiting);
      await sql.end({ timeout: 2 });
    },
  };
}
