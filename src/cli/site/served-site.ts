import { sitePolicy } from '../../export/site/policy.ts';
import { readSiteRuntime } from '../../export/site/runtime.ts';
import { buildSite } from '../../export/site/site.ts';
import type { Model } from '../../model/model.ts';
import { Routes } from '../../serve/calls/routes.ts';
import type { Site } from '../../serve/http/site.ts';
import type { Document } from '../documents.ts';
import type { Machine } from '../machine.ts';
import type { NamedProvider } from '../oidc-options.ts';
import { readIngredients } from './ingredients.ts';
import { runtimeFiles } from './runtime-files.ts';

/** Builds the page with the product's screens. Returns null if that fails, after reporting why. */
export async function readSite(document: Document, model: Model, openId: NamedProvider | null, host: Machine): Promise<Site | null> {
  const ingredients = await readIngredients(document, model, { theme: null, components: null }, host);
  const runtime = await host.productRuntime();
  if (ingredients === null || 'why' in runtime) {
    host.writeError(`${'why' in runtime ? `${runtime.why} ` : ''}Serving the API only. Pass --screens no to silence this message.\n`);
    return null;
  }
  const routes = new Routes(model.calls);
  return {
    files: buildSite(ingredients, await readSiteRuntime(runtimeFiles(runtime.folder, host)), '/', null, openId?.name ?? null),
    policy: sitePolicy().join('; '),
    isCall: (path) => routes.match('GET', path).call !== null,
  };
}
