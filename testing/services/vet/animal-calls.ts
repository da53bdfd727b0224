import type { Request } from '../../../src/verifier/answers/request.ts';
import type { Body } from '../hand-written.ts';
import { among, date, orNull, text, whole, yesOrNo } from '../hand-written-inputs.ts';
import { type Animal, allSpecies, type Person } from './data.ts';
import { everyone } from './door.ts';
import type { Has } from './faults.ts';
import type { Practice } from './practice.ts';

/** The calls about animals. */
export function animalCalls({ data, rules, onAnimal, access, views, door }: Practice, has: Has) {
  const { allow, enter, numbered } = door;
  const words = (most: number) => (value: unknown) => orNull(value, (one) => text(one, most));
  const animalOf = (number: string, me: Person, lax = false): Animal =>
    numbered(data.animals, number, (one) => access.seesAnimal(one, me) || lax);

  const addAnimal = (request: Request): Body => {
    const keys = ['name', 'species', 'born', 'weight', 'chip', 'insured'];
    const { me, body } = enter(request, ['owner'], keys);
    const one: Animal = {
      ...{ number: 0, owner: me, name: text(body['name'], 30), species: among(body['species'], allSpecies) },
      ...{ born: date(body['born']), weight: whole(body['weight']) },
      chip: 'chip' in body ? words(15)(body['chip']) : null,
      insured: 'insured' in body ? yesOrNo(body['insured']) : false,
      ...{ remark: null, vaccinatedOn: null, reminders: 0, diedOn: null, state: 'registered', remindAt: null },
    };
    rules.animal(one, null);
    const animal = { ...one, number: data.next('animal') };
    data.animals.push(animal);
    return views.animal(animal, me);
  };
  const readAnimal = (number: string, request: Request): Body => {
    const { me } = enter(request, everyone, null, {}, number);
    return views.animal(animalOf(number, me, false), me);
  };
  /** Whether the person may change the field. */
  const mayEdit = (field: string, { role }: Person): boolean => {
    switch (field) {
      case 'name':
        return role === 'owner' || role === 'receptionist' || (role === 'vet' && has('vetsRename'));
      case 'weight':
        return role === 'owner' || role === 'vet' || (role === 'receptionist' && has('deskWeighs'));
      case 'chip':
        return role === 'receptionist' || role === 'vet' || (role === 'owner' && has('ownersChangeChips'));
      case 'insured':
        return role === 'receptionist' || role === 'manager' || (role === 'owner' && has('ownersInsure'));
      default:
        return role === 'receptionist' || role === 'vet' || (role === 'manager' && has('managersRemarkOnAnimals'));
    }
  };
  const editAnimal = (number: string, request: Request): Body => {
    const keys = ['name', 'weight', 'chip', 'insured', 'remark'];
    const { me, body } = enter(request, everyone, keys, {}, number);
    const one = animalOf(number, me);
    const fields = Object.keys(body);
    allow(fields.length > 0 || has('emptyPatchIsFine'));
    allow(fields.every((field) => mayEdit(field, me)));
    const changed = {
      name: 'name' in body ? text(body['name'], 30) : one.name,
      weight: 'weight' in body ? whole(body['weight']) : one.weight,
      chip: 'chip' in body ? words(15)(body['chip']) : one.chip,
      insured: 'insured' in body ? yesOrNo(body['insured']) : one.insured,
      remark: 'remark' in body ? words(100)(body['remark']) : one.remark,
    };
    rules.animal({ ...one, ...changed }, one);
    return views.animal(Object.assign(one, changed), me);
  };
  const transfer = (number: string, request: Request): Body => {
    const others = { ownersTransfer: 'owner' } as const;
    const { me, body } = enter(request, ['receptionist', 'manager'], ['person'], others, number);
    if ('person' in body) orNull(body['person'], whole);
    const one = animalOf(number, me);
    const owner = data.people.find(({ number: of, role }) => of === body['person'] && role === 'owner') ?? door.missing();
    onAnimal.transfer(one, owner);
    return views.animal(one, me);
  };
  const die = (number: string, request: Request): Body => {
    const who = has('vetsRecordNoDeath') ? ['receptionist'] : ['receptionist', 'vet'];
    const { me } = enter(request, who, null, {}, number);
    const one = animalOf(number, me);
    onAnimal.die(one);
    return views.animal(one, me);
  };
  return { animalOf, addAnimal, readAnimal, editAnimal, transfer, die };
}

export type AnimalCalls = ReturnType<typeof animalCalls>;
