import type { Part, ProductModel } from '../../engine/document/product-model.ts';
import type { ListOptions } from '../../engine/part-data.ts';
import type { Around } from '../filter-state.ts';
import { timesAround } from '../lists/times-around.ts';
import { typeOf } from '../model-lookup.ts';
import { daysInSight, rangeOfDays, readCalendarState } from '../parts/calendar-range.ts';
import { listOptions, readListState } from '../query-state.ts';
import { isForPaper, isOnPaper, mostOnPaper } from './paper.ts';

export const hasParts = (part: Part): part is Extract<Part, { readonly kind: 'section' | 'columns' | 'tabs' }> =>
  part.kind === 'section' || part.kind === 'columns' || part.kind === 'tabs';

export const hasListState = (part: Part): part is Extract<Part, { readonly kind: 'list' | 'cards' }> =>
  part.kind === 'list' || part.kind === 'cards';

/** Every part, from the outside in. */
export function* allParts(parts: readonly Part[]): Generator<Part> {
  for (const part of parts) {
    yield part;
    if (hasParts(part)) yield* allParts(part.parts);
  }
}

/** How a tab is called in the address. */
export const tabName = (part: Part): string =>
  part.kind === 'section' ? part.title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-') : part.id;

/** The panels of tabs that this person sees, and which of them is in front. */
export function openTab(
  part: Extract<Part, { readonly kind: 'tabs' }>,
  visible: readonly string[],
  query: string,
): { readonly panels: readonly Part[]; readonly open: Part | undefined } {
  const panels = part.parts.filter((panel) => visible.includes(panel.id));
  const wanted = new URLSearchParams(query).get(tabKey(part));
  return { panels, open: panels.find((panel) => tabName(panel) === wanted) ?? panels[0] };
}

export const tabKey = (part: Part): string => `tab.${part.id}`;

/** Is there a number beside its title? The tabs behind show theirs as well. */
const isCounted = (part: Part): boolean => part.kind === 'section' && part.count !== null;

/**
 * The parts that may be drawn at once and need data: not those in tabs behind. Who sees which is
 * not known here.
 */
export function partsToAsk(parts: readonly Part[], query: string): Part[] {
  const paper = isOnPaper(query);
  return parts.flatMap((part): Part[] => {
    if (part.kind === 'tabs') {
      // On paper all tabs stand one below the other.
      if (paper) return partsToAsk(part.parts, query);
      const front = panelsInFront(part, query);
      return [...part.parts.filter((panel) => isCounted(panel) && !front.includes(panel)), ...partsToAsk(front, query)];
    }
    if (hasParts(part)) return [...(isCounted(part) ? [part] : []), ...partsToAsk(part.parts, query)];
    if (part.kind === 'text' || part.kind === 'print' || part.kind === 'unread' || (paper && !isForPaper(part))) return [];
    return [part];
  });
}

/**
 * The parts whose code the screen needs at once: those that need data, and the tabs around them.
 */
export const partsToDraw = (parts: readonly Part[], query: string): Part[] => [
  ...partsToAsk(parts, query),
  ...[...allParts(parts)].filter(({ kind }) => kind === 'tabs'),
];

/**
 * The panel that the address names, and those that may be in front in its place where the person
 * does not see it.
 */
function panelsInFront(part: Extract<Part, { readonly kind: 'tabs' }>, query: string): readonly Part[] {
  const wanted = new URLSearchParams(query).get(tabKey(part));
  const named = part.parts.filter((panel) => tabName(panel) === wanted);
  const inOrder = [...named, ...part.parts.filter((panel) => !named.includes(panel))];
  const certain = inOrder.findIndex((panel) => panel.when === null && panel.roles.length === 0);
  return certain === -1 ? inOrder : inOrder.slice(0, certain + 1);
}

/**
 * The request of a part at an address, which holds the state of lists and calendars. `today` is the
 * reader's: `2026-01-05`.
 */
export function optionsOf(
  { model, locale, zone, today }: { readonly model: ProductModel; readonly locale: string; readonly zone: string; readonly today: string },
  part: Part,
  mainList: string | null,
  query: string,
): ListOptions | undefined {
  if (part.kind === 'calendar') {
    const days = daysInSight(readCalendarState(query, part.id, today), locale);
    return { range: rangeOfDays(days, typeOf(model, part.entity.text, part.by.name.text).kind, zone) };
  }
  if (!hasListState(part)) return undefined;
  const state = readListState(query, part.id === mainList ? null : part.id);
  const around: Around = (name) => timesAround(today, locale).find((time) => time.name === name) ?? null;
  const asked = listOptions(state, part.perPage, (field) => typeOf(model, part.entity.text, field).kind, around);
  if (!isOnPaper(query)) return asked;
  const { offset: _, ...all } = asked;
  return { ...all, limit: mostOnPaper };
}
