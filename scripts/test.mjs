// `npm test`: installs and builds whatever is missing, then runs all tests, the browser tests last.
// Arguments go to vitest (`npm test -- src/syntax`); with arguments the workbench is built only for
// tests/browser.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ensureNodeBuilt, requireNode, root } from './prepare.mjs';

requireNode();
ensureInstalled();

const given = process.argv.slice(2);
// Some tests start the built command.
if (!ensureNodeBuilt()) process.exit(1);
const filtered = given.some((argument) => !argument.startsWith('-'));
const built = filtered && !given.some((argument) => argument.includes('browser')) ? true : ensureBuilt();
if (!built) console.error('Running only the tests that need no built workbench.');

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', ...(built ? [] : ['--project', 'unit']), ...given], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = built ? (status ?? 1) : status || 1;
