import { changedChannel } from '../../store/postgres/document-lock.ts';
import { coordinate } from './coordination.ts';

/** Tells the other processes over one database that something has changed, never what. */
export interface Notifier {
  /**
   * Several notifications in one moment are sent as one. `position`: the position in the database's
   * log, if there are replicas.
   */
  notify(position: string | null): void;
  close(): Promise<void>;
}

const channel = 'ninefold_changed';

/** Changes within so many milliseconds are one. */
const moment = 50;

export interface NotifierParts {
  readonly address: string;
  /** Identifies this process, which ignores its own notifications. */
  readonly own: string;
  /** Another process has changed something; null: it is not known how far the log has come. */
  onNotify(position: string | null): void;
  /** Some process, perhaps this one, has changed the document. */
  onDocument(): void;
  log(message: string): void;
}

/**
 * LISTEN and NOTIFY on a separate connection. After a reconnect it calls onNotify, because a
 * notification may have been missed.
 */
export async function openNotifier({ address, own, onNotify, onDocument, log }: NotifierParts): Promise<Notifier> {
  const sql = coordinate(address, 'ninefold notifier');
  let listening = false;
  await sql.listen(
    channel,
    (said) => {
      const [who, position] = said.split(' ');
      if (who !== own) onNotify(position ?? null);
    },
    () => {
      if (listening) onNotify(null);
      listening = true;
    },
  );
  // Also when it begins to listen: what was said before was not heard.
  await sql.listen(changedChannel, onDocument, onDocument);
  let position: string | null = null;
  let waiting: ReturnType<typeof setTimeout> | null = null;
  return {
    notify(now) {
      position = now;
      waiting ??= setTimeout(() => {
        waiting = null;
        sql
          .notify(channel, position === null ? own : `${own} ${position}`)
          .catch((error: unknown) =>
            log(`could not notify other processes of a change: ${error instanceof Error ? error.message : String(error)}`),
          );
      }, moment);
    },
    async close() {
      if (waiting !== null) clearTimeout(waiting);
      await sql.end({ timeout: 2 });
    },
  };
}
