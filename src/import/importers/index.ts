import type { Importer } from '../importer.ts';
import { csv } from './csv.ts';
import { gherkin } from './gherkin.ts';
import { markdown } from './markdown.ts';
import { mermaid } from './mermaid.ts';
import { openapi } from './openapi.ts';
import { sql } from './sql.ts';
import { xstate } from './xstate.ts';

/** Every format that can be imported. The first importer that recognises a text reads it. */
export const importers: readonly Importer[] = [openapi, xstate, mermaid, gherkin, sql, csv, markdown];
