import { own, setOwn } from '../../base/own.ts';
import { fromJson, Mistake } from '../../expression/values/json.ts';
import { isRecord, type RecordValue } from '../../expression/values/value.ts';
import type { Screen } from '../../model/ast/screens.ts';
import { screenAbout } from '../../model/lookup.ts';
import type { Address } from '../record-data.ts';
import { humanValue } from '../world/human-value.ts';
import { readOrNull } from '../world/labels.ts';
import { rowEquals } from '../world/row-query.ts';
import type { World } from '../world/world.ts';
import { screenRefusal } from './screens.ts';

/** The address of the screen about a record; null if the person may open none. */
export function addressOf(world: World, record: RecordValue): Address | null {
  const screen = screenAbout(world.index.model, record.entity);
  return screen === undefined ? null : addressIn(world, screen, record);
}

/**
 * The path of the screen about a record, below the product's address; `/` if the person may open
 * none.
 */
export function pathTo(world: World, { entity, id }: { readonly entity: string; readonly id: string }): string {
  const record = world.record(entity, id, 'person');
  const address = record === null ? null : addressOf(world, record);
  const screen = address === null ? null : world.index.screen(address.screen);
  if (address === null || screen === null) return '/';
  return screen.route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(own(address.parameters, name) ?? ''));
}

/**
 * The address of a screen, with the record if the screen is about one; null if it has no address or
 * may not be opened.
 */
export function addressIn(world: World, screen: Screen, record: RecordValue | null): Address | null {
  const about = screen.about === null || record === null || record.entity !== screen.about.text ? null : record;
  if (screenRefusal(world, screen, about) !== null) return null;
  const parameters: Record<string, string> = {};
  for (const [index, name] of screen.parameters.entries()) {
    const last = index === screen.parameters.length - 1;
    const field = last && screen.foundBy !== null ? screen.foundBy : name;
    if (about === null) return null;
    const value = (field === 'id' ? about.id : readOrNull(about, field)) ?? heldKey(world, name, last ? about : null);
    if (value === null) return null;
    setOwn(parameters, name, isRecord(value) ? value.id : humanValue(world.index, value));
  }
  return { screen: screen.name.text, parameters };
}

/**
 * The secret in a guest's address, which the guest may not read in the record. `about`: returns it
 * only if it opened this record.
 */
function heldKey(world: World, parameter: string, about: RecordValue | null): string | null {
  const key = world.access.keyOf(parameter);
  return key === null || (about !== null && about.id !== key.record.id) ? null : key.text;
}

/**
 * The record of a screen, found by the last parameter of its route, with the person's visibility;
 * null if there is none.
 */
export function recordAt(world: World, screen: Screen, address: Address): RecordValue | null {
  const name = screen.parameters.at(-1);
  const text = name === undefined ? undefined : own(address.parameters, name);
  if (screen.about === null || text === undefined) return null;
  const entity = screen.about.text;
  const field = screen.foundBy ?? 'id';
  if (field === 'id') return world.record(entity, text, 'person');
  const type = world.index.field(entity, field)?.valueType;
  if (type === undefined) return null;
  const number = type.kind === 'integer' || type.kind === 'decimal';
  const value = fromJson(number && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text, type, world.timeZone);
  if (value instanceof Mistake || value === null) return null;
  const condition = { node: rowEquals(world, entity, field, value), variable: null, scope: world.scope(null) };
  // An unreadable record takes no more work than a missing one.
  const [found, second] = world.store.query(world.access.readable({ entity, conditions: [condition], limit: 2 }));
  const record = found === undefined || second !== undefined ? null : world.record(entity, found.id, 'person');
  // Otherwise the person could guess the value of a hidden field.
  return record === null || !(world.access.isUnlocked(record) || world.access.seesField(record, field)) ? null : record;
}
