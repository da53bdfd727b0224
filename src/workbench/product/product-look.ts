import { coverSvg } from '../../export/look/cover.ts';
import { noTheme, readTheme, type SiteTheme, themeColours, themeStyles } from '../../export/look/theme.ts';

/** How the document's product will look when it is built. */
export interface ProductLook {
  /** A style sheet for the product. */
  readonly styles: string;
  /** The URL of the cover. */
  readonly cover: string;
}

const themes = import.meta.glob<string>('../../../specs/*.theme.json', { query: '?raw', import: 'default' });

/** Returns the theme file of an example; other documents have the default theme. */
export async function themeOf(example: string): Promise<SiteTheme> {
  const text = await themes[`../../../specs/${example}.theme.json`]?.();
  const read = text === undefined ? null : readTheme(text);
  return read?.ok === true ? read.theme : noTheme;
}

export async function lookOf(example: string, name: string): Promise<ProductLook> {
  const theme = await themeOf(example);
  const surfaces = ':is([data-product], [data-second-product], [data-watched-product])';
  return {
    styles: themeStyles(theme, null, surfaces),
    cover: `data:image/svg+xml,${encodeURIComponent(coverSvg(name, themeColours(theme).accent))}`,
  };
}
