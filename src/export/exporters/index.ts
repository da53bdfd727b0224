import type { Exporter } from '../exporter.ts';
import { citus } from './citus.ts';
import { client } from './client.ts';
import { gherkin } from './gherkin.ts';
import { jsonSchema } from './json-schema.ts';
import { mermaid } from './mermaid.ts';
import { openapi } from './openapi.ts';
import { sql } from './sql.ts';
import { typescript } from './typescript.ts';
import { xstate } from './xstate.ts';

/** Every format that documents can be exported to. */
export const exporters: readonly Exporter[] = [openapi, sql, xstate, mermaid, gherkin, jsonSchema, typescript, client, citus];
