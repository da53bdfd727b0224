// Builds the runtime that `ninefold build` puts together with a document, where it is missing or
// old.
import { ensureProductBuilt } from './prepare.mjs';

if (!ensureProductBuilt()) process.exitCode = 1;
