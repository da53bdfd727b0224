import type { Part } from '../../engine/document/product-model.ts';

/** A record's parts by what they are for. */
export interface RecordLayout {
  /** What the screen is about, in the document's order. */
  readonly main: readonly Part[];
  /** The second of two sections side by side; null: there are none. */
  readonly facts: Part | null;
  /** It says something, and does not only ask: where it is narrow it comes first. */
  readonly factsFirst: boolean;
  /** What happened: timelines, and sections that hold nothing else. */
  readonly activity: readonly Part[];
}

/**
 * Where the document has a main and a side section, or a timeline, those belong beside what is
 * read. Null: the parts follow each other as they are.
 */
export function layoutOf(parts: readonly Part[], visible: readonly string[]): RecordLayout | null {
  const seen = parts.filter(({ id }) => visible.includes(id));
  const pair = seen.find((part) => sectionsOf(part, visible) !== null);
  const sections = pair === undefined ? null : sectionsOf(pair, visible);
  const activity = activityIn(seen, visible);
  const main = seen.flatMap((part) => (part === pair && sections ? [sections[0]] : activity.includes(part) ? [] : [part]));
  if ((sections === null && activity.length === 0) || main.length === 0) return null;
  const facts = sections?.[1] ?? null;
  const says = facts?.kind === 'section' && facts.parts.some(({ kind }) => kind === 'details' || kind === 'figure');
  return { main, facts, factsFirst: says, activity };
}

/** The two sections of `columns` that are seen; null: the part is anything else. */
function sectionsOf(part: Part, visible: readonly string[]): readonly [Part, Part] | null {
  if (part.kind !== 'columns') return null;
  const [first, second, ...more] = part.parts.filter(({ id }) => visible.includes(id));
  return first?.kind === 'section' && second?.kind === 'section' && more.length === 0 ? [first, second] : null;
}

function activityIn(parts: readonly Part[], visible: readonly string[]): readonly Part[] {
  return parts.flatMap((part) => {
    if (part.kind === 'timeline') return [part];
    if (part.kind !== 'section' && part.kind !== 'columns') return [];
    const inside = part.parts.filter(({ id }) => visible.includes(id));
    const found = activityIn(inside, visible);
    return part.kind === 'section' && found.length > 0 && found.length === inside.length ? [part] : found;
  });
}
