import type { Machine } from '../../../model/ast/states.ts';
import type { Model } from '../../../model/model.ts';

/** A field of the type state, with its machine from section 4. */
export interface StateField {
  /** `Ticket.status`. */
  readonly name: string;
  readonly entity: string;
  readonly field: string;
  /** Null: none yet. */
  readonly machine: Machine | null;
}

/** Returns the machines in document order, then the fields without one. */
export function stateFields(model: Model): readonly StateField[] {
  const found = model.machines.map((machine) => ({ ...nameOf(machine.entity, machine.field), machine }));
  const bare = model.entities.flatMap(({ name, fields }) =>
    fields.flatMap((field) => (field.type.kind === 'state' ? [nameOf(name.text, field.name.text)] : [])),
  );
  return [...found, ...bare.filter(({ name }) => !found.some((one) => one.name === name)).map((field) => ({ ...field, machine: null }))];
}

const nameOf = (entity: string, field: string) => ({ name: `${entity}.${field}`, entity, field });
