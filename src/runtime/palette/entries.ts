/** Something that the palette offers. */
export interface Entry {
  /** Unlike every other entry's. */
  readonly key: string;
  readonly group: 'screens' | 'records' | 'actions';
  readonly label: string;
  /** More about it: the entity of a record. */
  readonly hint?: string;
  run(): void;
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The entries in which every word of the query begins a word, or else stands somewhere; those that begin with the query come first. */
export function matching(entries: readonly Entry[], query: string): readonly Entry[] {
  const asked = plain(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (asked.length === 0) return entries;
  const rank = (entry: Entry): number => {
    const label = plain(entry.label);
    if (!asked.every((word) => label.includes(word))) return -1;
    if (label.startsWith(asked.join(' '))) return 2;
    return asked.every((word) => label.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))) ? 1 : 0;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((one) => one.rank >= 0)
    .sort((a, b) => b.rank - a.rank)
    .map((one) => one.entry);
}
