import type { Type } from './types/type.ts';

/**
 * The names that an expression may use where it is. The model implements it; the expression
 * layer knows no model.
 */
export interface Environment {
  /** Names bound here: Takes, route, query, parameter, `as`, macro variables. */
  readonly bound: ReadonlyMap<string, Type>;
  /** The entity whose record `where` looks at, or null outside `where`. */
  readonly row: string | null;
  /** The row's own name inside its own where: `t` in `get Ticket as t where t.number == number`. */
  readonly alias?: string | null;
  /** The entity of the place's record (`self`), or null. */
  readonly self: string | null;
  /** Is there an `old` record here? */
  readonly old: boolean;
  /** Is `token` in scope? */
  readonly token: boolean;
  /** In add and remove cells: the type of `value`. */
  readonly value: Type | null;
  readonly declarations: Declarations;
}

/** What the document declares, as far as expressions are concerned. */
export interface Declarations {
  readonly entities: ReadonlySet<string>;
  /**
   * Fields of an entity with their types, the built-in ones (id, createdAt, updatedAt, createdBy)
   * included; empty for an unknown entity.
   */
  fields(entity: string): ReadonlyMap<string, Type>;
  readonly constants: ReadonlyMap<string, Type>;
  /** Constants that no expression may read. */
  readonly secrets: { has(name: string): boolean };
  readonly services: ReadonlySet<string>;
  /** Views with the entity they are of. */
  readonly views: ReadonlyMap<string, string>;
  readonly screens: ReadonlySet<string>;
  readonly errors: ReadonlySet<string>;
  /** The messages of section 8. */
  readonly messages: ReadonlySet<string>;
  /** Event names with the entities that have them and the types of their parameters. */
  readonly events: ReadonlyMap<string, readonly { readonly entity: string; readonly parameters: ReadonlyMap<string, Type> }[]>;
  /** The entity of accounts (section 6), or null. */
  readonly account: string | null;
  /** The examples' names with their entity: in scope in scenarios. */
  readonly examples: ReadonlyMap<string, string>;
}
