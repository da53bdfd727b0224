import type { Part } from '../../engine/document/product-model.ts';

/** A record's parts by their purpose. */
export interface RecordLayout {
  /** The main content, in the document's order. */
  readonly main: readonly Part[];
  /** The second of two sections side by side; null if there are none. */
  readonly facts: Part | null;
  /** Whether `facts` has more than forms, and so comes first on a narrow screen. */
  readonly factsFirst: boolean;
  /** Timelines, and sections with nothing else. */
  readonly activity: readonly Part[];
}

/**
 * Moves a side section, or a timeline, beside the main content. Null if the parts have neither and
 * keep their order.
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

/** The two visible sections of a `columns` part; null for any other part. */
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
