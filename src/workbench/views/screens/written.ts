import type { Assumption } from '../../../model/ast/common.ts';
import type { Screen } from '../../../model/ast/screens.ts';
import type { Model } from '../../../model/model.ts';

/**
 * True if the document declares the screen. The product assumes screens for entities that have
 * none.
 */
export const isWritten = (model: Model, { name }: Screen): boolean =>
  model.declared.some(({ kind, text, span }) => kind === 'screen' && text === name.text && span.from === name.span.from);

/**
 * Returns the assumptions about a screen that the document could state: that it exists, or what it
 * shows.
 */
export function assumptionsOf(model: Model, screen: Screen): readonly Assumption[] {
  const known = model.assumptions.filter(({ section, write }) => section === 2 && write !== null);
  if (isWritten(model, screen)) return known.filter(({ span }) => span.from === screen.name.span.from);
  const own = known.filter(({ span }) => span.from === screen.span.from);
  const all = known.filter(({ span }) => span.from === model.sections[1]?.heading?.from || span.from === model.tree.text.length);
  return own.length > 0 ? own : all;
}
