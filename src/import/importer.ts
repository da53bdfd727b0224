import type { Draft } from './draft.ts';

/** Reads one format. What the notation cannot express becomes a loss of the draft. */
export interface Importer {
  /** `ninefold import --from NAME`. */
  readonly name: string;
  /** One sentence for the list of formats. */
  readonly summary: string;
  /** File extensions, without the dot. */
  readonly endings: readonly string[];
  /** True if the content looks like this format. Used when the file name does not decide. */
  recognises(text: string): boolean;
  /** `title` comes from the file name. Throws NotReadable. */
  read(text: string, title: string): Promise<Draft> | Draft;
}
