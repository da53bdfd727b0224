import { anythingChanged, type DataChange, joinedChanges } from '../../engine/data-change.ts';
import { changedChannel } from '../../store/postgres/document-lock.ts';
import { openCoordination } from './coordination.ts';

/**
 * Tells the other processes on one database that something has changed. The names of what changed
 * are opaque.
 */
export interface Notifier {
  /**
   * Sends several notifications within a moment as one. `position`: the position in the database's
   * log, if there are replicas.
   */
  notify(position: string | null, changes: readonly DataChange[]): void;
  close(): Promise<void>;
}

const channel = 'ninefold_changed';

/** In milliseconds. Changes within this time are sent together. */
const moment = 50;

interface Notice {
  /** The id of the sending process. */
  readonly who: string;
  readonly position: string | null;
  readonly changes: readonly DataChange[];
}

/** Below the 8000 bytes that Postgres allows in a payload. */
const longest = 7500;

function payload(notice: Notice): string {
  const text = JSON.stringify(notice);
  return text.length <= longest ? text : JSON.stringify({ ...notice, changes: [anythingChanged] });
}

/** A process of another release may use another format; then anything may have changed. */
function read(text: string): Notice {
  try {
    return JSON.parse(text) as Notice;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { who: '', position: null, changes: [anythingChanged] };
  }
}

export interface NotifierParts {
  readonly address: string;
  /** Identifies this process, which ignores its own notifications. */
  readonly own: string;
  /** Another process has changed something. `position` is null if the log position is unknown. */
  onNotify(position: string | null, changes: readonly DataChange[]): void;
  /** A process, perhaps this one, has changed the document. */
  onDocument(): void;
  log(message: string): void;
}

/**
 * LISTEN and NOTIFY on a separate connection. After a reconnect it calls onNotify, because a
 * notification may have been missed.
 */
export async function openNotifier({ address, own, onNotify, onDocument, log }: NotifierParts): Promise<Notifier> {
  const sql = openCoordination(address, 'ninefold notifier');
  let listening = false;
  await sql.listen(
    channel,
    (notice) => {
      const parsed = read(notice);
      if (parsed.who !== own) onNotify(parsed.position, parsed.changes);
    },
    () => {
      if (listening) onNotify(null, [anythingChanged]);
      listening = true;
    },
  );
  // Also called when listening starts, because earlier notifications were missed.
  await sql.listen(changedChannel, onDocument, onDocument);
  let position: string | null = null;
  let changes: readonly DataChange[] = [];
  let waiting: ReturnType<typeof setTimeout> | null = null;
  return {
    notify(now, more) {
      position = now;
      changes = joinedChanges([...changes, ...more]);
      waiting ??= setTimeout(() => {
        waiting = null;
        const text = payload({ who: own, position, changes });
        changes = [];
        sql
          .notify(channel, text)
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
