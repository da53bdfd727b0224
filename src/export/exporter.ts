import type { Span } from '../base/span.ts';
import type { Model } from '../model/model.ts';

/** The model in another format. Pure: what the format cannot say is a loss, never a guess. */
export interface Exporter {
  /** `ninefold export NAME`. */
  readonly name: string;
  /** A sentence for people. */
  readonly summary: string;
  /** The name of the file that it writes: `openapi.json`. */
  readonly file: string;
  /** Writes the losses, a sentence each, into the exported text. */
  readonly withLosses: (text: string, losses: readonly string[]) => string;
  /** What may be said besides, by `--NAME VALUE`; absent: nothing. */
  readonly options?: readonly string[];
  export(model: Model, options?: Readonly<Record<string, string>>): Exported;
}

export interface Exported {
  /** The file without its losses. Null where the document cannot be said in this format at all. */
  readonly text: string | null;
  /** What the document says and the file does not, or why there is no file. */
  readonly losses: readonly Loss[];
}

export interface Loss {
  readonly span: Span;
  /** What kind of loss it is, where a format knows several; absent: it is left out. */
  readonly kind?: string;
  /** `The rule “name once” is not in it: JSON Schema has no word for it.` */
  readonly message: string;
}

/** Words that may stand in a comment of one line. */
export const oneLine = (words: string): string => words.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** Losses as comments at the end of a text: `-- Not in this file:`. */
export const asComments =
  (mark: string): Exporter['withLosses'] =>
  (text, losses) =>
    losses.length === 0
      ? text
      : `${text.trimEnd()}\n\n${['Not in this file:', ...losses].map((line) => `${mark} ${oneLine(line)}\n`).join('')}`;

/** Losses as a list under a key of a JSON object. */
export const underKey =
  (key: string): Exporter['withLosses'] =>
  (text, losses) =>
    losses.length === 0 ? text : jsonText({ ...(JSON.parse(text) as Record<string, unknown>), [key]: losses });

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
