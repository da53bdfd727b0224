import type { Site } from '../../src/serve/http/site.ts';

/** A product with screens but no page, for tests that send a page's requests. */
export const noPages: Site = { files: [], policy: "default-src 'self'", isCall: () => true };

/** The headers that a browser adds to requests of the product's own pages. */
export const ownPage = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' } as const;
