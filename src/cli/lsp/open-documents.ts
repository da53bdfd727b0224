import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../base/finding.ts';
import { Checker } from '../../check/check.ts';
import { isMeantAsSpecification } from '../../language/recognise.ts';
import type { Model } from '../../model/model.ts';
import { ModelReader } from '../../model/model-reader.ts';

/** An open document in its latest version. */
export interface Opened {
  readonly document: TextDocument;
  readonly model: Model;
  /** False for other Markdown, which is not checked. */
  readonly ours: boolean;
  findings(): readonly Finding[];
}

/**
 * Reads and checks each version of a document once, on first use, reusing results of the previous
 * version.
 */
export class OpenDocuments {
  readonly #read = new Map<string, Opened & { readonly version: number; readonly reader: ModelReader; readonly checker: Checker }>();

  of(document: TextDocument): Opened {
    const before = this.#read.get(document.uri);
    if (before !== undefined && before.version === document.version) return before;
    const reader = before?.reader ?? new ModelReader();
    const checker = before?.checker ?? new Checker();
    const model = reader.read(document.getText());
    const ours = isMeantAsSpecification(model);
    let findings: readonly Finding[] | null = null;
    const opened = {
      document,
      version: document.version,
      reader,
      checker,
      model,
      ours,
      findings: () => (findings ??= ours ? checker.check(model) : []),
    };
    this.#read.set(document.uri, opened);
    return opened;
  }

  close(uri: string): void {
    this.#read.delete(uri);
  }
}
