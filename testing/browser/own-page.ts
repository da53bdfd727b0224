import type { Site } from '../../src/serve/http/site.ts';

/** The product has screens, but no page: for tests that ask what a page would. */
export const noPages: Site = { files: [], policy: "default-src 'self'", isCall: () => true };

/** What a browser says with what one of the product's own pages asks. */
export const ownPage = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' } as const;
