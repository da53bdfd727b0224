import type { Command } from '../command.ts';
import { check } from './check.ts';
import { explain } from './explain.ts';
import { help } from './help.ts';
import { test } from './test.ts';

/** Every command, in the order in which help lists them. A test keeps the list complete. */
export const commands: readonly Command[] = [check, test, explain, help];
