import type { Part, ProductModel } from '../../engine/document/product-model.ts';
import type { ListOptions } from '../../engine/part-data.ts';
import type { ResolvePeriod } from '../filter-state.ts';
import { relativePeriods } from '../lists/relative-periods.ts';
import { typeOf } from '../model-lookup.ts';
import { rangeOfDays, readCalendarState, visibleDays } from '../parts/calendar/calendar-range.ts';
import { emptyListState, listOptions, readListState } from '../query-state.ts';
import { isForPaper, isOnPaper, maxRowsOnPaper } from './paper.ts';

export const hasParts = (part: Part): part is Extract<Part, { readonly kind: 'section' | 'columns' | 'tabs' }> =>
  part.kind === 'section' || part.kind === 'columns' || part.kind === 'tabs';

export const hasListState = (part: Part): part is Extract<Part, { readonly kind: 'list' | 'cards' }> =>
  part.kind === 'list' || part.kind === 'cards';

/** All parts, each before the parts inside it. */
export function* allParts(parts: readonly Part[]): Generator<Part> {
  for (const part of parts) {
    yield part;
    if (hasParts(part)) yield* allParts(part.parts);
  }
}

/** The name of a tab in the address. */
export const tabName = (part: Part): string =>
  part.kind === 'section' ? part.title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-') : part.id;

/** The panels that this person may see, and the active one. */
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

/** Whether a number is shown beside its title; hidden tabs show theirs too. */
const isCounted = (part: Part): boolean => part.kind === 'section' && part.count !== null;

/**
 * The parts that may be shown immediately and need data, so without inactive tabs. Permissions are
 * not known here.
 */
export function partsToLoad(parts: readonly Part[], query: string): Part[] {
  const paper = isOnPaper(query);
  return parts.flatMap((part): Part[] => {
    if (part.kind === 'tabs') {
      // Paper shows all tabs one below the other.
      if (paper) return partsToLoad(part.parts, query);
      const front = panelsInFront(part, query);
      return [...part.parts.filter((panel) => isCounted(panel) && !front.includes(panel)), ...partsToLoad(front, query)];
    }
    if (hasParts(part)) return [...(isCounted(part) ? [part] : []), ...partsToLoad(part.parts, query)];
    if (part.kind === 'text' || part.kind === 'print' || part.kind === 'unread' || (paper && !isForPaper(part))) return [];
    return [part];
  });
}

/**
 * The parts whose code the screen needs immediately: those that need data, and the tabs around
 * them.
 */
export const partsToDraw = (parts: readonly Part[], query: string): Part[] => [
  ...partsToLoad(parts, query),
  ...[...allParts(parts)].filter(({ kind }) => kind === 'tabs'),
];

/** The panel that the address names, and those that may replace it if the person may not see it. */
function panelsInFront(part: Extract<Part, { readonly kind: 'tabs' }>, query: string): readonly Part[] {
  const wanted = new URLSearchParams(query).get(tabKey(part));
  const named = part.parts.filter((panel) => tabName(panel) === wanted);
  const inOrder = [...named, ...part.parts.filter((panel) => !named.includes(panel))];
  const certain = inOrder.findIndex((panel) => panel.when === null && panel.roles.length === 0);
  return certain === -1 ? inOrder : inOrder.slice(0, certain + 1);
}

/**
 * The options of a part at an address, which contains the state of lists and calendars. `today` is
 * the reader's day: `2026-01-05`.
 */
export function optionsOf(
  { model, locale, zone, today }: { readonly model: ProductModel; readonly locale: string; readonly zone: string; readonly today: string },
  part: Part,
  mainList: string | null,
  query: string,
): ListOptions | undefined {
  if (!hasListState(part) && part.kind !== 'board' && part.kind !== 'calendar') return undefined;
  const state = readListState(query, part.id === mainList ? null : part.id);
  const around: ResolvePeriod = (name) => relativePeriods(today, locale).find((time) => time.name === name) ?? null;
  const typeIn = (field: string): string => typeOf(model, part.entity.text, field).kind;
  if (!hasListState(part)) {
    const { search, filters, any } = state;
    const narrowing = listOptions({ ...emptyListState, search, filters, any }, null, typeIn, around);
    if (part.kind === 'board') return narrowing;
    const days = visibleDays(readCalendarState(query, part.id, today), locale);
    return { ...narrowing, range: rangeOfDays(days, typeIn(part.by.name.text), zone) };
  }
  const options = listOptions(state, part.perPage, typeIn, around);
  if (!isOnPaper(query)) return options;
  const { offset: _, ...all } = options;
  return { ...all, limit: maxRowsOnPaper };
}
