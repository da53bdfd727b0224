/** A transaction that wrote something. `Reads` (reads.ts) uses the same names. */
export interface DataChange {
  /** Identifies the change to the page that caused it. Null: no command caused it. */
  readonly mark: string | null;
  /**
   * Names of entities (`Ticket`), records (`Ticket/0191…`), ended sessions (`sessionName`) and
   * inboxes (`inboxName`); null: any of them may have changed.
   */
  readonly wrote: readonly string[] | null;
}

/** A change after which every answer may differ. */
export const anythingChanged: DataChange = { mark: null, wrote: null };

/** A change of more records than this counts as a change of anything. */
const mostWritten = 100;

export function namesOf(records: readonly { readonly entity: string; readonly id: string }[]): readonly string[] | null {
  const names = new Set<string>();
  for (const { entity, id } of records) names.add(entity).add(`${entity}/${id}`);
  return names.size > 2 * mostWritten ? null : [...names];
}

/** Merges changes that are announced together; too many become `anythingChanged`. */
export const joinedChanges = (changes: readonly DataChange[]): readonly DataChange[] => {
  const distinct = [...new Map(changes.map((change) => [change.mark ?? change, change])).values()];
  return distinct.length > mostTogether ? [anythingChanged] : distinct;
};

/** The name by which pages learn that their session ended. */
export const sessionName = (tokenHash: string): string => `~session/${tokenHash}`;

/** The name for changes to an account's inbox. */
export const inboxName = (account: string): string => `~inbox/${account}`;

const mostTogether = 20;

/** Whether a change may affect an answer that was read from `reads`. */
export function mayAffect({ wrote }: DataChange, reads: readonly string[] | null): boolean {
  if (wrote === null || reads === null) return true;
  const read = new Set(reads);
  return wrote.some((name) => read.has(name));
}
