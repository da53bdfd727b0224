import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  type CompletionList,
  type Diagnostic,
  DiagnosticTag,
  type DocumentSymbol,
  type FoldingRange,
  MarkupKind,
  type Range,
  type SemanticTokens,
  SemanticTokensBuilder,
  type TextEdit,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import type { TextEdit as Edit } from '../../base/text-edit.ts';
import { codeActionsAt } from '../../language/code-actions.ts';
import type { Completion } from '../../language/complete/item.ts';
import { completionsAt } from '../../language/completion.ts';
import { describeCompletion } from '../../language/describe.ts';
import { foldsOf } from '../../language/folding.ts';
import { semanticTokens } from '../../language/semantic-tokens.ts';
import { type OutlineEntry, outlineOf } from '../../language/symbols.ts';
import { rulePageUrl } from '../rule-page.ts';
import { completionKinds, modifiersOf, severities, symbolKinds, tokenType } from './kinds.ts';
import type { Opened } from './open-documents.ts';

export const rangeOf = (document: TextDocument, { from, to }: Span): Range => ({
  start: document.positionAt(from),
  end: document.positionAt(to),
});

export const spanOf = (document: TextDocument, { start, end }: Range): Span => ({
  from: document.offsetAt(start),
  to: document.offsetAt(end),
});

export const editsOf = (document: TextDocument, edits: readonly Edit[]): TextEdit[] =>
  edits.map((edit) => ({ range: rangeOf(document, edit), newText: edit.insert }));

export function diagnosticOf(document: TextDocument, { code, severity, span, message }: Finding): Diagnostic {
  return {
    range: rangeOf(document, span),
    severity: severities[severity],
    code,
    codeDescription: { href: rulePageUrl(code).href },
    source: 'ninefold',
    message,
    ...(code.startsWith('unused-') ? { tags: [DiagnosticTag.Unnecessary] } : {}),
  };
}

export const fixesFor = ({ document, findings }: Opened, range: Range): CodeAction[] =>
  codeActionsAt(findings(), spanOf(document, range)).map(({ title, edits, finding, preferred }) => ({
    title,
    kind: CodeActionKind.QuickFix,
    isPreferred: preferred,
    diagnostics: [diagnosticOf(document, finding)],
    edit: { changes: { [document.uri]: editsOf(document, edits) } },
  }));

/** Data about a completion item, kept with it until the editor requests its details. */
export interface Offered {
  readonly uri: string;
  readonly kind: Completion['kind'];
  readonly within: Completion['within'];
}

/** Returns the item with its documentation. */
export function described(offered: CompletionItem, { model }: Opened, { kind, within }: Offered): CompletionItem {
  const words = describeCompletion(model, { label: offered.label, kind, ...(within === undefined ? {} : { within }) });
  return words === null ? offered : { ...offered, documentation: { kind: MarkupKind.Markdown, value: words } };
}

export function completionList({ document, model }: Opened, offset: number): CompletionList {
  const { span, items } = completionsAt(model, offset);
  const range = rangeOf(document, span);
  return {
    isIncomplete: false,
    items: items.map(({ label, kind, detail, insert, rank, within }, index) => ({
      label,
      data: { uri: document.uri, kind, within } satisfies Offered,
      kind: completionKinds[kind],
      detail,
      sortText: `${rank}${String(index).padStart(4, '0')}`,
      textEdit: { range, newText: insert ?? label },
    })),
  };
}

export function outline({ document, model }: Opened): DocumentSymbol[] {
  const convert = (entry: OutlineEntry): DocumentSymbol => ({
    name: entry.name,
    detail: entry.detail,
    kind: symbolKinds[entry.kind],
    range: rangeOf(document, entry.span),
    selectionRange: rangeOf(document, entry.selection),
    children: entry.children.map(convert),
  });
  return outlineOf(model).map(convert);
}

export const folds = ({ document, model }: Opened): FoldingRange[] =>
  foldsOf(model.tree).map(({ from, to }) => ({ startLine: document.positionAt(from).line, endLine: document.positionAt(to).line }));

/** The protocol's tokens must not extend past the end of a line. */
export function tokens({ document, model }: Opened): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  const { text } = model.tree;
  for (const { kind, span, declaration } of semanticTokens(model)) {
    for (let from = span.from; from < span.to; ) {
      const lineEnd = text.indexOf('\n', from);
      const to = lineEnd < 0 ? span.to : Math.min(lineEnd, span.to);
      const { line, character } = document.positionAt(from);
      if (from < to) builder.push(line, character, to - from, tokenType(kind), modifiersOf(kind, declaration));
      from = to + 1;
    }
  }
  return builder.build();
}
