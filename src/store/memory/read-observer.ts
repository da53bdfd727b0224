/**
 * Called for everything that is read from the store, including what a change reads itself. An
 * answer of the store depends on nothing else.
 */
export interface ReadObserver {
  /** A record, its member lists, and when it entered its states. */
  record(entity: string, id: string): void;
  /** Which records the entity has. */
  list(entity: string): void;
  /** Which records of the entity, all of which are given, have the same values in these fields. */
  alike(entity: string, fields: readonly string[], ids: Iterable<string>): void;
  /** Which records refer to `id` with their relation `field`. */
  referring(entity: string, field: string, id: string): void;
  /** The next number of a serial field. */
  serial(entity: string, field: string): void;
  /** Anything else, such as files, settings and sessions. */
  other(): void;
}
