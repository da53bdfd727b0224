import type { Type } from './types/type.ts';

/**
 * The names in scope of an expression. The model implements it, because this layer does not know
 * the model.
 */
export interface Environment {
  /** Names bound by Takes, the route, the query, parameters, `as` and macros. */
  readonly bound: ReadonlyMap<string, Type>;
  /** The entity that `where` filters; null outside `where`. */
  readonly row: string | null;
  /** The row's alias inside its own `where`: `t` in `get Ticket as t where t.number == number`. */
  readonly alias?: string | null;
  /** The entity of the current record (`self`), or null. */
  readonly self: string | null;
  /** Whether `old` is in scope. */
  readonly old: boolean;
  /** Whether `token` is in scope. */
  readonly token: boolean;
  /** The type of `value` in permission cells for add and remove; null elsewhere. */
  readonly value: Type | null;
  readonly declarations: Declarations;
}

/** The part of the document's declarations that expressions use. */
export interface Declarations {
  readonly entities: ReadonlySet<string>;
  /**
   * The fields of an entity with their types, including the built-in ones (id, createdAt,
   * updatedAt, createdBy); empty for an unknown entity.
   */
  fields(entity: string): ReadonlyMap<string, Type>;
  readonly constants: ReadonlyMap<string, Type>;
  /** Constants that no expression may read. */
  readonly secrets: { has(name: string): boolean };
  readonly services: ReadonlySet<string>;
  /** Views, each with its entity. */
  readonly views: ReadonlyMap<string, string>;
  readonly screens: ReadonlySet<string>;
  readonly errors: ReadonlySet<string>;
  /** The messages of section 8. */
  readonly messages: ReadonlySet<string>;
  /**
   * For each event name, the entities that have such an event, with the types of its parameters.
   */
  readonly events: ReadonlyMap<string, readonly { readonly entity: string; readonly parameters: ReadonlyMap<string, Type> }[]>;
  /** Names of events that no action can trigger, because each is an action's own word. */
  readonly unusableEvents: ReadonlySet<string>;
  /** The account entity (section 6), or null. */
  readonly account: string | null;
  /** The names of examples, each with its entity; in scope in scenarios. */
  readonly examples: ReadonlyMap<string, string>;
}
