import { refuse } from '../hand-written.ts';
import type { ClinicData, Has, Person, Prescription, Surgery, Visit } from './data.ts';
import type { ClinicFault } from './faults.ts';

/** The events of the clinic. `now`: milliseconds since the epoch. */
export function clinicSteps(data: ClinicData, people: readonly Person[], has: Has, now: () => number) {
  const conflict = (): never => refuse(has('conflictsAreInvalid') ? 422 : 409, 'CONFLICT');
  /** Refuses unless the state is one of these, or one that a fault adds. */
  const from = <S extends string>(state: S, right: readonly S[], more: Partial<Record<ClinicFault, S>> = {}): void => {
    const added = Object.entries(more).some(([fault, one]) => one === state && has(fault as ClinicFault));
    if (!right.includes(state) && !added) conflict();
  };
  const today = (): string => new Date(now()).toISOString().slice(0, 10);
  const full = (): never => refuse(409, has('fullIsConflict') ? 'CONFLICT' : 'FULL');

  const surgerySteps: Readonly<Record<string, (surgery: Surgery) => void>> = {
    offer(surgery) {
      from(surgery.state, ['planned'], { openHoursAreOffered: 'open', offIsOffered: 'off' });
      const isOver = has('offerNeedsTomorrow') ? surgery.day <= today() : surgery.day < today();
      if (isOver && !has('offerIgnoresDay')) refuse(409, 'TOO_LATE');
      surgery.state = 'open';
    },
    close(surgery) {
      from(surgery.state, ['open'], { plannedClose: 'planned' });
      surgery.state = 'closed';
      if (!has('closeDropsAsked')) return;
      for (const one of data.visits) if (one.surgery === surgery && one.state === 'asked') one.state = 'dropped';
    },
    reopen(surgery) {
      from(surgery.state, ['closed']);
      const free = surgery.places - surgery.booked - (has('reopenLeavesOne') ? 1 : 0);
      if (free <= 0 && !has('reopenIgnoresPlaces')) full();
      surgery.state = 'open';
    },
    off(surgery) {
      from(surgery.state, ['planned', 'open', 'closed'], { offIsCalledOff: 'off' });
      surgery.state = 'off';
      const states = [
        'asked',
        ...(has('callOffDropsAskedOnly') ? [] : ['waiting', 'booked']),
        ...(has('callOffDropsSeen') ? ['seen'] : []),
      ];
      const all = data.visits.filter((one) => (one.surgery === surgery || has('callOffDropsEverywhere')) && states.includes(one.state));
      for (const one of has('callOffDropsNone') ? [] : has('callOffDropsOne') ? all.slice(0, 1) : all) one.state = 'dropped';
      if (!has('callOffKeepsBooked')) surgery.booked = 0;
    },
  };

  const see = (visit: Visit, feeIn: () => number): void => {
    const fromBooked = (): void => from(visit.state, ['booked'], { waitingIsSeen: 'waiting', missedIsSeen: 'missed' });
    if (!has('guardBeforeState')) fromBooked();
    const fee = feeIn();
    const isIn = fee >= (has('noFeeIsRefused') ? 1 : 0) && fee <= (has('feeIsOneMore') ? 501 : 500);
    if (!isIn && !has('feeIsNotChecked')) refuse(has('badFeeIsConflict') ? 409 : 422, 'BAD_FEE');
    fromBooked();
    const { patient, surgery } = visit;
    visit.state = 'seen';
    if (!has('seeForgetsFee')) visit.fee = fee;
    if (!has('seeForgetsTime')) visit.seenAt = now();
    if (has('seeTakesOneMissed')) patient.missed = Math.max(0, patient.missed - 1);
    else if (!has('seeKeepsMissed')) patient.missed = 0;
    if (has('seeFreesAPlace')) surgery.booked--;
  };
  const visitSteps: Readonly<Record<string, (visit: Visit, feeIn: () => number) => void>> = {
    wait(visit) {
      const { surgery } = visit;
      from(visit.state, ['asked'], { bookedWaits: 'booked' });
      const least = surgery.places + (has('waitNeedsOneMore') ? 1 : 0);
      if (surgery.booked < least && !has('waitIgnoresPlaces')) refuse(409, 'NOT_FULL');
      visit.state = 'waiting';
      const next = data.visits.find((one) => one.surgery === surgery && one.state === 'asked');
      if (has('waitConfirmsNext') && next !== undefined) next.state = 'booked';
    },
    confirm(visit) {
      const { surgery } = visit;
      from(visit.state, has('waitingIsNotConfirmed') ? ['asked'] : ['asked', 'waiting'], { seenIsConfirmed: 'seen' });
      const most = surgery.places + (has('confirmIsOneMore') ? 1 : has('confirmLeavesOne') ? -1 : 0);
      if (surgery.booked >= most && !has('confirmIgnoresPlaces')) full();
      if (surgery.booked + 1 > surgery.places && !has('confirmIgnoresPlaces') && !has('confirmIsOneMore')) refuse(409, 'BOOKED');
      visit.state = 'booked';
      if (has('confirmSetsBookedToOne')) surgery.booked = 1;
      else if (!has('confirmForgetsBooked')) surgery.booked += has('confirmBooksTwo') ? 2 : 1;
    },
    withdraw(visit) {
      from(visit.state, has('waitingIsNotWithdrawn') ? ['asked'] : ['asked', 'waiting'], { bookedIsWithdrawn: 'booked' });
      visit.state = 'cancelled';
      if (has('withdrawFreesAPlace')) visit.surgery.booked--;
    },
    cancel(visit) {
      from(visit.state, ['booked'], { waitingIsCancelled: 'waiting', seenIsCancelled: 'seen' });
      if (!has('cancelKeepsState')) visit.state = 'cancelled';
      if (has('cancelClearsBooked')) visit.surgery.booked = 0;
      else if (!has('cancelForgetsBooked')) visit.surgery.booked--;
    },
    see,
    miss(visit) {
      from(visit.state, ['booked'], { waitingIsMissed: 'waiting' });
      visit.state = 'missed';
      const { patient, surgery } = visit;
      for (const one of has('missCountsForAll') ? people.filter(({ role }) => role === 'patient') : [patient])
        if (has('missSetsCountToOne')) one.missed = 1;
        else if (!has('missForgetsCount')) one.missed++;
      if (has('missFreesAPlace')) surgery.booked--;
    },
  };

  const prescriptionSteps: Readonly<Record<string, (one: Prescription, countIn: () => number) => void>> = {
    give(one, countIn) {
      from(one.state, ['issued'], { revokedIsGiven: 'revoked' });
      const count = countIn();
      const most = one.doses + (has('giveIsOneMore') ? 1 : has('giveLeavesOne') ? -1 : 0);
      const isMore = (has('giveIgnoresGiven') ? 0 : one.given) + count > most && !has('giveIgnoresDoses');
      if (isMore || (count <= 0 && !(count === 0 && has('giveNothing')))) refuse(409, 'TOO_MANY');
      one.given = has('giveReplacesGiven') ? count : one.given + (has('giveAddsOne') ? 1 : count);
      if (has('giveFinishesAtTheEnd') && one.given === one.doses) one.state = 'finished';
    },
    finish(one) {
      from(one.state, ['issued'], { revokedIsFinished: 'revoked' });
      const isDone = has('finishNeedsNone') ? one.given >= one.doses - 1 : one.given === one.doses;
      if (!isDone && !has('finishIgnoresDoses')) refuse(409, 'NOT_ALL');
      one.state = 'finished';
      if (!has('finishForgetsTime')) one.endedAt = now();
    },
    revoke(one) {
      from(one.state, ['issued'], { finishedIsRevoked: 'finished' });
      const others = data.prescriptions.filter(({ visit, state }) => visit === one.visit && state === 'issued');
      for (const each of has('revokeRevokesAll') ? others : []) each.state = 'revoked';
      one.state = 'revoked';
      if (!has('revokeForgetsTime')) one.endedAt = now();
      if (has('revokeClearsGiven')) one.given = 0;
    },
    restore(one) {
      from(one.state, ['revoked'], { finishedIsRestored: 'finished' });
      if (one.given >= one.doses && !has('restoreIgnoresDoses')) refuse(409, 'ALL_GIVEN');
      one.state = 'issued';
      if (!has('restoreKeepsTime')) one.endedAt = null;
      if (has('restoreClearsGiven')) one.given = 0;
    },
  };
  return { conflict, surgerySteps, visitSteps, prescriptionSteps };
}
