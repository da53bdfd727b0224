import type { Part, ProductModel } from '../../engine/document/product-model.ts';
import type { ListOptions } from '../../engine/session.ts';
import { typeOf } from '../model-lookup.ts';
import { daysInSight, rangeOfDays, readCalendarState } from '../parts/calendar-time.ts';
import { listOptions, readListState } from '../query-state.ts';

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

/** The parts that will be visible immediately and need data: not those in inactive tabs. */
export function partsToRead(parts: readonly Part[], visible: readonly string[], query: string): Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    if (!visible.includes(part.id)) continue;
    if (part.kind === 'tabs') {
      const { open } = openTab(part, visible, query);
      if (open) found.push(...partsToRead([open], visible, query));
    } else if (hasParts(part)) found.push(...partsToRead(part.parts, visible, query));
    else if (part.kind !== 'text' && part.kind !== 'unread') found.push(part);
  }
  return found;
}

/**
 * The request of a part at an address, which holds the state of lists and calendars. `today` is the
 * reader's: `2026-01-05`.
 */
export function optionsOf(
  { model, locale, today }: { readonly model: ProductModel; readonly locale: string; readonly today: string },
  part: Part,
  mainList: string | null,
  query: string,
): ListOptions | undefined {
  if (part.kind === 'calendar') {
    const days = daysInSight(readCalendarState(query, part.id, today), locale);
    return { range: rangeOfDays(days, typeOf(model, part.entity.text, part.by.name.text).kind) };
  }
  if (!hasListState(part)) return undefined;
  const state = readListState(query, part.id === mainList ? null : part.id);
  return listOptions(state, part.perPage, (field) => typeOf(model, part.entity.text, field).kind);
}
