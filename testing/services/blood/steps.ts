import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import {
  type Appointment,
  type BloodData,
  type Donation,
  type Drive,
  hour,
  type Order,
  type Person,
  plus,
  type Recall,
  type Unit,
} from './data.ts';
import type { Has } from './faults.ts';
import type { BloodRules } from './rules.ts';

export type BloodSteps = ReturnType<typeof bloodSteps>;

/** The events of the blood bank's records. `now`: milliseconds since the epoch. */
export function bloodSteps(data: BloodData, rules: BloodRules, has: Has, now: () => number) {
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs400') ? 400 : 409, 'CONFLICT');
  };
  const today = (): string => dayOf(now());

  const callOff = (appointments: readonly Appointment[]): void => {
    const waiting = appointments.filter(({ state }) => state === 'booked' || (state === 'answered' && !has('answeredAreNotCalledOff')));
    for (const one of has('oneIsCalledOff') ? waiting.slice(0, 1) : waiting)
      one.state = has('calledOffIsCancelled') ? 'cancelled' : 'called off';
  };

  const defer = (person: Person, span: number, deferral: string): void => {
    if (span < (has('deferForNoDay') ? 0 : 1) || span > (has('deferLonger') ? 366 : 365))
      refuse(has('badSpanIs409') ? 409 : 422, 'BAD_SPAN');
    const until = plus(today(), has('deferralEndsADayEarly') ? span - 1 : span);
    const isShorter =
      person.deferredUntil !== null && (has('sameDeferralIsShorter') ? person.deferredUntil >= until : person.deferredUntil > until);
    if (isShorter && !has('deferralsMayBeShortened')) refuse(409, 'SHORTENED');
    person.deferredUntil = until;
    if (!has('deferForgetsReason')) person.deferral = deferral;
    if (has('deferKeepsAppointments')) return;
    const own = data.appointments.filter(({ donor }) => donor === person || has('deferCallsOffAll'));
    callOff(own.filter(({ drive: { day } }) => (has('deferMindsLastDay') ? day <= until : day < until) || has('deferCallsOffLater')));
  };
  const lift = (person: Person): void => {
    const isDeferred = person.deferredUntil !== null && person.deferredUntil > today();
    if (!isDeferred && !has('anyoneIsLifted')) refuse(409, 'NOT_DEFERRED');
    person.deferredUntil = has('liftEndsToday') ? today() : null;
    if (!has('liftKeepsReason')) person.deferral = null;
  };

  const drives: Readonly<Record<string, (drive: Drive) => void>> = {
    publish(drive) {
      from(drive.state === 'planned' || (drive.state === 'cancelled' && has('cancelledIsPublished')));
      drive.state = 'open';
    },
    cancel(drive) {
      from((drive.state === 'planned' && !has('plannedIsNotCancelled')) || drive.state === 'open');
      const busy = has('donatedMayBeCancelled') ? ['admitted'] : has('admittedMayBeCancelled') ? ['donated'] : ['admitted', 'donated'];
      if (has('answeredHoldTheDrive')) busy.push('answered');
      if (data.appointmentsOn(drive).some(({ state }) => busy.includes(state))) refuse(409, 'UNDER_WAY');
      drive.state = 'cancelled';
      if (!has('cancelKeepsAppointments')) callOff(data.appointmentsOn(drive));
    },
  };

  const answer = (one: Appointment, answers: Pick<Appointment, 'ill' | 'travelled' | 'tattooed'>): void => {
    const last = plus(today(), has('answersLastAWeek') ? 7 : has('thirdDayIsTooEarly') ? 2 : 3);
    if (one.drive.day > last && !has('answersAreAlwaysFine')) refuse(409, 'TOO_EARLY');
    Object.assign(one, answers);
    if (has('tattooIsForgotten')) one.tattooed = false;
    one.state = 'answered';
  };
  const isToday = ({ drive }: Appointment, isIgnored: boolean): void => {
    if (drive.day !== today() && !isIgnored) refuse(409, 'NOT_TODAY');
  };
  const admit = (one: Appointment, hemoglobin: number, pulse: number): void => {
    if (has('valuesBeforeDay')) rules.admission(one, hemoglobin, pulse);
    isToday(one, has('admitOnAnyDay'));
    rules.admission(one, hemoglobin, pulse);
    one.hemoglobin = hemoglobin;
    if (!has('pulseIsForgotten')) one.pulse = pulse;
    one.state = 'admitted';
  };
  const turnAway = (one: Appointment, reason: string): void => {
    isToday(one, has('turnAwayOnAnyDay'));
    rules.notBlank(reason, 'turnAwayWithoutReason');
    if (!has('turnAwayForgetsReason')) one.reason = reason;
    one.state = 'turned away';
    const after =
      one.travelled && has('travelBeforeTattoo') ? 28 : one.tattooed ? (has('tattooIsShort') ? 90 : 120) : one.travelled ? 28 : 14;
    if (!has('turnAwayDoesNotDefer')) one.donor.deferredUntil = plus(today(), after);
    if (!has('turnAwayHidesDeferral')) one.donor.deferral = reason;
  };
  const appointments: Readonly<Record<string, (one: Appointment) => void>> = {
    cancel(one) {
      from(
        one.state === 'booked' ||
          (one.state === 'answered' && !has('answeredStays')) ||
          (one.state === 'admitted' && has('admittedCancels')),
      );
      const isLate = has('cancelOnTheDay') ? one.drive.day < today() : one.drive.day <= today();
      if (isLate) refuse(409, 'TOO_LATE');
      one.state = 'cancelled';
    },
    miss(one) {
      const isCalledOff = one.state === 'called off' && has('calledOffIsMissed');
      from(one.state === 'booked' || (one.state === 'answered' && !has('answeredIsNotMissed')) || isCalledOff);
      if (one.drive.day > today() && !has('missBeforeTheDay')) refuse(409, 'TOO_EARLY');
      one.state = 'missed';
      if (!has('missIsNotCounted')) one.donor.missed = has('missedIsOnce') ? 1 : one.donor.missed + 1;
      if (has('missDefers')) one.donor.deferredUntil = plus(today(), 14);
    },
  };

  const donate = (donation: Donation): void => {
    data.donations.push(donation);
    if (!has('donationKeepsAppointment')) donation.appointment.state = 'donated';
    const { donor } = donation;
    if (!has('lastDonationIsForgotten')) donor.lastDonation = today();
    if (!has('donationIsNotCounted')) donor.donations += has('plasmaIsNotCounted') && donation.component !== 'whole' ? 0 : 1;
    if (has('donationClearsMissed')) donor.missed = 0;
  };
  const test = (donation: Donation, group: string, positive: boolean, reactive: boolean): void => {
    if (!(reactive && has('reactiveIgnoresGroup'))) rules.sameGroup(donation, group, positive);
    Object.assign(donation, { group, positive: has('rhesusIsForgotten') ? null : positive, reactive });
    donation.state = reactive && !has('reactiveIsClear') ? 'reactive' : 'clear';
    const { donor } = donation;
    if (reactive) {
      if (has('reactiveKnowsGroup')) Object.assign(donor, { group, positive });
      if (has('reactiveIsNotDeferred')) return;
      donor.deferredUntil = plus(today(), has('reactiveIsShort') ? 100 : 1000);
      if (!has('reactiveHasNoReason')) donor.deferral = 'laboratory';
    } else if (donor.group === null && !has('donorsGroupIsForgotten')) {
      donor.group = group;
      if (!has('donorsRhesusIsForgotten')) donor.positive = positive;
    }
  };

  const lasts = (kind: string): number => {
    if (kind === 'red') return has('redLastsShorter') ? 35 : 42;
    return kind === 'plasma' ? (has('plasmaLastsShorter') ? 42 : 365) : has('plateletsLastLonger') ? 7 : 5;
  };
  const release = (unit: Unit, me: Person): void => {
    from(unit.state === 'quarantined' || (unit.state === 'returned' && has('returnedIsReleased')));
    if (unit.maker === me && !has('twoEyesAreEnough')) refuse(has('fourEyesIs409') ? 409 : 403, 'FOUR_EYES');
    unit.state = 'available';
  };
  const free = (unit: Unit): void => {
    unit.state = 'available';
    unit.order = null;
    if (!has('freedKeepTheirTime')) unit.reservedAt = null;
  };
  /** Frees the units that have been reserved for too long. */
  const lapse = (): void => {
    for (const unit of data.units) if (unit.state === 'reserved' && (unit.reservedAt ?? 0) + 48 * hour <= now()) free(unit);
  };
  const reserve = (unit: Unit, order: Order): void => {
    const isHeld = unit.state === 'reserved' && has('reservedMayMove');
    from(unit.state === 'available' || isHeld || (unit.state === 'quarantined' && has('quarantinedIsReserved')));
    if (order.state !== 'open' && !has('deliveredOrdersGetMore')) refuse(409, 'ORDER_CLOSED');
    rules.reservation(unit, order);
    unit.state = 'reserved';
    unit.order = order;
    if (!has('reserveForgetsTime')) unit.reservedAt = now();
  };
  const checkDiscard = (unit: Unit): void => {
    const states = ['quarantined', 'available', 'returned'];
    if (has('returnedIsKept')) states.pop();
    if (has('availableIsKept')) states.splice(1, 1);
    if (has('reservedIsDiscarded')) states.push('reserved');
    if (has('deliveredIsDiscarded')) states.push('delivered');
    from(states.includes(unit.state));
  };
  const discard = (unit: Unit, reason: string): void => {
    rules.notBlank(reason, 'discardWithoutReason');
    unit.state = 'discarded';
    if (!has('discardForgetsReason')) unit.reason = reason;
    if (has('discardForgetsOrder')) unit.order = null;
  };
  const giveBack = (unit: Unit, reason: string): void => {
    if (now() - (unit.order?.deliveredAt ?? 0) > 24 * hour) refuse(409, 'TOO_LATE');
    rules.notBlank(reason, 'returnWithoutReason');
    unit.state = has('returnedIsAvailable') ? 'available' : 'returned';
    if (!has('returnForgetsReason')) unit.reason = reason;
    if (has('returnForgetsOrder')) unit.order = null;
    if (has('returnReopensOrder') && unit.order !== null) unit.order.state = 'open';
  };

  const orders: Readonly<Record<string, (order: Order) => void>> = {
    ship(order) {
      from(order.state === 'open');
      const units = data.reservedFor(order);
      const isComplete = has('oneUnitIsEnough') ? units.length > 0 : units.length === order.count;
      if (!isComplete && !has('shipIsIncomplete')) refuse(409, 'INCOMPLETE');
      order.state = 'delivered';
      if (!has('shipForgetsTime')) order.deliveredAt = now();
      if (has('shipKeepsUnits')) return;
      for (const unit of has('shipDeliversOne') ? units.slice(0, 1) : units) unit.state = 'delivered';
    },
    cancel(order) {
      from(order.state === 'open' || (order.state === 'delivered' && has('deliveredIsCancelled')));
      const units = data.reservedFor(order);
      const isHeld = units.length > 0 && (order.urgency === 'emergency' || (order.urgency === 'urgent' && has('urgentIsHeldToo')));
      if ((isHeld && !has('emergencyIsNotHeld')) || (order.urgency === 'emergency' && has('emergencyNeverCancels')))
        refuse(409, 'RESERVED');
      order.state = 'cancelled';
      if (has('cancelKeepsUnits')) return;
      for (const unit of has('cancelFreesOne') ? units.slice(0, 1) : units) free(unit);
    },
  };

  const recall = (one: Recall): void => {
    data.recalls.push(one);
    const { donation } = one;
    if (!has('recallKeepsDonation')) donation.state = 'recalled';
    const states = has('recallForgetsQuarantine') ? ['available', 'reserved'] : ['quarantined', 'available', 'reserved'];
    if (has('recallForgetsReserved')) states.pop();
    if (has('recallTakesDelivered')) states.push('delivered');
    const pulled = data.unitsOf(donation).filter(({ state }) => states.includes(state));
    for (const unit of has('recallKeepsUnits') ? [] : has('recallPullsOne') ? pulled.slice(0, 1) : pulled) {
      unit.state = 'discarded';
      if (!has('recalledKeepTheirOrder')) unit.order = null;
      if (!has('recalledHaveNoReason')) unit.reason = 'recalled';
    }
    if (one.grade === 'minor' ? !has('minorDefersToo') : has('majorDoesNotDefer')) return;
    donation.donor.deferredUntil = plus(today(), 365);
    donation.donor.deferral = has('recallTellsReason') ? one.reason : 'recall';
  };
  const close = (one: Recall, outcome: string): void => {
    const out = has('anyUnitIsOut') ? data.unitsOf(one.donation).filter(({ state }) => state !== 'discarded') : data.outOf(one.donation);
    if (out.length > 0 && !has('closeIgnoresUnits')) refuse(409, 'UNITS_OUT');
    rules.notBlank(outcome, 'closeWithoutOutcome');
    one.state = 'closed';
    if (!has('closeForgetsOutcome')) one.outcome = outcome;
    if (!has('closeForgetsTime')) one.closedAt = now();
  };
  return {
    ...{ from, defer, lift, drives, answer, admit, turnAway, appointments, donate, test },
    ...{ lasts, lapse, release, reserve, checkDiscard, discard, giveBack, orders, recall, close },
  };
}
