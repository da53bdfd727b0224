import type { Request } from '../../../src/verifier/answers/request.ts';
import { type Body, refuse } from '../hand-written.ts';
import { among, date, invalid, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Animal, builds, type Person, type Place, species } from './data.ts';
import { everyone } from './door.ts';
import type { Has } from './faults.ts';
import { cents } from './inputs.ts';
import type { Kennels } from './kennels.ts';

/** The calls about people, animals and places. */
export function animalCalls({ data, rules, access, views, door }: Kennels, has: Has) {
  const { allow, enter, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));
  /** An empty text is no value, and refused once the rules hold. */
  const emptyOr = <T>(value: unknown, read: (value: unknown) => T): T | null => (value === '' ? null : orNull(value, read));
  const refuseEmpty = (body: Body): void => {
    for (const key of ['build', 'rabiesUntil', 'coughUntil']) if (body[key] === '') invalid();
  };
  const buildOf = (value: unknown): string | null => emptyOr(value, (one) => among(one, builds));
  const day = (value: unknown): string | null => emptyOr(value, date);

  const editMe = (request: Request): Body => {
    const { me, body } = enter(request, everyone, ['phone']);
    const phone = words(20)(body['phone']);
    if (phone !== me.phone) rules.phone(phone, 'patchedPhoneIsNotChecked');
    if (!has('phoneIsNotKept')) me.phone = phone;
    return views.person(me, me);
  };
  const editOwner = (number: string, request: Request): Body => {
    const keys = ['blocked', 'misses', 'remark'];
    const { me, body } = enter(request, ['manager'], keys, { keepersBlock: 'keeper', vetsBlock: 'vet' });
    const person = numbered(data.people, number, (one) => access.seesPerson(one, me));
    allow(person.role === 'owner');
    allow(Object.keys(body).length > 0);
    const changed = {
      blocked: 'blocked' in body ? yesOrNo(body['blocked']) : has('patchUnblocks') ? false : person.blocked,
      misses: 'misses' in body ? whole(body['misses']) : person.misses,
      remark: 'remark' in body ? words(has('remarkMayBeLong') ? 1000 : 100)(body['remark']) : person.remark,
    };
    Object.assign(person, changed);
    return views.person(person, me);
  };

  const animalOf = (number: string, me: Person): Animal => numbered(data.animals, number, (one) => access.seesAnimal(one, me));
  const addAnimal = (request: Request): Body => {
    const keys = ['name', 'species', 'build', 'diet', 'rabiesUntil', 'coughUntil'];
    const { me, body } = enter(request, ['owner'], keys, { keepersAddAnimals: 'keeper', managersAddAnimals: 'manager' });
    const one: Animal = {
      ...{ number: 0, owner: me, name: text(body['name'], 30) },
      species: among(body['species'], species, has('speciesMayBeAnything')),
      build: 'build' in body ? buildOf(body['build']) : null,
      diet: 'diet' in body ? words(100)(body['diet']) : null,
      rabiesUntil: 'rabiesUntil' in body ? day(body['rabiesUntil']) : null,
      coughUntil: 'coughUntil' in body ? day(body['coughUntil']) : null,
      ...{ notes: null, flagged: false },
    };
    rules.animal(one, null);
    refuseEmpty(body);
    const added = { ...one, number: data.next('animal'), diet: has('newDietIsForgotten') ? null : one.diet };
    data.animals.push(added);
    return views.animal(added, me);
  };
  const readAnimal = (number: string, request: Request): Body => {
    const { me } = enter(request, everyone, null);
    return views.animal(animalOf(number, me), me);
  };
  const editAnimal = (number: string, request: Request): Body => {
    const { me, body } = enter(request, everyone, ['name', 'build', 'diet', 'notes']);
    const one = animalOf(number, me);
    const isOther = ['name', 'build', 'diet'].some((key) => key in body) || !('notes' in body);
    allow(!isOther || me.role === 'owner' || me.role === 'manager' || (me.role === 'vet' && has('vetsEditAnimals')));
    allow(!('notes' in body) || me.role !== 'owner' || has('ownersWriteNotes'));
    const changed = {
      name: 'name' in body ? text(body['name'], 30) : one.name,
      build: 'build' in body ? buildOf(body['build']) : one.build,
      diet: 'diet' in body ? words(100)(body['diet']) : has('patchClearsDiet') ? null : one.diet,
      notes: 'notes' in body ? words(200)(body['notes']) : one.notes,
    };
    rules.animal({ ...one, ...changed }, one);
    refuseEmpty(body);
    return views.animal(Object.assign(one, changed), me);
  };
  const editHealth = (number: string, request: Request): Body => {
    const keys = ['rabiesUntil', 'coughUntil', 'flagged'];
    const others = { ownersVaccinate: 'owner', keepersVaccinate: 'keeper', managersVaccinate: 'manager' };
    const { me, body } = enter(request, ['vet'], keys, others);
    const one = animalOf(number, me);
    allow(Object.keys(body).length > 0);
    const changed = {
      rabiesUntil: 'rabiesUntil' in body ? day(body['rabiesUntil']) : one.rabiesUntil,
      coughUntil: 'coughUntil' in body ? day(body['coughUntil']) : one.coughUntil,
      flagged: 'flagged' in body ? yesOrNo(body['flagged']) : has('healthUnflags') ? false : one.flagged,
    };
    rules.animal({ ...one, ...changed }, one);
    refuseEmpty(body);
    return views.animal(Object.assign(one, changed), me);
  };
  const deleteAnimal = (number: string, request: Request): null => {
    const { me } = enter(request, ['owner'], null, { managersDeleteAnimals: 'manager', keepersDeleteAnimals: 'keeper' });
    const one = animalOf(number, me);
    allow(!one.flagged || has('flaggedIsDeleted'));
    const users = data.stays.filter((stay) => stay.animal === one);
    const shared = data.stays.filter((stay) => stay.companion === one);
    if (users.length > 0 && !has('usedAnimalIsDeleted')) refuse(has('usedIs422') ? 422 : 409, 'CONFLICT');
    data.animals = data.animals.filter((other) => other !== one);
    if (!has('deletedCompanionStays')) for (const stay of shared) stay.companion = null;
    return null;
  };

  const placeOf = (code: string, me: Person | null, lax = false): Place => {
    const place = data.places.find((one) => one.code === code) ?? door.missing();
    return access.seesPlace(place, me) || lax ? place : door.hidden();
  };
  const addPlace = (request: Request): Body => {
    const keys = ['code', 'species', 'units', 'rate', 'roomy', 'note'];
    const { me, body } = enter(request, ['manager'], keys, { keepersAddPlaces: 'keeper', ownersAddPlaces: 'owner' });
    const place: Place = {
      code: text(body['code'], has('codeMayBeLong') ? undefined : 4),
      ...{ species: among(body['species'], species), units: whole(body['units']), rate: cents(body['rate']) },
      roomy: 'roomy' in body ? yesOrNo(body['roomy']) : has('dogsHaveRoom') && body['species'] === 'dog',
      open: !has('newPlacesAreClosed'),
      note: 'note' in body ? words(100)(body['note']) : null,
    };
    if (data.places.some((one) => one.code === place.code)) refuse(409, 'CONFLICT');
    rules.newPlace(place);
    data.places.push(place);
    return views.place(place, me);
  };
  const readPlace = (code: string, request: Request): Body => {
    const me = door.actor(request, false);
    return views.place(placeOf(code, me, has('visitorsReadClosed') && me === null), me);
  };
  const editPlace = (code: string, request: Request): Body => {
    const keys = ['units', 'rate', 'roomy', 'open', 'note'];
    const { me, body } = enter(request, ['manager'], keys, { keepersEditPlaces: 'keeper', vetsEditPlaces: 'vet' });
    const place = placeOf(code, me);
    const changed = {
      units: 'units' in body ? whole(body['units']) : place.units,
      rate: 'rate' in body ? cents(body['rate']) : place.rate,
      roomy: 'roomy' in body ? yesOrNo(body['roomy']) : place.roomy,
      open: 'open' in body ? yesOrNo(body['open']) : place.open,
      note: 'note' in body ? words(100)(body['note']) : has('patchClearsNote') ? null : place.note,
    };
    rules.place({ ...place, ...changed }, place);
    return views.place(Object.assign(place, changed), me);
  };
  const deletePlace = (code: string, request: Request): null => {
    const { me } = enter(request, ['manager'], null, { keepersDeletePlaces: 'keeper' });
    const place = placeOf(code, me);
    allow(!place.open || has('openIsDeleted'));
    const users = data.staysIn(place);
    if (users.length > 0 && !has('usedPlaceIsDeleted')) refuse(409, 'CONFLICT');
    data.places = data.places.filter((one) => one !== place);
    return null;
  };
  return {
    ...{ animalOf, placeOf, editMe, editOwner, addAnimal, readAnimal, editAnimal, editHealth, deleteAnimal },
    ...{ addPlace, readPlace, editPlace, deletePlace },
  };
}
