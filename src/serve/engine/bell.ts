import { changedChannel } from '../../store/postgres/turn.ts';
import { coordinate } from './coordination.ts';

/** What processes over one database tell each other: that something has changed, never what. */
export interface Bell {
  /** Rings for the others; several times in a moment ring once. */
  /** `position`: how far the log of the database has come, where anybody wants to know. */
  ring(position: string | null): void;
  close(): Promise<void>;
}

const channel = 'ninefold_changed';

/** Changes within so many milliseconds are one. */
const moment = 50;

export interface Listener {
  /** Another process has changed something. */
  heard(position: string | null): void;
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
    (said) => {
      const [who, position] = said.split(' ');
      if (who !== own) heard(position ?? null);
    },
    () => {
      if (listening) heard(null);
      listening = true;
    },
  );
  // Also when it begins to listen: what was said before was not heard.
  await sql.listen(changedChannel, document, document);
  let position: string | null = null;
  let waiting: ReturnType<typeof setTimeout> | null = null;
  return {
    ring(now) {
      position = now;
      waiting ??= setTimeout(() => {
        waiting = null;
        sql
          .notify(channel, position === null ? own : `${own} ${position}`)
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
