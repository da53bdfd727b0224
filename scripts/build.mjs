// `npm run build`: dist/workbench and dist/product, always anew.
import { buildProduct, buildWorkbench, ensureInstalled, requireNode } from './prepare.mjs';

requireNode();
ensureInstalled();
if (buildWorkbench() && buildProduct()) console.log('Built dist/workbench and dist/product.');
else process.exitCode = 1;
