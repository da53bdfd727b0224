import { sha256 } from '@noble/hashes/sha2.js';
import { own } from '../../base/own.ts';
import type { SiteConfig } from '../../base/site-config.ts';
import { toBase64 } from '../../store/snapshot/base64.ts';
import { themeColours, themeStyles } from '../look/theme.ts';
import { byteBlock, dataBlock, escapeHtml } from './html.ts';
import { iconSvg } from './icon.ts';
import { singleFilePolicy } from './policy.ts';
import type { Ingredients, SiteFile } from './site.ts';

/** The output of `npm run build` for a single-file product. */
export interface SingleFileRuntime {
  readonly script: string;
  readonly styles: string;
  readonly worker: Uint8Array;
  readonly database: Uint8Array;
}

const dataAddress = (type: string, bytes: Uint8Array): string => `data:${type};base64,${toBase64(bytes)}`;

const pictures: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};

/** Returns a page that contains the whole product: it fetches nothing and works from a disk. */
export function buildSingleFile(given: Ingredients, written: string, runtime: SingleFileRuntime): Uint8Array {
  // Escapes what would end the script element or hide its end. In a script these characters occur
  // only in strings and patterns, where the escaped form means the same.
  const script = runtime.script.replace(/<(?=\/script|!--)/gi, '\\x3c');
  const hash = toBase64(sha256(new TextEncoder().encode(script)));
  const pictureAddress = ({ path, bytes }: SiteFile): string =>
    dataAddress(own(pictures, path.split('.').at(-1)?.toLowerCase() ?? '') ?? 'image/png', bytes);
  const config: SiteConfig = {
    name: given.name,
    model: null,
    base: null,
    components: given.components.map((_, index) => `component-${index}`),
    logo: given.logo && pictureAddress(given.logo),
    cover: pictureAddress(given.cover),
    server: false,
    openId: null,
  };
  const colours = themeColours(given.theme);
  const styles = runtime.styles + themeStyles(given.theme, given.font && dataAddress('font/woff2', given.font));
  const policy = singleFilePolicy(hash, given.components.length > 0).join('; ');
  return new TextEncoder().encode(`<!doctype html>
<html lang="${escapeHtml(given.language ?? 'en')}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}" />
<title>${escapeHtml(given.name)}</title>
<meta name="description" content="${escapeHtml(given.description)}" />
<link rel="icon" href="${dataAddress('image/svg+xml', new TextEncoder().encode(iconSvg(given.name, colours.accent)))}" />
<style>${styles.replace(/<\/style/gi, '<\\/style')}</style>
</head>
<body>
<div id="product"></div>
${dataBlock('site', config)}
${byteBlock('model', new TextEncoder().encode(written))}
${byteBlock('worker', runtime.worker)}
${byteBlock('database', runtime.database)}
${given.components.map(({ bytes }, index) => byteBlock(`component-${index}`, bytes)).join('\n')}
<script type="module">${script}</script>
</body>
</html>
`);
}
