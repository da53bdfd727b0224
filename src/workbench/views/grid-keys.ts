import type { KeyboardEvent } from 'react';

/**
 * Arrow keys move between the buttons of a table, Home and End along the row (W3C: grid). The
 * buttons also stay in the tab order, so that no special keys must be known.
 */
export function gridKeys(event: KeyboardEvent<HTMLTableElement>): void {
  const here = event.target instanceof Element ? event.target.closest('td, th') : null;
  const row = here?.closest('tr');
  if (!here || !row) return;
  const rows = [...event.currentTarget.querySelectorAll('tbody tr')];
  const column = [...row.children].indexOf(here);
  const across = (from: Element, at: number): HTMLElement | null | undefined => from.children[at]?.querySelector<HTMLElement>('button');
  const next =
    event.key === 'ArrowRight'
      ? across(row, column + 1)
      : event.key === 'ArrowLeft'
        ? across(row, column - 1)
        : event.key === 'Home'
          ? across(row, 0)
          : event.key === 'End'
            ? across(row, row.children.length - 1)
            : event.key === 'ArrowDown' || event.key === 'ArrowUp'
              ? across(rows[rows.indexOf(row) + (event.key === 'ArrowDown' ? 1 : -1)] ?? row, column)
              : undefined;
  if (!next) return;
  event.preventDefault();
  next.focus();
}
