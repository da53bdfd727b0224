import type { Database } from '../../serve/engine/database.ts';
import { addressProblem } from '../database-address.ts';
import type { Document } from '../documents.ts';
import type { Machine } from '../machine.ts';

/** Where a document's data is: as `ninefold serve` keeps it. */
export interface DataPlace {
  readonly database: Database;
  /** For people. */
  readonly words: string;
  /** Is there anything yet? A database on a server says so itself. */
  readonly isThere: boolean;
}

/** The place that the options name; a text says what is wrong with them. */
export async function dataPlace(options: Readonly<Record<string, string>>, document: Document, host: Machine): Promise<DataPlace | string> {
  if (options['data'] !== undefined && options['database'] !== undefined) return 'Choose one of --data and --database.';
  const url = options['database'] ?? (options['data'] === undefined ? host.environment('NINEFOLD_DATABASE') : undefined);
  if (url !== undefined) {
    const wrong = addressProblem(url);
    if (wrong !== null) return wrong;
    return { database: { kind: 'server', url }, words: 'the database', isThere: true };
  }
  const folder = options['data'] ?? `${document.file.replace(/\.[^./\\]+$/, '')}.data`;
  return { database: { kind: 'embedded', folder }, words: folder, isThere: (await host.listFolder(`${folder}/postgres`)) !== null };
}
