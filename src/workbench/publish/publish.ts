import { type Zippable, zipSync } from 'fflate';
import type { SiteTheme } from '../../export/look/theme.ts';
import { descriptionOf } from '../../export/site/description.ts';
import { type ReadRuntimeFile, readSingleFileRuntime, readSiteRuntime } from '../../export/site/runtime.ts';
import { buildSingleFile } from '../../export/site/single-file.ts';
import { buildSite, type Ingredients, ownCover } from '../../export/site/site.ts';
import type { Model } from '../../model/model.ts';
import { writeModel } from '../../model/written/write.ts';

/** Thrown if the workbench is served without the runtime files for built products. */
export class NoRuntime extends Error {
  override readonly name = 'NoRuntime';
}

/**
 * Reads files of the product runtime, which are served beside the workbench (scripts/prepare.mjs).
 */
export const runtimeBeside =
  (fetchFile: typeof fetch): ReadRuntimeFile =>
  async (path) => {
    const response = await fetchFile(`/product/${path}`);
    // A server for single-page apps responds to a missing file with the page.
    if (!response.ok || (response.headers.get('Content-Type') ?? '').startsWith('text/html') !== path.endsWith('.html'))
      throw new NoRuntime(`there is no /product/${path}`);
    return new Uint8Array(await response.arrayBuffer());
  };

const ingredientsOf = (model: Model, theme: SiteTheme): Ingredients => {
  // The workbench has no access to separate files.
  const own = { ...theme, fontFile: null, logo: null, cover: null };
  return {
    name: model.name,
    description: descriptionOf(model),
    language: model.language,
    theme: own,
    font: null,
    logo: null,
    cover: ownCover(model.name, own),
    components: [],
  };
};

/** Builds a site as `ninefold build --out` does, as a ZIP archive. */
export async function publishSite(model: Model, theme: SiteTheme, read: ReadRuntimeFile): Promise<Uint8Array<ArrayBuffer>> {
  const files: Zippable = {};
  for (const { path, bytes } of buildSite(ingredientsOf(model, theme), await readSiteRuntime(read), null, writeModel(model)))
    files[path] = [bytes, { mtime: '1980-01-02' }];
  return zipSync(files);
}

/** Builds a single file as `ninefold build --single-file` does. */
export async function publishFile(model: Model, theme: SiteTheme, read: ReadRuntimeFile): Promise<Uint8Array<ArrayBuffer>> {
  return buildSingleFile(ingredientsOf(model, theme), writeModel(model), await readSingleFileRuntime(read)) as Uint8Array<ArrayBuffer>;
}
