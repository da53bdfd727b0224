import type { Span } from '../base/span.ts';
import type { Model } from '../model/model.ts';

/**
 * Converts the model to another format. A pure function: what the format cannot express becomes a
 * loss, never a guess.
 */
export interface Exporter {
  /** `ninefold export NAME`. */
  readonly name: string;
  /** One sentence for the list of formats. */
  readonly summary: string;
  /** The default file name, such as `openapi.json`. */
  readonly file: string;
  /** Adds the losses, one sentence each, to the exported text. */
  readonly withLosses: (text: string, losses: readonly string[]) => string;
  /** The names of further options, passed as `--NAME VALUE`. */
  readonly options?: readonly string[];
  export(model: Model, options?: Readonly<Record<string, string>>): Exported;
}

export interface Exported {
  /** The file without its losses; null if the format cannot express the document at all. */
  readonly text: string | null;
  /** What the file leaves out of the document, or why there is no file. */
  readonly losses: readonly Loss[];
}

export interface Loss {
  readonly span: Span;
  /** The kind of loss, in formats that distinguish several; absent: something is left out. */
  readonly kind?: string;
  /** Such as `The rule “name once” is not exported: JSON Schema cannot express it.` */
  readonly message: string;
}

/** Removes line breaks and control characters, so that the text fits into a one-line comment. */
export const oneLine = (words: string): string => words.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** Appends losses as comments to a text, below `-- Not in this file:`. */
export const asComments =
  (mark: string): Exporter['withLosses'] =>
  (text, losses) =>
    losses.length === 0
      ? text
      : `${text.trimEnd()}\n\n${['Not in this file:', ...losses].map((line) => `${mark} ${oneLine(line)}\n`).join('')}`;

/** Adds losses as a list to a JSON object, under `key`. */
export const underKey =
  (key: string): Exporter['withLosses'] =>
  (text, losses) =>
    losses.length === 0 ? text : jsonText({ ...(JSON.parse(text) as Record<string, unknown>), [key]: losses });

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
