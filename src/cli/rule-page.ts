import { readFileSync } from 'node:fs';

/** The page of a rule as Markdown; throws for a code that is not in the registry. */
export const rulePage = (code: string): string => readFileSync(new URL(`../check/rules/${code}.md`, import.meta.url), 'utf8');
