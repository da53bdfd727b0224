// Before `npm pack`: builds what package.json names in `files`.
import { buildPackage, ensureInstalled, requireNode } from './prepare.mjs';

requireNode();
ensureInstalled();
if (!buildPackage()) process.exitCode = 1;
