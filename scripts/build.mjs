// `npm run build`: builds dist/node, dist/product and dist/workbench, even if they are current.
import { buildNode, buildProduct, buildWorkbench, ensureInstalled, requireNode } from './prepare.mjs';

requireNode();
ensureInstalled();
if (buildNode() && buildProduct() && buildWorkbench()) console.log('Built dist/node, dist/product and dist/workbench.');
else process.exitCode = 1;
