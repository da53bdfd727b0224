import { type SectionName, sectionNames } from '../model/ast/common.ts';

export type View = 'both' | 'text' | 'product';

/**
 * Which of the two panes keeps what it shows while a section's view is open; the view has the place
 * of the other.
 */
export type Beside = 'text' | 'product';

/** Where the workbench is: everything that a reload or a link must bring back. */
export interface WorkbenchAddress {
  /** The document's id; empty: whichever was open last. */
  readonly document: string;
  /** Which panes are shown: the left one, the right one, or both. */
  readonly view: View;
  /** The section whose view is open, or null. */
  readonly section: SectionName | null;
  readonly beside: Beside;
  /** The place in the product, with its own query: `/tickets/3?sort=due`. */
  readonly product: string;
}

/**
 * Is a section's view open, and its pane not hidden? (In a narrow window the attention decides.)
 */
export const viewInSight = ({ view, section, beside }: WorkbenchAddress): boolean => section !== null && view !== beside;

/**
 * `?view=text&section=states#/helpdesk/tickets/3?sort=due`: the document and the product's own
 * route stand in the fragment (so any static server can serve it), what the workbench shows in the
 * query. What is usual is not written.
 */
export function parseAddress(search: string, hash: string): WorkbenchAddress {
  const query = new URLSearchParams(search);
  const asked = query.get('view');
  const view: View = asked === 'text' || asked === 'product' ? asked : 'both';
  const section = sectionNames.find((one) => one === query.get('section')) ?? null;
  const beside: Beside = query.get('beside') === 'product' ? 'product' : 'text';
  const [, name = '', rest = ''] = /^#?\/?([^/?]*)(.*)$/s.exec(hash) ?? [];
  return { document: decode(name), view, section, beside, product: rest.startsWith('/') ? rest : `/${rest}` };
}

/** The other way; the result begins with `?` or `#` and can be given to `history`. */
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
