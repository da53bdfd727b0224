/** A hue in degrees of OKLCH, or null for neutral grey. */
export type Hue = number | null;

const people: readonly number[] = [262, 18, 195, 312, 70, 150, 340, 230, 100, 285];
/** A muted green for final states. */
export const finalHue = 155;

/** The hue for each meaning of a state or a value, the same everywhere. */
const hues = { neutral: null, info: 230, progress: 262, success: finalHue, warning: 70, danger: 18 } as const satisfies Record<string, Hue>;
export const hueOfMeaning = (meaning: keyof typeof hues): Hue => hues[meaning];

/** Returns the same hue for the same text everywhere (FNV-1a, 32 bits). */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return people[(hash >>> 0) % people.length] ?? 262;
}

/**
 * Hues for texts that are shown together. Each text gets its hue from `hueOf`, or the next free
 * one. All differ as long as there are no more texts than hues.
 */
export function distinctHues(texts: Iterable<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const text of [...new Set(texts)].sort()) {
    const used = new Set(found.values());
    const begin = people.indexOf(hueOf(text));
    const free = people.map((_, index) => people[(begin + index) % people.length] ?? 262).find((hue) => !used.has(hue));
    found.set(text, free ?? hueOf(text));
  }
  return found;
}
