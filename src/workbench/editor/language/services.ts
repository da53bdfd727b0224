/**
 * The language services, which the language server uses too. One module, so that it can load after
 * the text is painted: `import('./language/services.ts')`.
 */
export { codeActionsAt } from '../../../language/code-actions.ts';
export { completionsAt } from '../../../language/completion.ts';
export { definitionAt } from '../../../language/definition.ts';
export { describeCompletion } from '../../../language/describe.ts';
export { answersFor } from '../../../language/draft.ts';
export { formatDocument } from '../../../language/format.ts';
export { hoverAt } from '../../../language/hover.ts';
export { referencesAt } from '../../../language/references.ts';
export { prepareRename, renameAt } from '../../../language/rename.ts';
export { semanticTokens } from '../../../language/semantic-tokens.ts';
export { outlineOf } from '../../../language/symbols.ts';
export { readModel } from '../../../model/read.ts';
