import { readFileSync } from 'node:fs';
import { explorerCodes } from '../explorer/findings/finding.ts';

// In the build, every module is in dist/node, and the pages are in dist/node/rules.
const fromSources = import.meta.url.endsWith('.ts');

/** Returns the URL of a rule's page, which an editor can open. */
export const rulePageUrl = (code: string): URL => pageUrl(code, '../check/rules/');

/** Returns the page of a rule or of a code of `explore` as Markdown; throws for any other code. */
export const rulePage = (code: string): string =>
  readFileSync(Object.hasOwn(explorerCodes, code) ? pageUrl(code, '../explorer/pages/') : rulePageUrl(code), 'utf8');

const pageUrl = (code: string, sources: string): URL => new URL(`${fromSources ? sources : './rules/'}${code}.md`, import.meta.url);
