import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  pickedCompletion,
  snippet,
} from '@codemirror/autocomplete';
import type { EditorLanguage } from './editor-language.ts';
import { markdownElement } from './hover-markdown.ts';

/**
 * Completions at the cursor, from the language services. In prose only names, and only on explicit
 * request.
 */
export const languageCompletion =
  (language: EditorLanguage): CompletionSource =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { services, model } = await language.of(context.state);
    if (context.aborted) return null;
    const { span, items } = services.completionsAt(model, context.pos);
    // Before the first letter, offer nothing unless requested, except after a dot or a backtick.
    const typed = context.state.sliceDoc(span.from, span.to);
    if (
      items.length === 0 ||
      (!context.explicit && typed === '' && !/[.`]$/.test(context.state.sliceDoc(Math.max(0, span.from - 1), span.from)))
    )
      return null;
    const options = items.map(
      (item): Completion => ({
        label: item.label,
        detail: item.detail,
        type: item.kind,
        boost: -item.rank,
        info: () => {
          const words = services.describeCompletion(model, item);
          return words === null ? null : Object.assign(markdownElement(words), { className: 'cm-hoverWords' });
        },
        ...(item.insert === undefined ? {} : { apply: item.insert.includes('${') ? snippet(item.insert) : plain(item.insert) }),
      }),
    );
    return { from: span.from, to: span.to, options, validFor: /^[\w-]*$/ };
  };

const plain =
  (insert: string): Exclude<Completion['apply'], string | undefined> =>
  (view, completion, from, to) =>
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      annotations: pickedCompletion.of(completion),
      userEvent: 'input.complete',
    });
