import { notFound } from '../access/reach.ts';
import { defineOperation, type Given, refuse } from '../operation.ts';
import { unsettable } from './create.ts';
import { writeValues } from './update.ts';

export interface AssignInput {
  readonly entity: string;
  readonly id: string;
  readonly values: Given;
}

export const assign = defineOperation<AssignInput, null>({
  name: 'assign',
  summary: 'Sets fields of a record as part of an event; rules treat both as one change.',
  decide(world, { entity: name, id, values: given }) {
    const entity = world.index.entity(name);
    if (entity === null || world.stored(name, id) === null) return refuse(notFound(world, name));
    const refused = unsettable(world, entity, given);
    if (refused !== null) return refuse(refused);
    return writeValues(world, entity, id, given, { kind: 'assign', authority: 'product' }, null);
  },
});
