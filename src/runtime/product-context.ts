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
import type { Trails } from './lists/trails.ts';
import type { Place, ProductLocation } from './location.ts';
import type { Minutes } from './minutes.ts';
import type { Words } from './words.ts';

/** What every part of the running product may use. */
export interface Product {
  readonly session: Session;
  /** What is known of the product's screens. */
  readonly cache: ProductCache;
  readonly model: ProductModel;
  /** The lists that the person saw. */
  readonly trails: Trails;
  readonly location: ProductLocation;
  readonly words: Words;
  /** What users read in place of the document's names. */
  readonly labels: Labels;
  /** The languages that the document has words in; null where it has at most one. */
  readonly languages: { readonly offered: readonly string[]; readonly shown: string; choose(language: string): void } | null;
  /** Those that the product's owner supplied, by name. */
  readonly components: ComponentLibrary;
  /** BCP 47, for numbers and dates. */
  readonly locale: string;
  /** The IANA name of the zone in which the person sees and enters times. */
  readonly zone: string;
  readonly platform: Platform;
  /** The time as the screen shows it. */
  readonly minutes: Minutes;
  readonly person: PersonData;
  readonly navigation: readonly NavigationItem[];
  /** The organisations in which the person works; null: the document has none. */
  readonly organisations: OrganisationsData | null;
  /** A picture in place of the product's initial. */
  readonly logo: string | null;
  /** The address of a picture beside the way in; null: there is none. */
  readonly cover: string | null;
  /**
   * Shows the row of the document that refused something; null where there is no document to show.
   */
  readonly onWhy: ((span: Span) => void) | null;
  /** What “Why?” does about a refusal; null where nothing can be shown. */
  readonly whyOf: WhyOf;
  /** Which theme was chosen, and how another one is; null where something else decides. */
  readonly themes: { readonly chosen: Theme; choose(theme: Theme): void } | null;
  /** Marks for holes and assumptions are drawn. */
  readonly marks: boolean;
  /** Elements say in attributes which place of the document they show (places.ts). */
  readonly places: boolean;
  /** A press of a button that is refused runs its command all the same, to be recorded. */
  readonly triesRefused: boolean;

  /** The name of a page region; beside another product on the page, with the acting person. */
  region(name: string): string;
  /** Names the page after what is shown. */
  title(text: string): void;
  /** The path of an address, for the location. */
  path(address: Address): string;
  open(address: Address, how?: 'push' | 'replace'): void;
  /** Runs a command; afterwards everything that is shown, and who acts, is as it is then. */
  run(command: Command): Promise<Outcome<Done>>;
  /**
   * Shows refusals where the catalogue says. Those at a field must have been taken by a form
   * before.
   */
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

/** Goes up with every change: for what is read beside the screen. */
export function useVersion(): number {
  const { cache } = useProduct();
  return useSyncExternalStore(cache.subscribe, cache.version);
}

/** The place of the location, as it changes. */
export const PlaceContext = createContext<Place>({ path: '/', query: '', key: '0', by: 'push' });

export const usePlace = (): Place => useContext(PlaceContext);
