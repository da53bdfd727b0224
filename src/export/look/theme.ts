import { nearest } from '../../base/nearest.ts';
import { type Colour, contrast, lighter, mix, readableOn, readColour, writeColour } from './colour.ts';

/** A parsed `theme.json`. Colours exist for the light and the dark theme; null: the kit's own. */
export interface SiteTheme {
  readonly accent: ByTheme | null;
  readonly background: ByTheme | null;
  readonly text: ByTheme | null;
  /** The corner radius of controls, in pixels. */
  readonly radius: number | null;
  /** A CSS font family list. */
  readonly font: string | null;
  /** Files in the same folder as theme.json. */
  readonly fontFile: string | null;
  readonly logo: string | null;
  readonly cover: string | null;
}

export interface ByTheme {
  readonly light: Colour;
  readonly dark: Colour;
}

export const noTheme: SiteTheme = {
  accent: null,
  background: null,
  text: null,
  radius: null,
  font: null,
  fontFile: null,
  logo: null,
  cover: null,
};

/** The kit's own colours (src/ui/tokens.css), used where a theme sets none. */
const own = {
  light: { background: '#ffffff', text: '#1a1d24' },
  dark: { background: '#17191e', text: '#e8eaee' },
} as const;

const picture = /\.(?:svg|png|webp|jpe?g)$/i;

const keys = ['accent', 'background', 'text', 'radius', 'font', 'fontFile', 'logo', 'cover'] as const;

/** Parses `theme.json`. Returns the theme, or its problems with advice on what to write. */
export function readTheme(
  text: string,
): { readonly ok: true; readonly theme: SiteTheme } | { readonly ok: false; readonly problems: readonly string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { ok: false, problems: [`this is not JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { ok: false, problems: ['a theme is an object: {"accent": "#0b7a5e"}'] };
  const given = json as Readonly<Record<string, unknown>>;
  const problems: string[] = [];
  for (const key of Object.keys(given)) {
    if ((keys as readonly string[]).includes(key)) continue;
    const near = nearest(key, keys)[0];
    problems.push(`a theme has no “${key}”. ${near ? `Did you mean “${near}”?` : `The keys are ${keys.join(', ')}.`}`);
  }
  const colour = (key: string, value: unknown): Colour | null => {
    const read = typeof value === 'string' ? readColour(value) : null;
    if (read === null) problems.push(`${key} must be a colour such as "#0b7a5e", not ${JSON.stringify(value)}`);
    return read;
  };
  const colours = (key: 'accent' | 'background' | 'text'): ByTheme | null => {
    const value = given[key];
    if (value === undefined) return null;
    if (typeof value === 'object' && value !== null && 'light' in value && 'dark' in value) {
      const [light, dark] = [colour(`${key}.light`, value.light), colour(`${key}.dark`, value.dark)];
      return light && dark && { light, dark };
    }
    if (key !== 'accent') {
      problems.push(`${key} needs a value for each theme: {"light": "#…", "dark": "#…"}`);
      return null;
    }
    const one = colour(key, value);
    return one && { light: one, dark: one };
  };
  const words = (key: 'font' | 'fontFile' | 'logo' | 'cover', form: RegExp, what: string): string | null => {
    const value = given[key];
    if (value === undefined) return null;
    if (typeof value === 'string' && form.test(value)) return value;
    problems.push(`${key} must be ${what}, not ${JSON.stringify(value)}`);
    return null;
  };
  const { radius } = given;
  if (radius !== undefined && !(typeof radius === 'number' && radius >= 0 && radius <= 24))
    problems.push('radius must be a number of pixels from 0 to 24');
  const theme: SiteTheme = {
    accent: colours('accent'),
    background: colours('background'),
    text: colours('text'),
    radius: typeof radius === 'number' ? radius : null,
    // Only a list of names may get into a style sheet.
    font: words('font', /^[\p{L}\p{N} ,'"-]+$/u, 'a list of font families such as "Georgia, serif"'),
    fontFile: words('fontFile', /\.woff2$/i, 'a file that ends in .woff2'),
    logo: words('logo', picture, 'a picture that ends in .svg, .png, .webp or .jpg'),
    cover: words('cover', picture, 'a picture that ends in .svg, .png, .webp or .jpg'),
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, theme };
}

type Mode = 'light' | 'dark';

const grounds = (theme: SiteTheme, mode: Mode): { readonly background: Colour; readonly text: Colour } => ({
  background: theme.background?.[mode] ?? (readColour(own[mode].background) as Colour),
  text: theme.text?.[mode] ?? (readColour(own[mode].text) as Colour),
});

const white: Colour = [1, 1, 1];
const nearBlack: Colour = [0.06, 0.07, 0.09];

/** Returns a warning for each pair of colours with too little contrast: WCAG requires 4.5:1. */
export function themeWarnings(theme: SiteTheme): string[] {
  const warnings: string[] = [];
  const ratio = (value: number): string => `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;
  for (const mode of ['light', 'dark'] as const) {
    const { background, text } = grounds(theme, mode);
    const read = contrast(text, background);
    if (read < 4.5)
      warnings.push(
        `in the ${mode} theme, text ${writeColour(text)} has a contrast of ${ratio(read)} on the background ${writeColour(background)}, below the readable minimum of 4.5:1. Choose colours that are further apart.`,
      );
    const accent = theme.accent?.[mode];
    if (accent === undefined) continue;
    const shown = contrast(accent, background);
    if (shown < 4.5) {
      const instead = readableOn(accent, [background]);
      warnings.push(
        `in the ${mode} theme, the accent ${writeColour(accent)} has a contrast of ${ratio(shown)} on the background, below 4.5:1. Buttons keep it; links and marks use ${writeColour(instead)} (${ratio(contrast(instead, background))}).`,
      );
    }
  }
  return warnings;
}

/**
 * Returns the theme as a style sheet that overrides the kit's; empty if it changes nothing.
 * `fontAddress` is the URL of the font file; `within` selects the element to style, null the whole
 * page.
 */
export function themeStyles(theme: SiteTheme, fontAddress: string | null, within: string | null = null): string {
  const both: [string, string][] = [];
  if (theme.radius !== null) {
    const { radius } = theme;
    for (const [name, share] of [
      ['4', 2 / 3],
      ['6', 1],
      ['8', 4 / 3],
      ['12', 2],
    ] as const)
      both.push([`--radius-${name}`, `${Math.round(radius * share)}px`]);
  }
  const families = [...(fontAddress === null ? [] : ["'Product'"]), ...(theme.font === null ? [] : [theme.font])];
  if (families.length > 0) both.push(['--font', [...families, 'system-ui', 'sans-serif'].join(', ')]);
  const face =
    fontAddress === null ? '' : `@font-face { font-family: 'Product'; src: url('${fontAddress}') format('woff2'); font-display: swap; }\n`;
  const block = (selector: string, values: readonly [string, string][]): string =>
    values.length === 0 ? '' : `${selector} {\n${values.map(([name, value]) => `  ${name}: ${value};\n`).join('')}}\n`;
  const flash =
    theme.background === null || within !== null
      ? ''
      : `html:root { background: ${writeColour(theme.background.light)}; }\n@media (prefers-color-scheme: dark) { html:root { background: ${writeColour(theme.background.dark)}; } }\n`;
  return [
    face,
    flash,
    block(within === null ? ':root:root' : `${within} [data-theme]`, both),
    // More specific than the kit's own selectors, so that the order of style sheets does not
    // matter.
    block(`${within ?? ':root:root,'} [data-theme='light'][data-theme]`, coloursOf(theme, 'light')),
    block(`${within ?? ''} [data-theme='dark'][data-theme]`.trim(), coloursOf(theme, 'dark')),
  ].join('');
}

function coloursOf(theme: SiteTheme, mode: Mode): [string, string][] {
  const { background, text } = grounds(theme, mode);
  const values: [string, Colour][] = [];
  const to = (share: number): Colour => mix(background, text, share);
  if (theme.background !== null || theme.text !== null) {
    values.push(['--bg', background], ['--bg-raised', mode === 'light' ? background : to(0.04)], ['--bg-sunken', to(0.025)]);
    values.push(
      ['--bg-hover', to(0.05)],
      ['--bg-active', to(0.1)],
      ['--border', to(0.1)],
      ['--border-strong', to(0.2)],
      ['--border-hover', to(0.32)],
    );
    values.push(['--text', text]);
    values.push(
      ['--text-muted', readableOn(to(0.68), [background, to(0.1)])],
      ['--text-faint', readableOn(to(0.6), [background, to(0.1)])],
    );
  }
  const accent = theme.accent?.[mode];
  if (accent !== undefined) {
    // Text on the accent is white unless dark text has more contrast.
    const onAccent = contrast(white, accent) >= 4.5 ? white : nearBlack;
    const soft = mix(background, accent, mode === 'light' ? 0.1 : 0.22);
    const away = onAccent === white ? -1 : 1;
    values.push(['--accent', accent], ['--accent-hover', lighter(accent, 0.03 * away)], ['--accent-active', lighter(accent, 0.06 * away)]);
    values.push(
      ['--on-accent', onAccent],
      ['--accent-soft', soft],
      ['--bg-selected', soft],
      ['--accent-line', mix(background, accent, 0.35)],
    );
    values.push(['--accent-text', readableOn(accent, [background, soft, to(0.1)])]);
  }
  return values.map(([name, colour]) => [name, writeColour(colour)]);
}

/** The colours that a browser and an icon need before any style sheet has loaded. */
export const themeColours = (theme: SiteTheme): { readonly accent: string; readonly light: string; readonly dark: string } => ({
  accent: theme.accent ? writeColour(theme.accent.light) : '#4150c4',
  light: writeColour(grounds(theme, 'light').background),
  dark: writeColour(grounds(theme, 'dark').background),
});
