/**
 * Told of every place of the store that is read, those that a change reads by itself as well. An
 * answer of the store depends on nothing else.
 */
export interface ReadObserver {
  /** A record with its member lists and the time when it entered its states. */
  record(entity: string, id: string): void;
  /** Which records of the entity there are. */
  list(entity: string): void;
  /** Which records refer to `id` with their relation `field`. */
  referring(entity: string, field: string, id: string): void;
  /** The next number of a serial field. */
  serial(entity: string, field: string): void;
  /** Anything else: files, settings, sessions. */
  other(): void;
}
