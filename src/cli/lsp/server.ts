import {
  CodeActionKind,
  createConnection,
  ErrorCodes,
  MarkupKind,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { definitionAt } from '../../language/definition.ts';
import { formatDocument } from '../../language/format.ts';
import { hoverAt } from '../../language/hover.ts';
import { referencesAt } from '../../language/references.ts';
import { prepareRename, renameAt } from '../../language/rename.ts';
import type { ExitCode } from '../command.ts';
import type { Machine } from '../machine.ts';
import { completionList, described, diagnosticOf, editsOf, fixesFor, folds, type Offered, outline, rangeOf, tokens } from './answers.ts';
import { tokenModifiers, tokenTypes } from './kinds.ts';
import { OpenDocuments, type Opened } from './open-documents.ts';

/** Milliseconds after the last keystroke until findings are sent. */
const pause = 150;

/** Serves the Language Server Protocol until the client sends exit or closes its end. */
export function serve({ input, output }: NonNullable<Machine['streams']>): Promise<ExitCode> {
  const connection = createConnection(input, output);
  const documents = new TextDocuments(TextDocument);
  const opened = new OpenDocuments();
  const waiting = new Map<string, NodeJS.Timeout>();

  connection.onInitialize(() => ({
    serverInfo: { name: 'ninefold' },
    capabilities: {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      completionProvider: { triggerCharacters: ['.', '|', '`', '"', ' ', ':'], resolveProvider: true },
      hoverProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      renameProvider: { prepareProvider: true },
      documentSymbolProvider: true,
      documentFormattingProvider: true,
      foldingRangeProvider: true,
      semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] }, full: true },
    },
  }));

  /** Returns the document if it is a specification. */
  const ours = (uri: string): Opened | null => {
    const document = documents.get(uri);
    if (document === undefined) return null;
    const found = opened.of(document);
    return found.ours ? found : null;
  };
  /** Answers a request about a position in a specification. */
  const at = <Answer>(
    {
      textDocument,
      position,
    }: { readonly textDocument: { readonly uri: string }; readonly position: { readonly line: number; readonly character: number } },
    answer: (found: Opened, offset: number) => Answer,
  ): Answer | null => {
    const found = ours(textDocument.uri);
    return found === null ? null : answer(found, found.document.offsetAt(position));
  };

  const report = (document: TextDocument): void => {
    waiting.delete(document.uri);
    const found = opened.of(document);
    const diagnostics = found.findings().map((finding) => diagnosticOf(document, finding));
    void connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics });
  };
  documents.onDidChangeContent(({ document }) => {
    clearTimeout(waiting.get(document.uri));
    waiting.set(
      document.uri,
      setTimeout(() => report(document), pause),
    );
  });
  documents.onDidClose(({ document }) => {
    clearTimeout(waiting.get(document.uri));
    waiting.delete(document.uri);
    opened.close(document.uri);
    void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  });

  connection.onCodeAction(({ textDocument, range }) => {
    const found = ours(textDocument.uri);
    return found === null ? [] : fixesFor(found, range);
  });
  connection.onCompletion((params) => at(params, completionList));
  connection.onCompletionResolve((item) => {
    const offered = item.data as Offered;
    const found = ours(offered.uri);
    return found === null ? item : described(item, found, offered);
  });
  connection.onHover((params) =>
    at(params, ({ document, model }, offset) => {
      const hover = hoverAt(model, offset);
      return hover === null
        ? null
        : { contents: { kind: MarkupKind.Markdown, value: hover.markdown }, range: rangeOf(document, hover.span) };
    }),
  );
  connection.onDefinition((params) =>
    at(params, ({ document, model }, offset) => {
      const found = definitionAt(model, offset);
      return found === null ? null : { uri: document.uri, range: rangeOf(document, found.to) };
    }),
  );
  connection.onReferences((params) =>
    at(params, ({ document, model }, offset) =>
      referencesAt(model, offset)
        .filter((place) => params.context.includeDeclaration || !place.declaration)
        .map(({ span }) => ({ uri: document.uri, range: rangeOf(document, span) })),
    ),
  );
  connection.onPrepareRename((params) =>
    at(params, ({ document, model }, offset) => {
      const found = prepareRename(model, offset);
      return found.ok ? { range: rangeOf(document, found.span), placeholder: found.text } : refuse(found.why);
    }),
  );
  connection.onRenameRequest((params) =>
    at(params, ({ document, model }, offset) => {
      const found = renameAt(model, offset, params.newName);
      return found.ok ? { changes: { [document.uri]: editsOf(document, found.edits) } } : refuse(found.why);
    }),
  );
  connection.onDocumentSymbol(({ textDocument }) => {
    const found = ours(textDocument.uri);
    return found === null ? null : outline(found);
  });
  connection.onDocumentFormatting(({ textDocument }) => {
    const found = ours(textDocument.uri);
    return found === null ? null : editsOf(found.document, formatDocument(found.model.tree.text));
  });
  connection.onFoldingRanges(({ textDocument }) => {
    const found = ours(textDocument.uri);
    return found === null ? null : folds(found);
  });
  connection.languages.semanticTokens.on(({ textDocument }) => {
    const found = ours(textDocument.uri);
    return found === null ? { data: [] } : tokens(found);
  });

  documents.listen(connection);
  const ended = new Promise<ExitCode>((resolve) => connection.onExit(() => resolve(0)));
  connection.listen();
  return ended;
}

/** The editor displays the message. */
function refuse(why: string): never {
  throw new ResponseError(ErrorCodes.InvalidRequest, why);
}
