import type { RecordValue } from '../../expression/values/value.ts';
import type { Part, Screen } from '../../model/ast/screens.ts';
import { notFound } from '../access/reach.ts';
import { accessRefusal, deniedBy } from '../change/refusals.ts';
import type { Refusal } from '../outcome.ts';
import type { World } from '../world/world.ts';

/** The refusal if the person may not open the screen about this record; null: they may. */
export function screenRefusal(world: World, screen: Screen, record: RecordValue | null): Refusal | null {
  const refused = screenRolesRefusal(world, screen);
  if (refused !== null) return refused;
  if (screen.about === null) return null;
  if (record === null || record.entity !== screen.about.text || !world.access.mayRead(record)) return notFound(world, screen.about.text);
  return world.access.hasRole(screen.roles, record) ? null : forOthers(world, screen);
}

function forOthers(world: World, screen: Screen): Refusal {
  const names = screen.roles.map((role) => role.text).join(', ');
  return accessRefusal(world.index, world.me() !== null, {
    entity: screen.about?.text ?? null,
    at: screen.span,
    because: `the screen “${screen.name.text}” is for ${names}`,
  });
}

/**
 * The check without a record: the screen's roles; without roles, whether the person may read any of
 * its content.
 */
export function screenRolesRefusal(world: World, screen: Screen): Refusal | null {
  const signedIn = world.me() !== null;
  if (screen.administers !== undefined && !mayAdminister(world, screen.administers)) {
    const because = `the screen “${screen.name.text}” is assumed for those whom section 6 lets change any record of ${screen.administers}`;
    return accessRefusal(world.index, signedIn, { entity: screen.administers, at: screen.span, because });
  }
  if (screen.roles.length > 0) {
    return world.access.hasRole(screen.roles) ? null : forOthers(world, screen);
  }
  const about = screen.about === null ? null : world.access.grant(screen.about.text, 'read');
  if (about?.kind === 'no') return deniedBy(world, about, { at: about.at ?? screen.span });
  const shown = shows(screen.parts).filter(({ entity }) => world.index.entity(entity) !== null);
  const grants = shown.map(({ entity, operation }) => ({ entity, grant: world.access.grant(entity, operation) }));
  if (about !== null || grants.length === 0 || grants.some(({ grant }) => grant.kind !== 'no')) return null;
  const first = grants[0];
  const no = first?.grant.kind === 'no' ? first.grant : null;
  const why = no === null ? { because: '' } : { because: no.because, permission: no.permission };
  return accessRefusal(world.index, signedIn, { entity: first?.entity ?? null, at: no?.at ?? screen.span, ...why });
}

/**
 * Whether a role of the person has a plain `yes` for more than reading and creating. A condition
 * does not count, because it covers only some records, usually the person's own.
 */
function mayAdminister({ index, access }: World, entity: string): boolean {
  if (index.model.permissions === null) return true;
  const grants = (operation: string, fields: readonly string[]) =>
    fields.length === 0 ? [access.grant(entity, operation)] : fields.map((field) => access.grant(entity, operation, field));
  return index.permissions(entity).some(({ operations, fields }) =>
    operations.some(
      ({ text }) =>
        text !== 'read' &&
        text !== 'create' &&
        grants(
          text,
          fields.map((field) => field.text),
        ).some((grant) => grant?.kind === 'yes'),
    ),
  );
}

/** The entities that the parts of a screen show or create. */
function shows(parts: readonly Part[]): { readonly entity: string; readonly operation: 'read' | 'create' }[] {
  return parts.flatMap((part) => {
    if ('parts' in part) return shows(part.parts);
    if (part.kind === 'form')
      return part.purpose === 'create' && part.entity !== null ? [{ entity: part.entity.text, operation: 'create' as const }] : [];
    return 'entity' in part ? [{ entity: part.entity.text, operation: 'read' as const }] : [];
  });
}
