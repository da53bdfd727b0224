import { createContext } from 'react';
import type { InputData } from '../../engine/form-data.ts';
import type { RecordData } from '../../engine/record-data.ts';

/** Where a screen lets people change its record's fields. */
export interface InPlace {
  /** The inputs of fields that details show and the person may change there, by name. */
  readonly inputs: ReadonlyMap<string, InputData>;
  /** Ids of forms that are not shown, because details let people change all of their fields. */
  readonly folded: ReadonlySet<string>;
  /**
   * Fields of forms that details do not show, by the id of the part that shows them: the details
   * beside the form, or else the form itself, which then looks like details.
   */
  readonly further: ReadonlyMap<string, readonly FurtherField[]>;
  /** The fields of the remaining forms. */
  readonly inForms: ReadonlySet<string>;
}

export interface FurtherField {
  readonly record: RecordData;
  readonly input: InputData;
}

/** On screens without a record. */
export const nowhere: InPlace = { inputs: new Map(), folded: new Set(), further: new Map(), inForms: new Set() };

export const InPlaceContext = createContext<InPlace>(nowhere);
