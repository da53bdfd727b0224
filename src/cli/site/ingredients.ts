import { basename, dirname, join } from 'node:path';
import { noTheme, readTheme, type SiteTheme, themeWarnings } from '../../export/look/theme.ts';
import { descriptionOf } from '../../export/site/description.ts';
import { type Ingredients, ownCover, type SiteFile } from '../../export/site/site.ts';
import type { Model } from '../../model/model.ts';
import type { Document } from '../documents.ts';
import type { Machine } from '../machine.ts';

/**
 * Reads the files beside a document: its theme with logo and font, and its components. Returns null
 * if something cannot be used, after reporting why.
 */
export async function readIngredients(
  document: Document,
  model: Model,
  settings: { readonly theme: string | null; readonly components: readonly string[] | null },
  host: Machine,
): Promise<Ingredients | null> {
  const folder = dirname(document.file);
  // `shop.theme.json` applies to `shop.md`, `theme.json` to every document in the folder.
  const own = join(folder, `${basename(document.file).replace(/\.[^.]+$/u, '')}.theme.json`);
  const isOwn = settings.theme === null && (await host.readFile(own)).kind === 'file';
  const themeFile = settings.theme ?? (isOwn ? own : join(folder, 'theme.json'));
  const theme = await readThemeFile(themeFile, settings.theme !== null, host);
  if (theme === null) return null;
  const beside = (name: string | null): Promise<SiteFile | null | undefined> => readBeside(themeFile, name, host);
  const [font, logo, cover] = [await beside(theme.fontFile), await beside(theme.logo), await beside(theme.cover)];
  if (font === undefined || logo === undefined || cover === undefined) return null;
  const components = await readComponents(join(folder, 'components'), settings.components, host);
  if (components === null) return null;
  return {
    name: model.name,
    description: descriptionOf(model),
    language: model.language,
    theme,
    font: font?.bytes ?? null,
    logo,
    cover: cover ?? ownCover(model.name, theme),
    components,
  };
}

async function readThemeFile(file: string, named: boolean, host: Machine): Promise<SiteTheme | null> {
  const content = await host.readFile(file);
  if (content.kind === 'missing' && !named) return noTheme;
  if (content.kind !== 'file') {
    host.writeError(`${file}: cannot read the theme (${content.kind}).\n`);
    return null;
  }
  const read = readTheme(new TextDecoder().decode(content.bytes));
  if (!read.ok) {
    for (const problem of read.problems) host.writeError(`${file}: ${problem}.\n`);
    return null;
  }
  for (const warning of themeWarnings(read.theme)) host.writeError(`${file}: ${warning}\n`);
  return read.theme;
}

/**
 * Returns null if no file is named, undefined if the file cannot be read; the reason has been
 * reported.
 */
async function readBeside(themeFile: string, name: string | null, host: Machine): Promise<SiteFile | null | undefined> {
  if (name === null) return null;
  const path = join(dirname(themeFile), name);
  const content = await host.readFile(path);
  if (content.kind === 'file') return { path: basename(name), bytes: content.bytes };
  host.writeError(`${themeFile}: cannot read ${path}, named by ${name} (${content.kind}).\n`);
  return undefined;
}

async function readComponents(folder: string, named: readonly string[] | null, host: Machine): Promise<readonly SiteFile[] | null> {
  const files = named ?? ((await host.listFolder(folder)) ?? []).filter((name) => /\.m?js$/i.test(name)).map((name) => join(folder, name));
  const found: SiteFile[] = [];
  for (const file of files) {
    const content = await host.readFile(file);
    if (content.kind !== 'file') {
      host.writeError(`${file}: cannot read this components file (${content.kind}).\n`);
      return null;
    }
    if (!/\.m?js$/i.test(file)) {
      host.writeError(
        `${file}: components must be JavaScript (.js or .mjs). Compile TypeScript and JSX first, for example with esbuild.\n`,
      );
      return null;
    }
    const text = new TextDecoder().decode(content.bytes);
    const imported = /^\s*import\s[^'"]*['"]([^'"]+)['"]/m.exec(text)?.[1];
    if (imported !== undefined) {
      host.writeError(
        `${file}: it imports “${imported}”, but a components file must be self-contained: its function receives React, and everything else must be bundled into the file.\n`,
      );
      return null;
    }
    found.push({ path: basename(file).replace(/\.mjs$/i, '.js'), bytes: content.bytes });
  }
  return found;
}
