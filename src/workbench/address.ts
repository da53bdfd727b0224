export type View = 'both' | 'text' | 'product';

/** Where the workbench is: everything that a reload or a link must bring back. */
export interface WorkbenchAddress {
  /** The document's id; empty: whichever was open last. */
  readonly document: string;
  readonly view: View;
  /** The place in the product, with its own query: `/tickets/3?sort=due`. */
  readonly product: string;
}

/**
 * `?view=text#/helpdesk/tickets/3?sort=due`: the document and the product's own route stand in the fragment (so any static server
 * can serve it), the view in the query. The default view is not written.
 */
export function parseAddress(search: string, hash: string): WorkbenchAddress {
  const asked = new URLSearchParams(search).get('view');
  const view: View = asked === 'text' || asked === 'product' ? asked : 'both';
  const [, name = '', rest = ''] = /^#?\/?([^/?]*)(.*)$/s.exec(hash) ?? [];
  return { document: decode(name), view, product: rest.startsWith('/') ? rest : `/${rest}` };
}

/** The other way; the result begins with `?` or `#` and can be given to `history`. */
export function formatAddress({ document, view, product }: WorkbenchAddress): string {
  const search = view === 'both' ? '' : `?view=${view}`;
  return `${search}#/${encodeURIComponent(document)}${product === '/' ? '' : product}`;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
