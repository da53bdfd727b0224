// `npm run build`: dist/node, dist/product and dist/workbench, whether they are old or not.
import { buildNode, buildProduct, buildWorkbench, ensureInstalled, requireNode } from './prepare.mjs';

requireNode();
ensureInstalled();
if (buildNode() && buildProduct() && buildWorkbench()) console.log('Built dist/node, dist/product and dist/workbench.');
else process.exitCode = 1;
