import type { Body } from '../hand-written.ts';
import {
  type Animal,
  type Application,
  type Donation,
  discountOf,
  feeOf,
  type Person,
  type Placement,
  type ShelterData,
  type Treatment,
  type Visit,
} from './data.ts';
import type { Has } from './faults.ts';

export type ShelterViews = ReturnType<typeof shelterViews>;

/** The parts of the shelter's records that people see. `me` is null if signed out. */
export function shelterViews(data: ShelterData, has: Has) {
  const seesPerson = (one: Person, me: Person | null): boolean => {
    if (me === null) return false;
    return me === one || me.role === 'manager' || (me.role === 'carer' && (one.role === 'adopter' || has('carersSeeStaff')));
  };
  const seesAnimal = ({ state, keeper }: Animal, me: Person | null): boolean => {
    if (me === null) return state === 'available' || (state === 'reserved' && has('visitorsSeeReserved'));
    if (me.role !== 'adopter') return true;
    if (keeper === me && !has('keepersSeeNothing')) return true;
    return (
      state === 'available' ||
      (state === 'reserved' && !has('reservedIsHidden')) ||
      (state === 'quarantine' && has('adoptersSeeQuarantine'))
    );
  };
  const seesApplication = ({ adopter, state }: Application, me: Person | null): boolean => {
    if (me?.role === 'adopter') return adopter === me || has('adoptersSeeAllApplications');
    if (me?.role === 'carer') return state !== 'withdrawn' || has('carersSeeWithdrawn');
    return me?.role === 'manager';
  };
  const seesVisit = ({ application, state }: Visit, me: Person | null): boolean => {
    if (me?.role === 'adopter') return application.adopter === me && (state !== 'planned' || !has('plannedVisitsAreHidden'));
    return me?.role === 'carer' || (me?.role === 'manager' && (state !== 'cancelled' || has('managersSeeCancelledVisits')));
  };
  const seesPlacement = ({ foster, state }: Placement, me: Person | null): boolean => {
    if (me?.role === 'adopter') return foster === me || has('adoptersSeeAllPlacements');
    if (me?.role === 'vet') return state === 'running' || has('vetsSeeAllPlacements');
    return me !== null;
  };
  const seesTreatment = ({ state }: Treatment, me: Person | null): boolean => {
    if (me?.role === 'carer') return state !== 'cancelled' || has('carersSeeCancelledTreatments');
    return me?.role === 'vet' || me?.role === 'manager';
  };
  const seesDonation = ({ person, state }: Donation, me: Person | null): boolean => {
    if (me?.role === 'adopter') return person === me;
    return me?.role === 'manager' || (me?.role === 'carer' && (state === 'received' || has('carersSeePledges')));
  };
  const seesFees = (me: Person): boolean => me.role === 'adopter' || me.role === 'manager' || (me.role === 'carer' && has('carersSeeFees'));
  const seesBlocked = (me: Person): boolean => me.role !== 'adopter' && me.role !== 'vet';
  const seesNote = (me: Person | null): boolean => me !== null && (me.role !== 'adopter' || has('adoptersSeeNotes'));
  const seesLetter = ({ state }: Application, me: Person): boolean =>
    me.role !== 'carer' || state === 'submitted' || has('lettersAreKeptShown');
  const seesReport = ({ carer }: Visit, me: Person): boolean =>
    me.role === 'manager' || carer === me || (me.role === 'carer' && has('carersSeeAllReports'));
  const seesCost = ({ vet }: Treatment, me: Person): boolean =>
    me.role === 'manager' || vet === me || (me.role === 'vet' && has('vetsSeeAllCosts')) || (me.role === 'carer' && has('carersSeeCosts'));
  const seesAmount = (me: Person): boolean => me.role !== 'carer' || has('carersSeeAmounts');

  const moment = (time: number | null): string | number | null =>
    time === null || has('timesAreNumbers') ? time : new Date(time).toISOString();
  const date = (day: string | null): string | null => (day !== null && has('daysAreMoments') ? `${day}T00:00:00.000Z` : day);
  const nameOf = (one: Person | null, me: Person | null): string | null => (one !== null && seesPerson(one, me) ? one.name : null);
  const tagOf = (one: Animal | null, me: Person): string | null =>
    one !== null && (seesAnimal(one, me) || has('hiddenAnimalsAreNamed')) ? one.tag : null;
  const without = (body: Body): Body =>
    has('nullsAreLeftOut') ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) : body;

  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, city: one.city, role: one.role, experienced: one.experienced },
    ...(seesFees(me) ? { fees: one.fees } : {}),
    ...(seesBlocked(me) || (me.role === 'adopter' && has('adoptersSeeBlocked')) ? { blocked: one.blocked } : {}),
  });
  const animal = (one: Animal, me: Person | null): Body => {
    const role = me?.role;
    const applications = data.applicationsFor(one).filter((each) => seesApplication(each, me) || has('wantedIsOfAll'));
    const wanted = applications.filter(({ state }) => state === 'submitted' || has('wantedCountsAllStates'));
    const treatments = data.treatmentsOf(one).filter((each) => seesTreatment(each, me) || has('openIsOfAll'));
    const given = data.donations.filter((each) => each.animal === one);
    const states = has('sponsoredCountsPledges')
      ? ['pledged', 'received']
      : has('sponsoredCountsRefunds')
        ? ['received', 'refunded']
        : null;
    const counted = given.filter(
      (each) => (states ?? ['received']).includes(each.state) && (!has('sponsoredIsOwn') || me === null || seesDonation(each, me)),
    );
    return without({
      ...{ tag: one.tag, name: one.name, species: one.species, born: date(one.born), shy: one.shy, state: one.state },
      weight: has('weightsAreTexts') ? String(one.weight) : has('weightsAreRounded') ? Math.round(one.weight) : one.weight,
      ...{ vaccinatedOn: date(one.vaccinatedOn), keeper: nameOf(one.keeper, me) },
      ...(seesNote(me) ? { note: one.note } : {}),
      ...(role === 'vet' || role === 'manager' || (role === 'carer' && has('carersSeeReasons')) ? { reason: one.reason } : {}),
      ...(role === 'carer' || role === 'manager' || (role === 'vet' && has('vetsSeeShelters')) ? { shelter: one.shelter } : {}),
      fee: feeOf(one) - (has('feeIsShownWithoutDiscount') ? 0 : discountOf(one)),
      sponsored: counted.reduce((sum, { amount }) => sum + amount, 0),
      wanted: wanted.length,
      open: treatments.filter(({ state }) => state === 'planned' || (state === 'done' && has('openCountsDone'))).length,
    });
  };
  const visit = (one: Visit, me: Person): Body =>
    without({
      ...{ number: one.number, day: date(one.day), state: one.state },
      application: seesApplication(one.application, me) || has('withdrawnAreNumbered') ? one.application.number : null,
      carer: has('carersAreNamed') ? one.carer.name : nameOf(one.carer, me),
      ...(me.role !== 'adopter' || has('adoptersSeeScores') ? { score: one.score } : {}),
      ...(seesReport(one, me) ? { report: one.report } : {}),
    });
  const application = (one: Application, me: Person): Body => {
    const visits = data.visitsFor(one).filter((each) => seesVisit(each, me) || has('nestedVisitsAreOfAll'));
    return without({
      ...{ number: one.number, animal: tagOf(one.animal, me), adopter: nameOf(one.adopter, me), housing: one.housing },
      ...{ alone: one.alone, decidedAt: moment(one.decidedAt), state: one.state },
      ...(seesLetter(one, me) ? { letter: one.letter } : {}),
      ...(me.role !== 'carer' || has('carersSeeRejections') ? { reason: one.reason } : {}),
      visits: visits.map((each) => visit(each, me)),
    });
  };
  const placement = (one: Placement, me: Person): Body =>
    without({
      ...{ number: one.number, animal: tagOf(one.animal, me), since: date(one.since), until: date(one.until), state: one.state },
      foster: has('fostersAreNamed') ? one.foster.name : nameOf(one.foster, me),
      ...(me.role !== 'vet' || has('vetsSeeExtensions') ? { extensions: one.extensions } : {}),
    });
  const treatment = (one: Treatment, me: Person): Body =>
    without({
      ...{ number: one.number, animal: tagOf(one.animal, me), kind: one.kind, due: date(one.due), state: one.state },
      vet: has('vetsAreNamed') ? one.vet.name : nameOf(one.vet, me),
      ...{ dose: one.dose === null && has('noDoseIsZero') ? 0 : one.dose, doneOn: date(one.doneOn) },
      ...(seesCost(one, me) ? { cost: one.cost } : {}),
    });
  const donation = (one: Donation, me: Person): Body =>
    without({
      ...{ number: one.number, person: nameOf(one.person, me), animal: tagOf(one.animal, me), purpose: one.purpose },
      ...(seesAmount(me) ? { amount: one.amount } : {}),
      ...{ receivedAt: moment(one.receivedAt), state: one.state },
    });
  return {
    ...{ seesPerson, seesAnimal, seesApplication, seesVisit, seesPlacement, seesTreatment, seesDonation },
    ...{ seesFees, seesNote, seesAmount },
    ...{ person, animal, application, visit, placement, treatment, donation },
  };
}
