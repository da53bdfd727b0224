/**
 * An operation in the terms of section 6: create, read, update, delete, add, remove, or an event.
 */
export interface PermissionKey {
  readonly entity: string;
  readonly field: string | null;
  readonly operation: string;
}

/** `Ticket.priority: update`. */
export const nameOf = ({ entity, field, operation }: PermissionKey): string =>
  `${entity}${field === null ? '' : `.${field}`}: ${operation}`;
