// Runs before `npm pack`: builds the `files` of package.json.
import { buildPackage, ensureInstalled, requireNode } from './prepare.mjs';

requireNode();
ensureInstalled();
if (!buildPackage()) process.exitCode = 1;
