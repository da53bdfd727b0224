import type { Command } from '../command.ts';
import { ask } from './ask.ts';
import { build } from './build.ts';
import { check } from './check.ts';
import { data } from './data.ts';
import { explain } from './explain.ts';
import { exportCommand } from './export.ts';
import { fmt } from './fmt.ts';
import { help } from './help.ts';
import { lsp } from './lsp.ts';
import { serve } from './serve.ts';
import { test } from './test.ts';
import { who } from './who.ts';

/** Every command, in the order in which help lists them. A test keeps the list complete. */
export const commands: readonly Command[] = [check, ask, test, who, explain, fmt, exportCommand, build, serve, data, lsp, help];
