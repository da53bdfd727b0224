import { type SectionName, sectionNames } from '../model/ast/common.ts';

export type View = 'both' | 'text' | 'product';

/**
 * Which of the two panes stays visible while a section's view is open; the view replaces the other.
 */
export type Beside = 'text' | 'product';

/** The state of the workbench that a reload or a link must restore. */
export interface WorkbenchAddress {
  /** The document's id; empty: the one that was opened last. */
  readonly document: string;
  /** Which panes are shown: the left one, the right one, or both. */
  readonly view: View;
  /** The section whose view is open, or null. */
  readonly section: SectionName | null;
  readonly beside: Beside;
  /** The path in the product, with its own query: `/tickets/3?sort=due`. */
  readonly product: string;
}

/**
 * True if a section's view is open and its pane is not hidden. (In a narrow window, `pane`
 * decides.)
 */
export const isViewVisible = ({ view, section, beside }: WorkbenchAddress): boolean => section !== null && view !== beside;

/**
 * Parses an address such as `?view=text&section=states#/helpdesk/tickets/3?sort=due`. The fragment
 * contains the document and the product's own path, so that any static server can serve it; the
 * query contains the state of the workbench. Defaults are omitted.
 */
export function parseAddress(search: string, hash: string): WorkbenchAddress {
  const query = new URLSearchParams(search);
  const given = query.get('view');
  const view: View = given === 'text' || given === 'product' ? given : 'both';
  const section = sectionNames.find((one) => one === query.get('section')) ?? null;
  const beside: Beside = query.get('beside') === 'product' ? 'product' : 'text';
  const [, name = '', rest = ''] = /^#?\/?([^/?]*)(.*)$/s.exec(hash) ?? [];
  return { document: decode(name), view, section, beside, product: rest.startsWith('/') ? rest : `/${rest}` };
}

/**
 * The inverse of `parseAddress`. The result starts with `?` or `#` and can be passed to `history`.
 */
export function formatAddress({ document, view, section, beside, product }: WorkbenchAddress): string {
  const query = [
    view === 'both' ? '' : `view=${view}`,
    section === null ? '' : `section=${section}`,
    section === null || beside === 'text' ? '' : `beside=${beside}`,
  ].filter((part) => part !== '');
  return `${query.length === 0 ? '' : `?${query.join('&')}`}#/${encodeURIComponent(document)}${product === '/' ? '' : product}`;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
