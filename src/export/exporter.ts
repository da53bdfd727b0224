import type { Span } from '../base/span.ts';
import type { Model } from '../model/model.ts';

/** The model in another form. Pure: what the form cannot say is a loss, never a guess. */
export interface Exporter {
  /** `ninefold export NAME`. */
  readonly name: string;
  /** A sentence for people. */
  readonly summary: string;
  /** What may be said besides, by `--NAME VALUE`; absent: nothing. */
  readonly options?: readonly string[];
  export(model: Model, options?: Readonly<Record<string, string>>): Exported;
}

export interface Exported {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** What the document says and the files do not. */
  readonly losses: readonly Loss[];
  /** Why the document cannot be said in this form at all; then there are no files. */
  readonly refused?: readonly Loss[];
}

export interface Loss {
  readonly span: Span;
  /** What kind of loss it is, where a form knows several; absent: it is left out. */
  readonly kind?: string;
  /** `The rule “name once” is not in it: JSON Schema has no word for it.` */
  readonly message: string;
}
