import type { RecordValue } from '../../expression/values/value.ts';
import type { Part, PartKind, Screen } from '../../model/ast/screens.ts';
import type { ListOptions, PartData } from '../part-data.ts';
import type { Product } from '../product.ts';
import type { Address } from '../record-data.ts';
import type { Person, World } from '../world/world.ts';

export type PartOf<K extends PartKind> = Extract<Part, { readonly kind: K }>;

/** The context of a part, and the person viewing it. */
export interface PartPlace {
  readonly world: World;
  readonly product: Product;
  readonly person: Person;
  readonly screen: Screen;
  readonly address: Address;
  /** The record of the screen, with the person's visibility. */
  readonly record: RecordValue | null;
  readonly options: ListOptions;
}

/** Reads a part's data. May throw Refused. */
export type PartReader<K extends PartKind> = (place: PartPlace, part: PartOf<K>) => PartData;
