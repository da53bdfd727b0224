import { refuse } from '../hand-written.ts';
import { type Animal, daysBetween, type Person, running, type VetData } from './data.ts';
import type { Has } from './faults.ts';
import type { VetRules } from './rules.ts';

export type AnimalSteps = ReturnType<typeof animalSteps>;

/** Goes on only where there is a transition from the state. */
export const from = (isThere: boolean): void => {
  if (!isThere) refuse(409, 'CONFLICT');
};

/** The events of animals. */
export function animalSteps(data: VetData, rules: VetRules, has: Has) {
  const { today } = rules;

  const vaccinateCheck = (one: Animal): void => {
    from(one.state !== 'dead');
    if (one.species === 'bird' && !has('birdsAreVaccinated')) refuse(422, 'NO_VACCINE');
    const age = daysBetween(one.born, today());
    if (age < 56 || (age === 56 && has('youngestIsStrict'))) refuse(409, 'TOO_YOUNG');
  };
  const vaccinate = (one: Animal): void => {
    if (has('vaccineDoesNotProtect')) return;
    one.state = 'protected';
    one.remindAt = null;
    one.vaccinatedOn = today();
    if (!has('vaccineKeepsReminders')) one.reminders = 0;
  };
  const transfer = (one: Animal, owner: Person): void => {
    from(one.state !== 'dead' || has('deadIsTransferred'));
    if (owner === one.owner) refuse(409, 'SAME_OWNER');
    const states = has('bookedIsNotOpen')
      ? running.filter((state) => state !== 'booked')
      : has('kennelIsNotOpen')
        ? running.filter((state) => state !== 'in kennel')
        : running;
    if (data.visits.some((visit) => visit.animal === one && states.includes(visit.state))) refuse(409, 'OPEN_VISIT');
    rules.ownName({ ...one, owner }, 'transferredNameMayRepeat');
    one.owner = owner;
    if (!has('transferKeepsInsurance')) one.insured = false;
  };
  const die = (one: Animal): void => {
    from(one.state !== 'dead');
    one.state = 'dead';
    one.remindAt = null;
    one.diedOn = today();
    for (const visit of data.visits) {
      if (visit.animal !== one || visit.state !== 'booked' || has('deathKeepsVisits')) continue;
      visit.state = 'cancelled';
      visit.reason = 'The animal died';
    }
  };
  return { vaccinateCheck, vaccinate, transfer, die };
}
