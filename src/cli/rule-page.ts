import { readFileSync } from 'node:fs';

// Built, every module is in dist/node, with the pages beside it in dist/node/rules.
const folder = import.meta.url.endsWith('.ts') ? '../check/rules/' : './rules/';

/** Where the page of a rule is, as an address that an editor opens. */
export const rulePageUrl = (code: string): URL => new URL(`${folder}${code}.md`, import.meta.url);

/** The page of a rule as Markdown; throws for a code that is not in the registry. */
export const rulePage = (code: string): string => readFileSync(rulePageUrl(code), 'utf8');
