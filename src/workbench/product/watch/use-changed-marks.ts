import { type RefObject, useEffect } from 'react';
import { fieldOf } from '../../../model/lookup.ts';
import type { Model } from '../../../model/model.ts';
import type { ScenarioStep } from '../../../verify/scenario-steps.ts';

const mark = 'data-changed';

/** Highlights what a row has changed: the record in lists, and its fields on its own screen. */
export function useChangedMarks(screen: RefObject<HTMLElement | null>, model: Model, steps: readonly ScenarioStep[]): void {
  useEffect(() => {
    const root = screen.current;
    if (!root || steps.length === 0) return;
    const selector = steps
      .flatMap(({ entity, id, changes }) => [
        `[data-record="${CSS.escape(id)}"]`,
        ...changes.flatMap(({ field }) => {
          const span = fieldOf(model, entity, field)?.name.span;
          // In details, and in the heading of a record's screen, which shows its state.
          return span ? [`:is(dd, article > header *)[data-at="${span.from}-${span.to}"]`] : [];
        }),
      ])
      .join();
    const look = (): void => {
      for (const element of root.querySelectorAll(selector)) if (!element.hasAttribute(mark)) element.setAttribute(mark, '');
    };
    look();
    const drawn = new MutationObserver(look);
    drawn.observe(root, { childList: true, subtree: true });
    return () => {
      drawn.disconnect();
      for (const element of root.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
    };
  }, [screen, model, steps]);
}
