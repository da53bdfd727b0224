// The exports of `import … from 'ninefold/language'`: answers to an editor's questions about a
// document. Offsets are UTF-16 code units from the start of the text, as in JavaScript.
export { type CodeAction, codeActionsAt } from '../language/code-actions.ts';
export { type Completion, type Completions, completionsAt } from '../language/completion.ts';
export { type Definition, definitionAt } from '../language/definition.ts';
export { foldsOf } from '../language/folding.ts';
export { formatDocument } from '../language/format.ts';
export { type Hover, hoverAt } from '../language/hover.ts';
export { referencesAt } from '../language/references.ts';
export { prepareRename, type Rename, type Renameable, renameAt } from '../language/rename.ts';
export { type SemanticToken, semanticTokens, type TokenKind } from '../language/semantic-tokens.ts';
export type { NamedThing, Occurrence, SymbolKind } from '../language/symbol.ts';
export { type OutlineEntry, outlineOf } from '../language/symbols.ts';
