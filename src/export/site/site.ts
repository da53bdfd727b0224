import { sha256 } from '@noble/hashes/sha2.js';
import type { SiteConfig } from '../../base/site-config.ts';
import { toBase64 } from '../../store/snapshot/base64.ts';
import { coverSvg } from '../look/cover.ts';
import { type SiteTheme, themeColours, themeStyles } from '../look/theme.ts';
import { dataBlock, escapeHtml } from './html.ts';
import { iconPng, iconSvg } from './icon.ts';
import { sitePolicy } from './policy.ts';
import { readme } from './readme.ts';

/** A file of the site: its path relative to the folder, separated by `/`, and its content. */
export interface SiteFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The parts that a product is built from. */
export interface Ingredients {
  readonly name: string;
  /** A plain-text sentence for search engines. */
  readonly description: string;
  /** BCP 47; null: the language of each reader. */
  readonly language: string | null;
  readonly theme: SiteTheme;
  readonly font: Uint8Array | null;
  readonly logo: SiteFile | null;
  readonly cover: SiteFile;
  /** JavaScript modules with the owner's components. */
  readonly components: readonly SiteFile[];
}

/** Draws a cover in the accent, for a product whose theme has no picture. */
export const ownCover = (name: string, theme: SiteTheme): SiteFile => ({
  path: 'cover.svg',
  bytes: utf8(coverSvg(name, themeColours(theme).accent)),
});

/** The output of `npm run build`: the page, the service worker, and everything they load. */
export interface SiteRuntime {
  readonly page: string;
  readonly serviceWorker: string;
  readonly files: readonly SiteFile[];
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns the first letters and digits of the content's SHA-256, in base64. */
const hashOf = (bytes: Uint8Array, length: number): string =>
  toBase64(sha256(bytes))
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, length);

/**
 * Puts a file into assets/ with a hash of its content in the name, so that it can be cached
 * forever.
 */
function asset(path: string, bytes: Uint8Array): SiteFile {
  const [, stem = 'file', extension = ''] = /([^/\\]*?)(\.[^./\\]+)?$/.exec(path) ?? [];
  return { path: `assets/${stem.replace(/[^\w-]+/g, '-')}-${hashOf(bytes, 8)}${extension.toLowerCase()}`, bytes };
}

/**
 * Builds a static site that runs a document.
 *
 * `base`: the path that the site is served from, for routes with real paths; null: routes are in
 * the `#` fragment, and the site works at any path.
 *
 * `written`: the document's model; null: the page requests everything it shows from the server that
 * it comes from. The document stays there, because it contains the passwords of the examples.
 */
export function buildSite(
  given: Ingredients,
  runtime: SiteRuntime,
  base: string | null,
  written: string | null,
  openId: string | null = null,
): readonly SiteFile[] {
  const model = written === null ? null : asset('model.json', utf8(written));
  const components = given.components.map(({ path, bytes }) => asset(path, bytes));
  const logo = given.logo && asset(given.logo.path, given.logo.bytes);
  const cover = asset(given.cover.path, given.cover.bytes);
  const font = given.font && asset('font.woff2', given.font);
  const styles = themeStyles(given.theme, font?.path.replace('assets/', '') ?? null);
  const theme = styles === '' ? null : asset('theme.css', utf8(styles));
  const colours = themeColours(given.theme);
  const icons: SiteFile[] = [
    { path: 'icon.svg', bytes: utf8(iconSvg(given.name, colours.accent)) },
    { path: 'icon-192.png', bytes: iconPng(given.name, colours.accent, 192, false) },
    { path: 'icon-512.png', bytes: iconPng(given.name, colours.accent, 512, false) },
    { path: 'icon-maskable.png', bytes: iconPng(given.name, colours.accent, 512, true) },
  ];
  const manifest: SiteFile = { path: 'manifest.webmanifest', bytes: utf8(manifestOf(given, colours)) };
  const config: SiteConfig = {
    name: given.name,
    model: model?.path ?? null,
    base,
    components: components.map(({ path }) => path),
    logo: logo?.path ?? null,
    cover: cover.path,
    server: model === null,
    openId,
  };
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(sitePolicy().join('; '))}" />`,
    ...(base === null ? [] : [`<base href="${escapeHtml(base)}" />`]),
    `<title>${escapeHtml(given.name)}</title>`,
    // A server's page is public, but its document is not.
    `<meta name="description" content="${escapeHtml(model === null ? given.name : given.description)}" />`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${colours.light}" />`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${colours.dark}" />`,
    '<link rel="icon" href="icon.svg" type="image/svg+xml" />',
    '<link rel="apple-touch-icon" href="icon-192.png" />',
    '<link rel="manifest" href="manifest.webmanifest" />',
  ];
  const page: SiteFile = {
    path: 'index.html',
    bytes: utf8(
      runtime.page
        .replace('<html lang="en">', `<html lang="${escapeHtml(given.language ?? 'en')}">`)
        .replace('<!--head-->', () => head.join('\n    '))
        .replace('</head>', () => `${theme === null ? '' : `  <link rel="stylesheet" href="${theme.path}" />\n  `}</head>`)
        .replace('<!--body-->', () => dataBlock('site', config)),
    ),
  };
  const kept = [
    ...runtime.files,
    ...components,
    ...[model, logo, cover, font, theme].filter((file) => file !== null),
    ...icons,
    manifest,
    page,
  ];
  // Without its server the page is useless, so it is not cached for offline use.
  if (model === null) return kept;
  const contents = [...kept]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, bytes }) => `${path}\0${bytes.length}\0${hashOf(bytes, 32)}`);
  const release = { version: hashOf(utf8(contents.join('\0')), 16), files: kept.map(({ path }) => path) };
  const serviceWorker: SiteFile = { path: 'sw.js', bytes: utf8(`self.release = ${JSON.stringify(release)};\n${runtime.serviceWorker}`) };
  // Some hosts serve this page for the paths of the product's routes.
  const fallback: SiteFile[] = base === null ? [] : [{ path: '404.html', bytes: page.bytes }];
  // Files that refer to others come last, so that an interrupted copy leaves the old site intact.
  return [
    ...kept.filter((file) => file !== page),
    { path: 'README.md', bytes: utf8(readme(given.name, base)) },
    ...fallback,
    page,
    serviceWorker,
  ];
}

function manifestOf({ name, language }: Ingredients, colours: { readonly light: string }): string {
  const icon = (src: string, sizes: string, type: string, purpose = 'any') => ({ src, sizes, type, purpose });
  return `${JSON.stringify(
    {
      name,
      short_name: name.length <= 12 ? name : (name.split(/\s+/)[0] ?? name),
      ...(language === null ? {} : { lang: language }),
      start_url: '.',
      scope: '.',
      display: 'standalone',
      background_color: colours.light,
      theme_color: colours.light,
      icons: [
        icon('icon.svg', 'any', 'image/svg+xml'),
        icon('icon-192.png', '192x192', 'image/png'),
        icon('icon-512.png', '512x512', 'image/png'),
        icon('icon-maskable.png', '512x512', 'image/png', 'maskable'),
      ],
    },
    null,
    2,
  )}\n`;
}
