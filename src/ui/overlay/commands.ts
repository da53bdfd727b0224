/** A command in a palette. */
export interface Command {
  /** Unique among all commands. */
  readonly key: string;
  readonly group: string;
  readonly label: string;
  /** Synonyms to search by. */
  readonly also?: string;
  /** More detail, such as the entity of a record. */
  readonly hint?: string;
  /** The key caps of the keyboard shortcut. */
  readonly caps?: readonly string[];
  /** Why the command is unavailable now. */
  readonly unavailable?: string | undefined;
  run(): void;
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/**
 * True if the letters occur in these words in order: the first letter begins a word, and each
 * further letter comes later in the same word or begins a later one.
 */
function scattered(letters: string, words: readonly string[]): boolean {
  const from = (letter: number, word: number, place: number): boolean => {
    if (letter === letters.length) return true;
    const wanted = letters[letter] ?? '';
    const within = words[word]?.indexOf(wanted, place) ?? -1;
    if (within >= 0 && from(letter + 1, word, within + 1)) return true;
    return words.some((other, index) => index > word && other.startsWith(wanted) && from(letter + 1, index, 1));
  };
  return words.some((word, index) => word.startsWith(letters[0] ?? '') && from(1, index, 1));
}

/**
 * The commands that match a query, best first: those that begin with it, then those in which each
 * query word begins a word, then those that contain each query word. With `loosely`, those that
 * contain its letters in order come last, so that `tp` finds “Two people” and `hstry` finds
 * “History”.
 */
export function matching<C extends Command>(commands: readonly C[], query: string, loosely = false): readonly C[] {
  const typed = plain(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (typed.length === 0) return commands;
  const rank = (command: C): number => {
    const label = plain(command.label);
    const words = wordsOf(label);
    const begins = (given: readonly string[]): boolean => typed.every((word) => given.some((part) => part.startsWith(word)));
    if (label.startsWith(typed.join(' '))) return 5;
    if (begins(words)) return 4;
    const all = `${label} ${plain(command.also ?? '')}`;
    if (begins(wordsOf(all))) return 3;
    if (typed.every((word) => label.includes(word))) return 2;
    if (typed.every((word) => all.includes(word))) return 1;
    return loosely && typed.every((word) => scattered(word, words)) ? 0 : -1;
  };
  return commands
    .map((command) => ({ command, rank: rank(command) }))
    .filter((one) => one.rank >= 0)
    .sort((a, b) => b.rank - a.rank)
    .map((one) => one.command);
}
