import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Platform } from '../base/platform.ts';
import type { Span } from '../base/span.ts';
import type { ProductModel } from '../engine/document/product-model.ts';
import type { Outcome, Refusal } from '../engine/outcome.ts';
import type { Address } from '../engine/record-data.ts';
import type { Command, Done, NavigationItem, OrganisationsData, PersonData, Session } from '../engine/session.ts';
import type { Labels } from '../model/labels.ts';
import type { Theme } from '../ui/root/theme.ts';
import type { ProductCache } from './cache/product-cache.ts';
import type { ComponentLibrary } from './component.ts';
import { hasAllWords } from './languages/late-words.ts';
import type { Trails } from './lists/trails.ts';
import type { Place, ProductLocation } from './location.ts';
import type { Minutes } from './minutes.ts';
import type { FirstWords, Words } from './words.ts';

/** What all components of the running product share. */
export interface Product {
  readonly session: Session;
  /** The data of the product's screens. */
  readonly cache: ProductCache;
  readonly model: ProductModel;
  /** The lists that the person has seen. */
  readonly trails: Trails;
  readonly location: ProductLocation;
  readonly words: FirstWords;
  /** The labels that people read instead of the document's names. */
  readonly labels: Labels;
  /** The languages that the document has words for; null if it has at most one. */
  readonly languages: { readonly offered: readonly string[]; readonly shown: string; choose(language: string): void } | null;
  /** The components that the product's author supplied, by name. */
  readonly components: ComponentLibrary;
  /** A BCP 47 tag, for numbers and dates. */
  readonly locale: string;
  /** The IANA name of the time zone in which the person sees and enters times. */
  readonly zone: string;
  readonly platform: Platform;
  /** The shared clock of everything on the screen. */
  readonly minutes: Minutes;
  readonly person: PersonData;
  readonly navigation: readonly NavigationItem[];
  /** The organisations in which the person works; null if the document has none. */
  readonly organisations: OrganisationsData | null;
  /** The URL of a picture that replaces the product's initial; null for none. */
  readonly logo: string | null;
  /** The URL of a picture for the sign-in page; null for none. */
  readonly cover: string | null;
  /** Shows the row of the document that refused something; null if there is no document to show. */
  readonly onWhy: ((span: Span) => void) | null;
  /** What “Why?” does for a refusal; null if there is nothing to show. */
  readonly whyOf: WhyOf;
  /** The chosen theme, and a function that changes it; null if something else decides. */
  readonly themes: { readonly chosen: Theme; choose(theme: Theme): void } | null;
  /** Whether holes and assumptions are marked. */
  readonly marks: boolean;
  /** Whether elements have attributes that name their place in the document (places.ts). */
  readonly places: boolean;
  /** Whether pressing a refused button still runs its command, so that it can be recorded. */
  readonly triesRefused: boolean;

  /**
   * The accessible name of a page region; adds the acting person if another product is on the page.
   */
  region(name: string): string;
  /** Sets the page's title. */
  title(text: string): void;
  /** The path of an address in the product's location. */
  path(address: Address): string;
  open(address: Address, how?: 'push' | 'replace'): void;
  /** Runs a command. When it resolves, the page and the acting person reflect the result. */
  run(command: Command): Promise<Outcome<Done>>;
  /** Shows refusals where section 8 says. A form must have handled those at a field before. */
  refuse(refusals: readonly Refusal[]): void;
  actAs(id: string | null): Promise<void>;
}

export type WhyOf = (refusal: Refusal) => (() => void) | null;

export const ProductContext = createContext<Product | null>(null);

export function useProduct(): Product {
  const product = useContext(ProductContext);
  if (!product) throw new Error('useProduct outside <ProductApp>');
  return product;
}

/** A product with the texts of all parts. */
export interface WholeProduct extends Product {
  readonly words: Words;
}

const isWhole = (product: Product): product is WholeProduct => hasAllWords(product.words);

/** For parts that load after the first screen (lazy-part.ts), and their texts with them. */
export function useWholeProduct(): WholeProduct {
  const product = useProduct();
  if (!isWhole(product)) throw new Error('useWholeProduct outside a lazyPart');
  return product;
}

/** A number that rises with every change, for data read outside the screen. */
export function useVersion(): number {
  const { cache } = useProduct();
  return useSyncExternalStore(cache.subscribe, cache.version);
}

/** The current place of the location. */
export const PlaceContext = createContext<Place>({ path: '/', query: '', key: '0', by: 'push' });

export const usePlace = (): Place => useContext(PlaceContext);
