import { createContext } from 'react';
import type { RecordData } from '../../engine/session.ts';

/** A record that is to be made in between: of which entity, what its name begins with, and who waits for it. */
export interface NewRecord {
  readonly entity: string;
  readonly text: string;
  readonly done: (record: Pick<RecordData, 'id' | 'label'>) => void;
}

/** Asks for a new record in a dialog; null where there is none to ask in. */
export const NewRecordContext = createContext<((wanted: NewRecord) => void) | null>(null);
