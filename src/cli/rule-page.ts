import { readFileSync } from 'node:fs';
import { explorerCodes } from '../explorer/finding.ts';

// Built, every module is in dist/node, with the pages beside it in dist/node/rules.
const fromSources = import.meta.url.endsWith('.ts');

/** Where the page of a rule is, as an address that an editor opens. */
export const rulePageUrl = (code: string): URL => pageUrl(code, '../check/rules/');

/** The page of a rule or of a code of `explore` as Markdown; throws for any other code. */
export const rulePage = (code: string): string =>
  readFileSync(Object.hasOwn(explorerCodes, code) ? pageUrl(code, '../explorer/pages/') : rulePageUrl(code), 'utf8');

const pageUrl = (code: string, sources: string): URL => new URL(`${fromSources ? sources : './rules/'}${code}.md`, import.meta.url);
