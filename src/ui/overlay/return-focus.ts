/** The focused element, or null. */
export const focusedElement = (): HTMLElement | null => (document.activeElement instanceof HTMLElement ? document.activeElement : null);

/** Focuses the element, unless the code that runs until then has moved the focus elsewhere. */
export const returnFocus = (to: HTMLElement | null): void =>
  void setTimeout(() => {
    if (document.activeElement === document.body) to?.focus();
  });
