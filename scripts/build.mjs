// `npm run build`: dist/workbench, always anew.
import { build, ensureInstalled, requireNode } from './prepare.mjs';

requireNode();
ensureInstalled();
if (build()) console.log('Built dist/workbench.');
else process.exitCode = 1;
