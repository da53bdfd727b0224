import type { Schema } from '../schema.ts';
import type { Connection } from './connection.ts';
import type { Flavour } from './flavour.ts';
import type { Conditions } from './kept-conditions.ts';

/** What belongs to the tables cannot be made again over the records that are there. */
export class RecordsInTheWay extends Error {
  override readonly name = 'RecordsInTheWay';
}

/**
 * Makes again what belongs to the tables and is not there, as after a backup that was put back without it, and gives it in words. Throws RecordsInTheWay, with
 * what stands in the way of each: such a database would take in more of what nobody looks for any longer. Not inside a transaction.
 */
export function completeTables(connection: Connection, flavour: Flavour, schema: Schema, conditions: Conditions): readonly string[] {
  if (flavour.lacking(connection, schema, conditions).length === 0) return [];
  return connection.transaction(() => {
    const made: string[] = [];
    const hindered: string[] = [];
    // Another process may have made some of it meanwhile.
    for (const { what, statement, hindering } of flavour.lacking(connection, schema, conditions)) {
      try {
        connection.transaction(() => flavour.runAll(connection, statement.split(/; (?=ALTER TABLE)/)));
        made.push(what);
      } catch (error) {
        if (!flavour.isHindered(error)) throw error;
        const ids = hindering === null ? [] : connection.rows(hindering).map(String);
        const said = ids.length === 0 && error instanceof Error ? error.message : `not so with the records ${ids.join(', ')}`;
        hindered.push(`${what} (${said})`);
      }
    }
    if (hindered.length > 0)
      throw new RecordsInTheWay(
        `the database lacks what keeps its records right, as after a backup that was put back without it, and some records stand in the way of making it again: ${hindered.join('; ')}. Put the backup back whole, or mend these records`,
      );
    return made;
  });
}
