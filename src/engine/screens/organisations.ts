import { isRecord, type RecordValue, type Value } from '../../expression/values/value.ts';
import { isMenuWithin, screenAbout } from '../../model/lookup.ts';
import { pathForEntity } from '../../model/organisations.ts';
import { Refused } from '../change/refusals.ts';
import type { Address } from '../record-data.ts';
import type { OrganisationsData } from '../session.ts';
import { labelOf, readOrNull } from '../world/labels.ts';
import type { World } from '../world/world.ts';
import { addressIn } from './addresses.ts';
import { menuCount } from './counts.ts';
import { opened } from './opened.ts';

/** Maximum number of organisations listed, and of those whose badges are counted. */
const mostListed = 100;
const mostCounted = 5;

/**
 * The organisations in which the person has a role (`Works in`), with the screens of each; null:
 * the document has none. `current`: the one that the opened screen belongs to.
 */
export function organisationsOf(world: World, address: Address | null): OrganisationsData | null {
  const { model } = world.index;
  const entity = model.account?.worksIn?.text ?? null;
  const home = entity === null ? undefined : screenAbout(model, entity);
  if (entity === null || home === undefined) return null;
  const screens = model.screens.filter((screen) => isMenuWithin(model, screen));
  const own = ownOrganisations(world, entity);
  const all = own.flatMap((record) => {
    const at = addressIn(world, home, record);
    if (at === null) return [];
    const items = screens.flatMap((screen) => {
      const address = addressIn(world, screen, record);
      const counted = own.length > mostCounted ? { badge: null } : menuCount(world, screen, record);
      const { name, route, group, icon, assumed } = screen;
      return address === null ? [] : [{ screen: name.text, route, group, icon, assumed, ...counted, address }];
    });
    return [{ id: record.id, label: labelOf(world.index, record), address: at, items }];
  });
  all.sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0));
  return { entity, current: currentOf(world, entity, address)?.id ?? null, all: all.slice(0, mostListed) };
}

/** The readable organisations in which the person has a role. */
function ownOrganisations(world: World, entity: string): readonly RecordValue[] {
  const found = new Map<string, RecordValue>();
  for (const role of world.index.model.roles)
    if (role.of?.text === entity && !role.byLink) for (const record of world.access.recordsOf(role.name.text)) found.set(record.id, record);
  return [...found.values()].flatMap(({ id }) => {
    const record = world.record(entity, id, 'person');
    return record !== null && world.access.mayRead(record) ? [record] : [];
  });
}

function currentOf(world: World, entity: string, address: Address | null): RecordValue | null {
  if (address === null) return null;
  try {
    const { record } = opened(world, address);
    return record === null ? null : organisationOf(world, entity, record);
  } catch (error) {
    // A refused screen belongs to none; the request for the screen reports why.
    if (error instanceof Refused) return null;
    throw error;
  }
}

function organisationOf(world: World, entity: string, record: RecordValue): RecordValue | null {
  const { index } = world;
  let at: Value = world.record(record.entity, record.id);
  for (const step of pathForEntity(record.entity, entity, index.permissions(record.entity), index.entity) ?? ['']) {
    at = isRecord(at) && step !== '' ? readOrNull(at, step) : null;
  }
  return isRecord(at) ? at : null;
}

/**
 * The preset organisation of a new record: that of the screen's record, else the only one in which
 * the person has a role. Empty if there is none.
 */
export function organisationPreset(world: World, entity: string, record: RecordValue | null): ReadonlyMap<string, Value> {
  const { index } = world;
  const worksIn = index.model.account?.worksIn?.text ?? null;
  const found = new Map<string, Value>();
  if (worksIn === null) return found;
  const fields = (index.entity(entity)?.fields ?? []).filter(
    ({ type, required, settable }) => type.kind === 'relation' && type.entity.text === worksIn && required && settable,
  );
  const [field] = fields;
  if (field === undefined || fields.length > 1) return found;
  const here = record === null ? null : organisationOf(world, worksIn, record);
  const own = here === null ? ownOrganisations(world, worksIn) : [here];
  const [only] = own;
  if (only !== undefined && own.length === 1) found.set(field.name.text, only);
  return found;
}
