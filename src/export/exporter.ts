import type { Span } from '../base/span.ts';
import type { Model } from '../model/model.ts';

/** The model in another form. Pure: what the form cannot say is a loss, never a guess. */
export interface Exporter {
  /** `ninefold export NAME`. */
  readonly name: string;
  /** A sentence for people. */
  readonly summary: string;
  export(model: Model): Exported;
}

export interface Exported {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** What the document says and the files do not. */
  readonly losses: readonly Loss[];
}

export interface Loss {
  readonly span: Span;
  /** `The rule “name once” is not in it: JSON Schema has no word for it.` */
  readonly message: string;
}
