import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  pickedCompletion,
  snippet,
} from '@codemirror/autocomplete';
import type { EditorLanguage } from './editor-language.ts';

/** What may stand at the cursor, as the language knows it; in prose only names, and only when asked for. */
export const languageCompletion =
  (language: EditorLanguage): CompletionSource =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { services, model } = await language.of(context.state);
    if (context.aborted) return null;
    const { span, items } = services.completionsAt(model, context.pos);
    // A single letter asks for little: whoever wants more presses Ctrl-Space, or types on.
    const typed = context.state.sliceDoc(span.from, span.to);
    if (
      items.length === 0 ||
      (!context.explicit && typed === '' && !/[.`]$/.test(context.state.sliceDoc(Math.max(0, span.from - 1), span.from)))
    )
      return null;
    const options = items.map(
      ({ label, kind, detail, insert, rank }): Completion => ({
        label,
        detail,
        type: kind,
        boost: -rank,
        ...(insert === undefined ? {} : { apply: insert.includes('${') ? snippet(insert) : plain(insert) }),
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
