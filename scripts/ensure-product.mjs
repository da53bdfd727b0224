// Builds the runtime that `ninefold build` combines with a document, if it is missing or outdated.
import { ensureProductBuilt } from './prepare.mjs';

if (!ensureProductBuilt()) process.exitCode = 1;
