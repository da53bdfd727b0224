import type { Draft } from './draft.ts';

/** Reads one format. What the notation has no words for is a loss of the draft. */
export interface Importer {
  /** `ninefold import --from NAME`. */
  readonly name: string;
  /** A sentence for people. */
  readonly summary: string;
  /** Endings of files, without the dot. */
  readonly endings: readonly string[];
  /** Whether a text without a telling name looks like this format. */
  recognises(text: string): boolean;
  /** `title`: what the file's name says. Throws NotReadable. */
  read(text: string, title: string): Promise<Draft> | Draft;
}
