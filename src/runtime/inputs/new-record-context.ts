import { createContext } from 'react';
import type { RecordData } from '../../engine/record-data.ts';
import type { FormValues } from './form-values.ts';

/** A request to create a related record: its entity, the start of its label, and a callback. */
export interface NewRecord {
  readonly entity: string;
  readonly text: string;
  /** The id of a record whose values the form starts with. */
  readonly like?: string;
  /** The values that the form starts with. */
  readonly start?: FormValues;
  readonly done: (record: Pick<RecordData, 'id' | 'label'>) => void;
}

/** Opens the dialog for a new record; null where there is none. */
export const NewRecordContext = createContext<((wanted: NewRecord) => void) | null>(null);
