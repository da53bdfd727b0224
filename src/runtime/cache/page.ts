import type { ProductModel, Screen } from '../../engine/document/product-model.ts';
import type { ListOptions } from '../../engine/part-data.ts';
import type { Address } from '../../engine/record-data.ts';
import type { PartRequest } from '../../engine/session.ts';
import { dayAt } from '../parts/calendar/calendar-days.ts';
import { matchRoute } from '../routes.ts';
import { allParts, hasListState, optionsOf, partsToLoad } from '../screen/part-lists.ts';

/** A location's page: `screen` is null if the document has none there. */
export interface Page {
  readonly model: ProductModel;
  readonly address: Address | null;
  readonly screen: Screen | null;
  /** The first part of the screen with list state: its keys in the query have no prefix. */
  readonly mainList: string | null;
}

export function pageAt(model: ProductModel, path: string): Page {
  const address = matchRoute(model.screens, path);
  const screen = address === null ? null : (model.screens.find(({ name }) => name.text === address.screen) ?? null);
  const mainList = screen === null ? null : ([...allParts(screen.parts)].find(hasListState)?.id ?? null);
  return { model, address: screen === null ? null : address, screen, mainList };
}

/** The address's query, the reader's language and time zone, and the time in milliseconds. */
export interface Look {
  readonly query: string;
  readonly locale: string;
  readonly zone: string;
  readonly now: number;
}

/**
 * Every part that the page shows immediately, with its options. The session decides which of them
 * the person may see.
 */
export function requestsOf({ model, screen, mainList }: Page, { query, locale, zone, now }: Look): PartRequest[] {
  const today = dayAt(now, zone);
  return partsToLoad(screen?.parts ?? [], query).map((part) => ({
    part: part.id,
    options: withoutEmptyOptions(optionsOf({ model, locale, zone, today }, part, mainList, query)),
  }));
}

/** Undefined for empty options, which mean the same as none. */
export const withoutEmptyOptions = (options: ListOptions | undefined): ListOptions | undefined =>
  options !== undefined && Object.keys(options).length > 0 ? options : undefined;
