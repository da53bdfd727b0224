import { createContext } from 'react';
import type { RecordData } from '../../engine/record-data.ts';
import type { FormValues } from './form-values.ts';

/** A request to create a related record: its entity, the start of its label, and the callback. */
export interface NewRecord {
  readonly entity: string;
  readonly text: string;
  /** The id of a record whose values it begins with. */
  readonly like?: string;
  /** What the form begins with. */
  readonly start?: FormValues;
  readonly done: (record: Pick<RecordData, 'id' | 'label'>) => void;
}

/** Asks for a new record in a dialog; null where there is none to ask in. */
export const NewRecordContext = createContext<((wanted: NewRecord) => void) | null>(null);
