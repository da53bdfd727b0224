import type { Format } from './format.ts';
import { github } from './github.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { sarif } from './sarif.ts';
import { text } from './text.ts';

/** Every format, the default first. A test keeps the list complete. */
export const formats: readonly Format[] = [text, json, sarif, junit, github];
