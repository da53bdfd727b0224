import { Prec, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { SemanticToken, TokenKind } from '../../../language/semantic-tokens.ts';

/** Sets the semantic tokens of the text, replacing the previous set. */
export const setTokens = StateEffect.define<readonly SemanticToken[]>();

/**
 * Colours by the meaning of a word. There are few, because a page in many colours is slower to
 * read.
 */
const colours: Readonly<Record<TokenKind, string>> = {
  entity: 'entity',
  view: 'entity',
  component: 'entity',
  service: 'entity',
  field: 'field',
  state: 'constant',
  event: 'word',
  role: 'name',
  person: 'name',
  example: 'name',
  screen: 'name',
  rule: 'plain',
  call: 'plain',
  error: 'constant',
  message: 'constant',
  constant: 'constant',
  name: 'field',
  keyword: 'word',
  number: 'number',
  string: 'text',
  operator: 'quiet',
  hole: 'hole',
};

const marks = new Map(
  [...new Set(Object.values(colours))].flatMap((colour) =>
    [false, true].map(
      (declared) => [`${colour}${declared}`, Decoration.mark({ class: `cm-means-${colour}${declared ? ' cm-declares' : ''}` })] as const,
    ),
  ),
);

export const meaningColours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    let next = shown.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setTokens)) continue;
      const { length } = transaction.state.doc;
      const ranges = effect.value.flatMap(({ kind, span, declaration }): Range<Decoration>[] => {
        const mark = marks.get(`${colours[kind]}${declaration}`);
        return mark === undefined || span.from >= span.to || span.to > length ? [] : [mark.range(span.from, span.to)];
      });
      next = Decoration.set(ranges, true);
    }
    return next;
  },
  // Inside the colour of code, not around it.
  provide: (field) => Prec.highest(EditorView.decorations.from(field)),
});
