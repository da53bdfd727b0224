/**
 * What became of an entity, a field, or a value of a field, according to a person or the document.
 * All names are the old ones, except `to`.
 */
export interface Renamed {
  readonly entity: string;
  /** Null for the entity itself. */
  readonly field: string | null;
  /** A state or a value of an enum; null for the field itself. */
  readonly value: string | null;
  /** The new name; null if it is dropped together with its data. */
  readonly to: string | null;
}

/** The form that `--renamed` uses: `Ticket`, `Ticket.subject`, `Ticket.status.open`. */
export const renamedName = ({ entity, field, value }: Omit<Renamed, 'to'>): string =>
  [entity, field, value].filter((part) => part !== null).join('.');

/** Something that would be lost, and its possible new names. */
export interface RenameCandidate extends Omit<Renamed, 'to'> {
  readonly candidates: readonly string[];
}
