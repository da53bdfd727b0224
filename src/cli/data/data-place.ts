import type { Database } from '../../serve/engine/database.ts';
import { addressProblem } from '../database-address.ts';
import type { Document } from '../documents.ts';
import type { Machine } from '../machine.ts';

/** Where the data of a document is stored, in the form that `ninefold serve` uses. */
export interface DataPlace {
  readonly database: Database;
  /** A description for messages. */
  readonly words: string;
  /** Whether data exists already. Always true for a database server; opening it finds out. */
  readonly isThere: boolean;
}

/** Returns the place that the options name; a string describes the problem. */
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
