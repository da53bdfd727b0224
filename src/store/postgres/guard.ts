import type { Connection } from '../sql/connection.ts';
import { identifier, qualified, shortened, textLiteral } from '../sql/identifier.ts';
import { keptLayout } from '../sql/meta.ts';
import { quotedBody } from './defences.ts';
import { PostgresError } from './postgres-error.ts';

/*
 * The rights that the engine's role gives up on a server (docs/guide/database.md, "Who owns the
 * audit trail"). Another role, which cannot log in, owns the schema and the trail: the engine only
 * adds and reads entries. The schema must have this owner too, because the owner of a schema may
 * drop everything in it.
 */

/** Owns the audit trails of all products on the server. */
export const trailOwner = 'ninefold_trail';

/** Without the sequence number, so that the engine cannot insert entries between existing ones. */
const trailColumns = '"at", "by", "entity", "record", "operation", "changes"';

/** The connection's role may not replace the audit trail, as replacing everything requires. */
export class TrailNotOwned extends Error {
  override readonly name = 'TrailNotOwned';
}

interface State {
  readonly role: string;
  readonly database: string;
  readonly schema: string;
  readonly schemaOwner: string;
  readonly auditOwner: string;
  readonly isSuperuser: boolean;
  readonly makesRoles: boolean;
  readonly ownsSchema: boolean;
  readonly ownsDatabase: boolean;
  /** Whether any role may create tables in the schema, and temporary ones in the database. */
  readonly anyoneCreates: boolean;
  readonly anyoneTemp: boolean;
  readonly writesTrail: boolean;
  /** Whether the role has all rights of `trailOwner`. */
  readonly isTrailOwner: boolean;
}

function look(connection: Connection): State {
  const row = connection.row(`SELECT row_to_json("state") FROM (
    SELECT current_user AS "role", current_database() AS "database", n.nspname AS "schema",
      pg_get_userbyid(n.nspowner) AS "schemaOwner", pg_get_userbyid(c.relowner) AS "auditOwner",
      r.rolsuper AS "isSuperuser", r.rolcreaterole AS "makesRoles",
      pg_has_role(n.nspowner, 'USAGE') AS "ownsSchema", pg_has_role(d.datdba, 'USAGE') AS "ownsDatabase",
      has_schema_privilege('public', n.oid, 'CREATE') AS "anyoneCreates",
      has_database_privilege('public', d.oid, 'TEMPORARY') AS "anyoneTemp",
      has_table_privilege(c.oid, 'SELECT') AND has_column_privilege(c.oid, 'changes', 'INSERT') AS "writesTrail",
      EXISTS (SELECT 1 FROM pg_roles t WHERE t.rolname = ${textLiteral(trailOwner)} AND pg_has_role(t.oid, 'USAGE')) AS "isTrailOwner"
    FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = '_audit'
      JOIN pg_database d ON d.datname = current_database() JOIN pg_roles r ON r.rolname = current_user
    WHERE n.nspname = current_schema()) AS "state"`);
  if (row === null) throw new Error('the database has no audit trail');
  return JSON.parse(String(row[0])) as State;
}

/**
 * Gives up the rights that it can, and returns the rest, each with a hint for the administrator.
 * Not inside a transaction.
 */
export function guardServer(connection: Connection): readonly string[] {
  if (keptLayout(connection) !== null) return [];
  const left: string[] = [];
  const attempt = (what: string, statements: (state: State) => readonly string[] | string): void => {
    const why = inTurn(connection, statements);
    if (why !== null) left.push(`${what} (${why}); docs/guide/database.md, “Setup by an administrator”, has the statements`);
  };
  attempt('any role may make tables in the product’s schema', ({ anyoneCreates, ownsSchema, schema, schemaOwner }) => {
    if (!anyoneCreates) return [];
    return ownsSchema
      ? [`REVOKE CREATE ON SCHEMA ${identifier(schema)} FROM PUBLIC`]
      : `the schema belongs to ${schemaOwner}: REVOKE CREATE ON SCHEMA ${identifier(schema)} FROM PUBLIC`;
  });
  attempt('any role may make temporary tables in the database', ({ anyoneTemp, ownsDatabase, database }) => {
    const revoke = `REVOKE TEMPORARY ON DATABASE ${identifier(database)} FROM PUBLIC`;
    if (!anyoneTemp) return [];
    return ownsDatabase ? [revoke] : `the database is not the engine’s: ${revoke}`;
  });
  attempt('the engine’s role owns the audit trail, so anyone with its password can change it', (state) => {
    if (state.auditOwner === trailOwner) return [];
    if (state.schema === 'public') return 'the tables are in the schema “public”, which other programs use';
    return state.isSuperuser || state.isTrailOwner || state.makesRoles
      ? handOver(state, admitted(connection))
      : `the role ${state.role} may not make roles`;
  });
  const state = look(connection);
  if (state.isSuperuser)
    left.push(`the role ${state.role} is a superuser, whom nothing in the database holds back: give the product its own role`);
  if (state.auditOwner !== trailOwner) return left;
  if (!state.writesTrail) left.push(`the role ${state.role} may not write the audit trail: ${grantTrail(state).join('; ')}`);
  if (state.isTrailOwner && !state.isSuperuser)
    left.push(`the role ${state.role} has the rights of ${trailOwner}: REVOKE ${trailOwner} FROM ${identifier(state.role)}`);
  return left;
}

/**
 * Runs the statements while no other process does so on this server. Returns why nothing was done,
 * or null.
 */
function inTurn(connection: Connection, statements: (state: State) => readonly string[] | string): string | null {
  try {
    return connection.latest(() => {
      connection.run(`SELECT pg_advisory_xact_lock(hashtextextended('ninefold guard', 0))`);
      const wanted = statements(look(connection));
      if (typeof wanted === 'string') return wanted;
      for (const statement of wanted) connection.run(statement);
      return null;
    });
  } catch (error) {
    if (error instanceof PostgresError) return error.message;
    throw error;
  }
}

/** The roles of the server that may read the product's views. */
const admitted = (connection: Connection): readonly string[] =>
  connection.rows('SELECT "role" FROM "_admitted" WHERE "role" IN (SELECT "rolname" FROM pg_roles)').map(([role]) => String(role));

const grantTrail = ({ schema, role }: State): readonly string[] => [
  `GRANT USAGE, CREATE ON SCHEMA ${identifier(schema)} TO ${identifier(role)} WITH GRANT OPTION`,
  `GRANT SELECT, INSERT (${trailColumns}) ON ${qualified(schema, '_audit')} TO ${identifier(role)}`,
];

function handOver(state: State, readers: readonly string[]): readonly string[] {
  const { schema, role, isTrailOwner } = state;
  const [within, owner] = [identifier(schema), identifier(trailOwner)];
  // Rights that the engine granted as the schema's owner could only be revoked by the new owner, so
  // revoke them now and grant them again afterwards.
  const reader = (who: string): string => `REVOKE USAGE ON SCHEMA ${within} FROM ${identifier(who)}`;
  const again = (who: string): string => `SELECT ${qualified(schema, '_admit')}(${textLiteral(who)})`;
  return [
    `DO ${quotedBody(`BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE "rolname" = ${textLiteral(trailOwner)}) THEN
        CREATE ROLE ${owner} NOLOGIN;
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END`)}`,
    ...(isTrailOwner ? [] : [`GRANT ${owner} TO ${identifier(role)}`]),
    ...readers.map(reader),
    `ALTER SCHEMA ${within} OWNER TO ${owner}`,
    `ALTER TABLE ${qualified(schema, '_audit')} OWNER TO ${owner}`,
    `ALTER FUNCTION ${qualified(schema, '_not_rewritten')}() OWNER TO ${owner}`,
    `REVOKE ALL ON ${qualified(schema, '_audit')} FROM ${identifier(role)}`,
    ...grantTrail(state),
    ...(isTrailOwner ? [] : [`REVOKE ${owner} FROM ${identifier(role)}`]),
    ...readers.map(again),
  ];
}

/**
 * Throws TrailNotOwned if the trail belongs to another role, so that it cannot be replaced with
 * everything else.
 */
export function mayReplaceTrail(connection: Connection): void {
  const row = connection.row(
    `SELECT current_user, pg_get_userbyid("relowner") FROM pg_class
     WHERE "relnamespace" = (SELECT "oid" FROM pg_namespace WHERE "nspname" = current_schema()) AND "relname" = '_audit'
     AND NOT pg_has_role("relowner", 'USAGE')`,
  );
  if (row === null) return;
  const [role, owner] = row.map((name) => identifier(shortened(String(name))));
  throw new TrailNotOwned(
    `the audit trail belongs to the role ${owner}, so the role ${role} cannot replace it. As an administrator of the database: GRANT ${owner} TO ${role}; do it again; then REVOKE ${owner} FROM ${role}`,
  );
}
