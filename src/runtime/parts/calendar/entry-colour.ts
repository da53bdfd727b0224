import { own } from '../../../base/own.ts';
import type { RecordData, RelationData } from '../../../engine/record-data.ts';
import { type Hue, hueOf, hueOfMeaning } from '../../../ui/display/hue.ts';
import { hueOfValue, isRelation, typeOf } from '../../model-lookup.ts';
import { useProduct } from '../../product-context.ts';
import type { PartOf } from '../part.ts';

/** The colour of a calendar's entry and its meaning. */
export interface EntryColour {
  readonly hue: Hue;
  readonly text: string;
  /** The value behind the colour: a relation's record, an enum's value, a state or a boolean. */
  readonly value: RelationData | string | boolean;
  /** The hue comes from the text alone, so it may change beside other entries. */
  readonly byName: boolean;
}

/**
 * Returns a function that finds the colour of a record's entry; null if the calendar has no colour
 * field or the record no value.
 */
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
    // A calendar's colours must differ, so a value without a meaning gets a hue by its name.
    const byName = kind === 'enum' && labels.colour(entity, field, value) === null;
    return { hue: byName ? hueOf(value) : hueOfValue(model, entity, field, value), text, value, byName };
  };
}
