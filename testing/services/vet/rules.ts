import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import {
  type Animal,
  type Batch,
  dayLength,
  daysBetween,
  endOf,
  hour,
  type Item,
  type Person,
  type Price,
  running,
  type VetData,
  type Visit,
} from './data.ts';
import type { Has, VetFault } from './faults.ts';

export type VetRules = ReturnType<typeof vetRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function vetRules(data: VetData, has: Has, now: () => number) {
  const today = (): string => dayOf(now());
  const bad = (code: string, fault: VetFault | null = null): never => refuse(fault !== null && has(fault) ? 400 : 422, code);
  const taken = (code: string): never => refuse(409, code);
  /** `lax`: a fault without the rule; `emptyOnly`: one that accepts spaces. */
  const notBlank = (value: string, lax: VetFault | null = null, emptyOnly: VetFault | null = null): void => {
    const isBlank = emptyOnly !== null && has(emptyOnly) ? value === '' : value.trim() === '';
    if (isBlank && !(lax !== null && has(lax))) bad('BLANK', 'blankIs400');
  };

  const phone = (value: string | null, lax: VetFault | null = null): void => {
    if (value !== null && !/^[+]?[0-9][0-9 ]{5,}$/.test(value) && !(lax !== null && has(lax))) bad('BAD_PHONE');
  };
  const newPerson = ({ name, phone: number }: Pick<Person, 'name' | 'phone'>): void => {
    notBlank(name, null, 'nameMayBeSpaces');
    phone(number);
  };
  const room = ({ role }: Person, value: string | null): void => {
    if (role === 'vet' && value === null && !has('vetsGoWithoutRoom')) bad('NO_ROOM');
  };

  /** Whether the owner has no other living animal of this name. */
  const ownName = (one: Animal, lax: VetFault): void => {
    const others = data.animals.filter((other) => other.number !== one.number && (other.state !== 'dead' || has('deadHoldTheirName')));
    const isSame = (other: Animal): boolean => other.name === one.name && other.owner === one.owner;
    if (one.state !== 'dead' && others.some(isSame) && !has(lax)) taken('NAME_TAKEN');
  };
  /** `was`: the animal before a change; null if it is new. */
  const animal = (one: Animal, was: Animal | null): void => {
    const isPatch = was !== null;
    if (one.name !== was?.name) {
      notBlank(one.name);
      ownName(one, isPatch ? 'patchedNameMayRepeat' : 'animalNameMayRepeat');
    }
    if (!isPatch && one.born > today() && !has('unbornIsRegistered')) bad('NOT_BORN');
    if (one.weight > 120_000 || one.weight < 0 || (one.weight === 0 && !has('weightMayBeNothing'))) bad('BAD_WEIGHT');
    if (one.chip !== was?.chip && one.chip !== null) {
      const form = has('chipMayBeShort') ? /^[0-9]{10,15}$/ : /^[0-9]{15}$/;
      if (!form.test(one.chip)) bad('BAD_CHIP');
      const others = data.animals.filter((other) => other.number !== one.number);
      const isTaken = others.some(({ chip }) => chip === one.chip);
      if (isTaken && !(isPatch && has('patchedChipMayRepeat'))) taken('CHIP_TAKEN');
    }
    if (one.species === 'dog' && one.chip === null && !has(isPatch ? 'patchedChipMayGo' : 'dogsNeedNoChip')) bad('NO_CHIP');
    if (was?.state === 'dead' && !has('deadIsEdited')) refuse(409, 'DEAD');
  };

  /** `was`: the price before a change; null if it is new. */
  const price = (one: Price, was: Price | null): void => {
    const isPatch = was !== null;
    if (one.name !== was?.name) notBlank(one.name);
    if (!isPatch && !(has('priceCodeMayBeSmall') ? /^[A-Z]{2,3}[0-9]{1,3}$/i : /^[A-Z]{2,3}[0-9]{1,3}$/).test(one.code)) bad('BAD_CODE');
    const isTaken = data.prices.some((other) => other !== was && other.name === one.name);
    if (isTaken) taken('NAME_TAKEN');
    if (one.base < 100 || one.base > 200_000) bad('BAD_BASE');
    if (one.perKilo < 0 || one.perKilo > 5000) bad('BAD_KILO');
    if (one.kind === 'vaccine' && one.perKilo !== 0 && !(isPatch && has('patchedVaccineHasKilos'))) bad('BAD_KILO');
  };

  const stock = (value: number, lax: VetFault | null = null): void => {
    if ((value < 0 || value > 5000) && !(lax !== null && has(lax))) bad('BAD_STOCK');
  };
  const newBatch = (one: Batch): void => {
    notBlank(one.medicine);
    if (!/^[A-Z]{1,3}-[0-9]{1,5}$/.test(one.code)) bad('BAD_CODE');
    if (one.price <= 0) bad('BAD_PRICE');
    stock(one.stock);
    if (one.expires < today() || (one.expires === today() && !has('expiringTodayIsBought'))) bad('TOO_OLD');
  };

  /** Whether a visit collides with another one of the same vet or in the same room. */
  const isTaken = (one: Visit, of: 'vet' | 'room'): boolean => {
    if (one.kind === 'emergency') return false;
    const states = has('cancelledHoldsTime') ? [...running, 'cancelled'] : running;
    const others = data.visits.filter(
      ({ number, kind, state }) => number !== one.number && (kind !== 'emergency' || has('emergenciesHoldTime')) && states.includes(state),
    );
    const ends = endOf(one);
    return others.some((other) => {
      if (other[of] !== one[of]) return false;
      if (has('touchingVisitsCollide')) return other.begins <= ends && one.begins <= endOf(other);
      return other.begins < ends && one.begins < endOf(other);
    });
  };
  const free = (one: Visit, vetLax: VetFault | null, roomLax: VetFault | null = null): void => {
    const isLax = (lax: VetFault | null): boolean => lax !== null && has(lax);
    const roomCheck = (): void => {
      if (isTaken(one, 'room') && !isLax(roomLax)) taken('ROOM_TAKEN');
    };
    if (has('roomBeforeVet')) roomCheck();
    if (isTaken(one, 'vet') && !isLax(vetLax)) refuse(has('vetTakenIs422') ? 422 : 409, 'VET_TAKEN');
    roomCheck();
  };
  const isOpen = ({ kind, begins }: Visit): boolean => {
    if (kind === 'emergency') return true;
    const [start, end] = [new Date(begins), new Date(endOf({ kind, begins }))];
    const day = start.getUTCDay();
    if (day === 0 || day === 6) return false;
    if (start.getUTCHours() < 8 || start.getUTCHours() >= 18) return false;
    const last = end.getUTCHours() * 60 + end.getUTCMinutes();
    return has('visitsRunIntoTheEvening') || last < 18 * 60 || (last === 18 * 60 && !has('lastVisitEndsEarlier'));
  };
  const begins = (one: Visit, isPatch: boolean): void => {
    const ahead = one.begins - now();
    if (ahead < 0) bad('PAST');
    if (ahead > 90 * dayLength) bad('TOO_FAR');
    if (one.kind === 'operation' && ahead < (has('operationsNeedADay') ? 24 : 48) * hour && !(isPatch && has('operationMovedSoon'))) {
      bad('TOO_SOON');
    }
    if (one.kind === 'emergency') return;
    const start = new Date(one.begins);
    const isQuarter = start.getUTCMinutes() % 15 === 0 && start.getUTCSeconds() === 0;
    if (!isQuarter) bad('NOT_QUARTER');
    if (!isOpen(one)) bad('CLOSED');
  };
  const newVisit = (one: Visit): void => {
    if (one.animal.state === 'dead' && !has('deadComes')) refuse(409, 'DEAD');
    if (one.kind === 'vaccination' && one.animal.species === 'bird') bad('NO_VACCINE');
    begins(one, false);
    free(one, null, 'roomsAreShared');
    if (one.kind === 'emergency') return;
    const states = has('arrivedCounts') ? running : ['booked'];
    const booked = data.visits.filter(({ owner, state }) => owner === one.owner && states.includes(state));
    if (booked.length >= 3) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY');
  };
  const movedVisit = (one: Visit, was: Visit, me: Person): void => {
    const isMoved = one.begins !== was.begins;
    if (isMoved) begins(one, true);
    const isFit = (one.kind === 'operation') === (one.room === 'theatre');
    if (!isFit && !(one.kind !== 'operation' && has('checkupsInTheTheatre'))) bad('WRONG_ROOM');
    free(one, 'movedIntoAVisit');
    const isBound = me.role === 'owner' || has('staffMovesInTime');
    if (isMoved && isBound && was.begins - now() < 24 * hour && !has('ownersMoveLate')) refuse(409, 'TOO_LATE');
  };

  const estimate = (value: number): void => {
    if (value <= 0 || value > 500_000) bad('BAD_ESTIMATE');
  };
  const item = ({ units, price: of, visit }: Item): void => {
    if (units < (has('noUnitIsFine') ? 0 : 1) || units > 50) bad('BAD_UNITS');
    if (of === null) return;
    if (!of.listed && !has('unlistedIsGiven')) taken('UNLISTED');
    const isTheatre = visit.kind === 'operation' || (visit.kind === 'emergency' && !has('emergenciesHaveNoSurgery'));
    if (of.kind === 'surgery' && !isTheatre) taken('NO_OPERATION');
  };
  const dates = { today, daysUntil: (date: string): number => daysBetween(today(), date) };
  return {
    ...{ ...dates, notBlank, phone, newPerson, room, ownName, animal, price, stock, newBatch },
    ...{ free, newVisit, movedVisit, estimate, item },
  };
}
