/** A hue in degrees of OKLCH, or null for neutral grey. */
export type Hue = number | null;

const people: readonly number[] = [262, 18, 195, 312, 70, 150, 340, 230, 100, 285];
/** A muted green: what has come to its end. */
export const finalHue = 155;

/** What a state or a value means to people: one hue for each everywhere. */
const hues = { neutral: null, info: 230, progress: 262, success: finalHue, warning: 70, danger: 18 } as const satisfies Record<string, Hue>;
export const hueOfMeaning = (meaning: keyof typeof hues): Hue => hues[meaning];

/** The same text has the same hue everywhere (FNV-1a, 32 bits). */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return people[(hash >>> 0) % people.length] ?? 262;
}

/**
 * Hues for texts that are seen together: each its own, by `hueOf`, or the next that is free; as
 * many texts as there are hues all differ.
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
