const mostEntities = 0x3fff;

/** The id of a record, from its entity's number and its place among the entity's records. */
export const idOf = (entity: number, place: number): string =>
  `ffffffff-ffff-7fff-${(0x8000 | entity).toString(16)}-${place.toString(16).padStart(12, '0')}`;

/** Ids of records that a step creates: greater than those that worlds assign. */
export const newIdOf = (number: number): string => idOf(mostEntities, number);
const newIds = newIdOf(0).slice(0, -12);
export const newNumberOf = (id: string): number | null => (id.startsWith(newIds) ? placeIn(id) : null);

/** The place of a record among those of its entity, read from its id. */
export const placeIn = (id: string): number => Number.parseInt(id.slice(-12), 16);
