import { own } from '../../base/own.ts';
import type { RecordData, RelationData } from '../../engine/record-data.ts';
import { type Hue, hueOf, hueOfMeaning } from '../../ui/display/hue.ts';
import { hueOfValue, isRelation, typeOf } from '../model-lookup.ts';
import { useProduct } from '../product-context.ts';
import type { PartOf } from './part.ts';

/** The colour of a calendar's entry and what it says. */
export interface EntryColour {
  readonly hue: Hue;
  readonly text: string;
  /** What says so: a relation's record, an enum's value, a state, yes or no. */
  readonly value: RelationData | string | boolean;
  /** The hue follows from the text alone: beside others it may be another. */
  readonly byName: boolean;
}

/** By the field that the calendar is coloured by; null: it is not, or the entry has no value. */
export function useEntryColour(part: PartOf<'calendar'>): (record: RecordData) => EntryColour | null {
  const { model, labels, words } = useProduct();
  const field = part.colour?.name.text ?? null;
  if (field === null) return () => null;
  const { kind } = typeOf(model, part.entity.text, field);
  return ({ entity, values }) => {
    const value = own(values, field) ?? null;
    if (isRelation(value)) return { hue: hueOf(value.label), text: value.label, value: value, byName: true };
    if (typeof value === 'boolean')
      return { hue: hueOfMeaning(value ? 'success' : 'neutral'), text: value ? words.yes : words.no, value, byName: false };
    if (typeof value !== 'string' || (kind !== 'state' && kind !== 'enum')) return null;
    const text = labels.value(entity, field, value);
    // A calendar's colours must differ: a value without a meaning has one by its name.
    const said = kind === 'enum' && labels.colour(entity, field, value) === null;
    return { hue: said ? hueOf(value) : hueOfValue(model, entity, field, value), text, value, byName: said };
  };
}
