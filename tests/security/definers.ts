import type { Connection } from '../../src/store/sql/connection.ts';

/** A function that runs with its owner's rights. */
export interface Definer {
  readonly name: string;
  readonly isTrigger: boolean;
  /** As the catalogue has it: `search_path=ninefold, pg_temp`. */
  readonly searchPath: string;
  readonly isPublic: boolean;
  readonly body: string;
}

/** Those of the product's schema, `ninefold` unless another is named. */
export const definers = (connection: Connection, schema = 'ninefold'): readonly Definer[] =>
  connection
    .rows(
      `SELECT p.proname, p.prorettype = 'trigger'::regtype, array_to_string(p.proconfig, ';'), has_function_privilege('public', p.oid, 'EXECUTE'), p.prosrc
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = ? AND p.prosecdef ORDER BY p.proname`,
      [schema],
    )
    .map(([name, isTrigger, searchPath, isPublic, body]) => ({
      name: String(name),
      isTrigger: isTrigger === 1,
      searchPath: String(searchPath),
      isPublic: isPublic === 1,
      body: String(body),
    }));
