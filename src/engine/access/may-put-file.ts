import type { Type } from '../../expression/types/type.ts';
import type { FieldType } from '../../model/ast/entities.ts';
import { maySetNew } from '../parts/form.ts';
import type { World } from '../world/world.ts';
import { fieldGrant } from './reach.ts';

/**
 * Whether the person could put a file into any field that they may create or change, or into an
 * event's parameter. Uploads arrive before their record, and other people have no reason to upload.
 */
export function mayPutFile(world: World): boolean {
  const { index, access } = world;
  return index.model.entities.some((entity) => {
    const name = entity.name.text;
    const creates = access.grant(name, 'create').kind !== 'no';
    const fields = entity.fields.filter((field) => field.settable && holdsFiles(field.type));
    if (creates && fields.some((field) => maySetNew(world, entity, field))) return true;
    if (fields.some((field) => fieldGrant(world, name, 'update', field.name.text).kind !== 'no')) return true;
    const transitions = index.machines(name).flatMap((machine) => machine.transitions);
    return transitions.some(
      ({ trigger, roles }) =>
        trigger.kind === 'event' &&
        trigger.parameters.some(({ type }) => holdsFiles(type)) &&
        access.hasRole(roles) &&
        access.grant(name, trigger.name.text).kind !== 'no',
    );
  });
}

const holdsFiles = (type: FieldType | Type): boolean =>
  type.kind === 'file' || type.kind === 'image' || (type.kind === 'list' && holdsFiles(type.of));
