/** A transaction that wrote something. Reads (reads.ts) names things in the same way. */
export interface DataChange {
  /** Identifies the change to the page that made it. Null: no command made it. */
  readonly mark: string | null;
  /**
   * Entities (`Ticket`), records (`Ticket/0191…`), sessions that ended (`sessionName`) and inboxes
   * (`inboxName`); null:
   * it may be anything.
   */
  readonly wrote: readonly string[] | null;
}

/** Everything may be otherwise. */
export const anythingChanged: DataChange = { mark: null, wrote: null };

/** A change of more records than this may be of anything. */
const mostWritten = 100;

export function namesOf(records: readonly { readonly entity: string; readonly id: string }[]): readonly string[] | null {
  const names = new Set<string>();
  for (const { entity, id } of records) names.add(entity).add(`${entity}/${id}`);
  return names.size > 2 * mostWritten ? null : [...names];
}

/** Changes that are announced together: one without a list of writes may have written anything. */
export const joinedChanges = (changes: readonly DataChange[]): readonly DataChange[] => {
  const distinct = [...new Map(changes.map((change) => [change.mark ?? change, change])).values()];
  return distinct.length > mostTogether ? [anythingChanged] : distinct;
};

/** That a session ended is told to the pages that it belonged to. */
export const sessionName = (tokenHash: string): string => `~session/${tokenHash}`;

/** What the inbox of an account is read from. */
export const inboxName = (account: string): string => `~inbox/${account}`;

const mostTogether = 20;

/** May an answer that was read from `reads` be another after the change? */
export function concerns({ wrote }: DataChange, reads: readonly string[] | null): boolean {
  if (wrote === null || reads === null) return true;
  const read = new Set(reads);
  return wrote.some((name) => read.has(name));
}
