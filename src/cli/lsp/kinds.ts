import { CompletionItemKind, DiagnosticSeverity, SymbolKind } from 'vscode-languageserver/node';
import type { Severity } from '../../base/finding.ts';
import type { Completion } from '../../language/completion.ts';
import type { TokenKind } from '../../language/semantic-tokens.ts';
import type { OutlineEntry } from '../../language/symbols.ts';

export const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
};

/** The protocol's closest kinds; editors show an icon for each. */
export const symbolKinds: Readonly<Record<OutlineEntry['kind'], SymbolKind>> = {
  section: SymbolKind.Module,
  entity: SymbolKind.Class,
  field: SymbolKind.Field,
  example: SymbolKind.Object,
  machine: SymbolKind.Enum,
  state: SymbolKind.EnumMember,
  event: SymbolKind.Event,
  role: SymbolKind.Interface,
  permission: SymbolKind.Key,
  error: SymbolKind.String,
  message: SymbolKind.String,
  constant: SymbolKind.Constant,
  screen: SymbolKind.File,
  part: SymbolKind.Property,
  view: SymbolKind.Struct,
  person: SymbolKind.Interface,
  scenario: SymbolKind.Method,
  rule: SymbolKind.Boolean,
  call: SymbolKind.Function,
  component: SymbolKind.Package,
  service: SymbolKind.Interface,
  name: SymbolKind.Variable,
};

export const completionKinds: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  entity: CompletionItemKind.Class,
  field: CompletionItemKind.Field,
  example: CompletionItemKind.Variable,
  state: CompletionItemKind.EnumMember,
  event: CompletionItemKind.Event,
  role: CompletionItemKind.Interface,
  error: CompletionItemKind.Value,
  message: CompletionItemKind.Value,
  constant: CompletionItemKind.Constant,
  screen: CompletionItemKind.File,
  view: CompletionItemKind.Struct,
  person: CompletionItemKind.Interface,
  rule: CompletionItemKind.Value,
  call: CompletionItemKind.Function,
  component: CompletionItemKind.Module,
  service: CompletionItemKind.Interface,
  name: CompletionItemKind.Variable,
  type: CompletionItemKind.TypeParameter,
  keyword: CompletionItemKind.Keyword,
  function: CompletionItemKind.Function,
  value: CompletionItemKind.Value,
  form: CompletionItemKind.Snippet,
};

/** Token types that every colour theme supports. */
const tokenNames: Readonly<Record<TokenKind, string>> = {
  entity: 'class',
  view: 'interface',
  field: 'property',
  state: 'enumMember',
  event: 'event',
  role: 'struct',
  person: 'struct',
  error: 'enum',
  message: 'enum',
  constant: 'variable',
  example: 'variable',
  screen: 'namespace',
  rule: 'decorator',
  call: 'method',
  component: 'type',
  service: 'interface',
  name: 'parameter',
  keyword: 'keyword',
  number: 'number',
  string: 'string',
  operator: 'operator',
  hole: 'comment',
};

export const tokenTypes: readonly string[] = [...new Set(Object.values(tokenNames))];
export const tokenModifiers = ['declaration', 'readonly'] as const;
export const tokenType = (kind: TokenKind): number => tokenTypes.indexOf(tokenNames[kind]);
/** Returns the token modifiers as a bit set. */
export const modifiersOf = (kind: TokenKind, declaration: boolean): number => (declaration ? 1 : 0) + (kind === 'constant' ? 2 : 0);
