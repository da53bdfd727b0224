/**
 * What became of an entity, a field or a value of a field, as a person or the document says. All
 * names are the old ones, except `to`.
 */
export interface Renamed {
  readonly entity: string;
  /** Null: the entity itself. */
  readonly field: string | null;
  /** A state or a value of an enum; null: the field itself. */
  readonly value: string | null;
  /** What it is called now; null: it is dropped, and its data with it. */
  readonly to: string | null;
}

/** `Ticket`, `Ticket.subject`, `Ticket.status.open`: as `--renamed` names it. */
export const renamedName = ({ entity, field, value }: Omit<Renamed, 'to'>): string =>
  [entity, field, value].filter((part) => part !== null).join('.');

/** Something that would be lost, with what it may be called now. */
export interface MaybeRenamed extends Omit<Renamed, 'to'> {
  readonly candidates: readonly string[];
}
