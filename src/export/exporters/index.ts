import type { Exporter } from '../exporter.ts';
import { citus } from './citus.ts';
import { openapi } from './openapi.ts';

/** Every form that a document can be exported to. */
export const exporters: readonly Exporter[] = [openapi, citus];
