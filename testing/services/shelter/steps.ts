import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
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
import type { ShelterRules } from './rules.ts';

/**
 * The events of the shelter's records. Those with values get a function that reads them, since
 * values are refused after a wrong state. `now`: milliseconds since the epoch.
 */
export function shelterSteps(data: ShelterData, rules: ShelterRules, has: Has, now: () => number) {
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  };
  const today = (): string => dayOf(now());

  const settle = (person: Person, amount: number): void => {
    const isBad = amount < (has('maySettleNothing') ? 0 : 1) || (amount > person.fees && !has('maySettleMore'));
    if (isBad || (amount < person.fees && has('feesAreSettledWhole'))) refuse(has('badAmountIs409') ? 409 : 422, 'BAD_AMOUNT');
    person.fees = has('settleClearsFees') ? 0 : person.fees - amount;
  };

  const release = (animal: Animal): void => {
    from(animal.state === 'quarantine' || (animal.state === 'reserved' && has('reservedIsReleased')));
    if (animal.vaccinatedOn === null && !has('releaseIgnoresVaccination')) refuse(409, 'NOT_VACCINATED');
    rules.release(animal);
    animal.state = 'available';
    if (!has('releaseKeepsReason')) animal.reason = null;
    if (has('releaseForgetsVaccination')) animal.vaccinatedOn = null;
  };
  const isolate = (animal: Animal, read: () => string): void => {
    const states = ['available'];
    if (has('reservedIsIsolated')) states.push('reserved');
    if (has('quarantineIsIsolated')) states.push('quarantine');
    from(states.includes(animal.state));
    const reason = read();
    rules.isolate(reason);
    animal.state = 'quarantine';
    if (!has('isolateForgetsReason')) animal.reason = reason;
    if (has('isolateForgetsVaccination')) animal.vaccinatedOn = null;
    if (has('isolateKeepsRequests')) return;
    const requests = data.placementsOf(animal).filter(({ state }) => state === 'requested');
    for (const one of has('isolateDeclinesOne') ? requests.slice(0, 1) : requests) one.state = 'declined';
  };
  const transfer = (animal: Animal, read: () => string): void => {
    const states = has('onlyQuarantineIsTransferred') ? ['quarantine'] : ['quarantine', 'available'];
    if (has('fosteredIsTransferred')) states.push('fostered');
    if (has('adoptedIsTransferred')) states.push('adopted');
    from(states.includes(animal.state));
    const shelter = read();
    const applications = data.applicationsFor(animal);
    const isWanted = applications.some(({ state }) => state === 'submitted' || has('transferMindsAllApplications'));
    if (isWanted && !has('transferIgnoresApplications')) refuse(409, has('wantedIsConflict') ? 'CONFLICT' : 'WANTED');
    animal.state = 'transferred';
    if (!has('transferForgetsShelter')) animal.shelter = shelter;
  };
  const remove = (animal: Animal): void => {
    from(animal.state === 'quarantine' || (animal.state === 'available' && has('availableIsDeleted')));
    const isUsed = data.applicationsFor(animal).length > 0 && !has('appliedAnimalsAreDeleted');
    const isFostered = data.placementsOf(animal).length > 0 && !has('fosteredAnimalsAreDeleted');
    if (isUsed || isFostered) refuse(409, 'CONFLICT');
    if (data.treatmentsOf(animal).length > 0 && has('treatedAnimalsAreKept')) refuse(409, 'CONFLICT');
    data.animals = data.animals.filter((one) => one !== animal);
    if (!has('treatmentsAreKept')) data.treatments = data.treatments.filter((one) => one.animal !== animal);
    if (has('deletionTakesDonations')) data.donations = data.donations.filter((one) => one.animal !== animal);
    else if (!has('donationsKeepAnimal')) for (const one of data.donations) if (one.animal === animal) one.animal = null;
  };

  const cancelVisits = (application: Application): void => {
    for (const visit of data.visitsFor(application)) if (visit.state === 'planned') visit.state = 'cancelled';
  };
  const approve = (application: Application): void => {
    from(application.state === 'submitted' || (application.state === 'rejected' && has('rejectedIsApproved')));
    const states = has('plannedVisitIsEnough')
      ? ['planned', 'passed']
      : has('cancelledVisitIsEnough')
        ? ['cancelled', 'passed']
        : ['passed'];
    const visits = has('visitsOfOthersAreEnough')
      ? data.visits.filter((one) => one.application.animal === application.animal)
      : data.visitsFor(application);
    if (!visits.some(({ state }) => states.includes(state)) && !has('approveIgnoresVisits')) refuse(409, 'NOT_VISITED');
    from(application.animal.state === 'available' || has('approveIgnoresAnimal'));
    application.state = 'approved';
    if (!has('approveForgetsTime')) application.decidedAt = now();
    if (!has('approveKeepsAvailable')) application.animal.state = 'reserved';
    if (has('approveRejectsOthers'))
      for (const one of data.applicationsFor(application.animal)) if (one.state === 'submitted') one.state = 'lost';
  };
  const rejected = (application: Application, reason: string | null): void => {
    application.state = 'rejected';
    if (!has('rejectForgetsTime')) application.decidedAt = now();
    if (!has('rejectForgetsReason')) application.reason = reason;
    if (!has('rejectKeepsVisits')) cancelVisits(application);
  };
  const reject = (application: Application, read: () => string): void => {
    from(application.state === 'submitted' || (application.state === 'approved' && has('approvedIsRejected')));
    const reason = read();
    rules.reject(reason);
    rejected(application, reason);
  };
  const withdraw = (application: Application): void => {
    const { adopter, animal, state } = application;
    const states = has('approvedIsNotWithdrawn') ? ['submitted'] : ['submitted', 'approved'];
    if (has('adoptedIsWithdrawn')) states.push('adopted');
    if (has('rejectedIsWithdrawn')) states.push('rejected');
    from(states.includes(state));
    application.state = 'withdrawn';
    if (state === 'submitted') {
      if (!has('withdrawKeepsVisits')) cancelVisits(application);
      if (has('withdrawAlwaysCosts')) adopter.fees += 25;
    }
    if (state !== 'approved') return;
    if (!has('withdrawKeepsReserved')) animal.state = 'available';
    if (has('cancelFeeReplacesFees')) adopter.fees = 25;
    else if (!has('withdrawIsFree')) adopter.fees += has('cancelFeeIsTwenty') ? 20 : 25;
    if (has('withdrawCancelsAllVisits')) cancelVisits(application);
  };
  const complete = (application: Application): void => {
    from(application.state === 'approved' || (application.state === 'submitted' && has('submittedIsCompleted')));
    const { adopter, animal } = application;
    const isBehind = has('feesMustBeNone') ? adopter.fees > 0 : has('feesAreStrict') ? adopter.fees >= 100 : adopter.fees > 100;
    if (isBehind && !has('completeIgnoresFees')) refuse(has('owesIs409') ? 409 : 402, 'OWES_FEES');
    application.state = 'adopted';
    if (has('completeDecidesAgain')) application.decidedAt = now();
    if (!has('completeKeepsReserved')) animal.state = 'adopted';
    if (!has('completeForgetsKeeper')) animal.keeper = adopter;
    const fee = feeOf(animal) - (has('feeForgetsDiscount') ? 0 : discountOf(animal));
    if (has('feeReplacesFees')) adopter.fees = fee;
    else if (!has('feeIsNotOwed')) adopter.fees += fee;
    if (has('completeKeepsOthers')) return;
    const others = data.applicationsFor(animal).filter(({ state }) => state === 'submitted');
    for (const one of has('completeLosesOne') ? others.slice(0, 1) : others) {
      one.state = has('othersAreRejected') ? 'rejected' : 'lost';
      if (!has('lostForgetsTime')) one.decidedAt = now();
      if (!has('lostKeepsVisits')) cancelVisits(one);
    }
  };

  const isEarly = ({ day }: Visit): boolean => (has('visitsPassTheDayAfter') ? day >= today() : day > today());
  const move = (visit: Visit, read: () => string): void => {
    from(visit.state === 'planned' || (visit.state === 'passed' && has('passedIsMoved')));
    const day = read();
    if (day !== visit.day) rules.day(day, true);
    rules.busy(visit.carer, day, visit);
    if (!has('moveForgetsDay')) visit.day = day;
  };
  const pass = (visit: Visit, read: () => number): void => {
    if (has('dayBeforeState') && isEarly(visit)) refuse(409, 'TOO_EARLY');
    from(visit.state === 'planned' || (visit.state === 'cancelled' && has('cancelledIsPassed')));
    if (has('dayBeforeScore') && isEarly(visit)) refuse(409, 'TOO_EARLY');
    const score = read();
    if (has('scoreBeforeDay')) rules.pass(score);
    if (isEarly(visit) && !has('passIgnoresDay')) refuse(409, 'TOO_EARLY');
    rules.pass(score);
    visit.state = 'passed';
    if (!has('passForgetsScore')) visit.score = score;
    const { adopter } = visit.application;
    const isExpert = score >= (has('tenIsExpert') ? 10 : has('eightIsExpert') ? 8 : 9) && !has('passMakesNoExpert');
    if (isExpert || has('everyPassMakesExpert')) adopter.experienced = true;
    else if (has('lowPassUnmakesExpert')) adopter.experienced = false;
    if (has('passApproves')) visit.application.state = 'approved';
  };
  const fail = (visit: Visit, read: () => { score: number; report: string }): void => {
    from(visit.state === 'planned' || (visit.state === 'passed' && has('passedIsFailed')));
    const { score, report } = read();
    if (isEarly(visit) && !has('failIgnoresDay')) refuse(409, 'TOO_EARLY');
    from(visit.application.state === 'submitted' || has('failRejectsApproved'));
    rules.reject(report, has('failNeedsNoReason'));
    rules.fail(score);
    visit.state = 'failed';
    if (!has('failForgetsScore')) visit.score = score;
    if (!has('failForgetsReport')) visit.report = report;
    if (!has('failKeepsApplication')) rejected(visit.application, has('failForgetsReason') ? null : report);
  };
  const cancelVisit = (visit: Visit): void => {
    from(visit.state === 'planned' || (visit.state === 'passed' && has('passedIsCancelled')));
    visit.state = 'cancelled';
  };

  const start = (placement: Placement): void => {
    from(placement.state === 'requested' || (placement.state === 'declined' && has('declinedIsStarted')));
    const { animal, foster } = placement;
    const states = has('quarantineIsFostered') ? ['available', 'quarantine'] : has('reservedIsFostered') ? ['available', 'reserved'] : null;
    if (!(states ?? ['available']).includes(animal.state)) refuse(409, has('startIsConflict') ? 'CONFLICT' : 'NOT_AVAILABLE');
    rules.start(placement);
    placement.state = 'running';
    if (!has('startForgetsDay')) placement.since = today();
    if (!has('startKeepsAvailable')) animal.state = 'fostered';
    if (!has('startForgetsKeeper')) animal.keeper = foster;
    if (has('startDeclinesOthers')) for (const one of data.placementsOf(animal)) if (one.state === 'requested') one.state = 'declined';
  };
  const decline = (placement: Placement): void => {
    from(placement.state === 'requested' || (placement.state === 'running' && has('runningIsDeclined')));
    placement.state = 'declined';
  };
  const extend = (placement: Placement, read: () => string): void => {
    from(placement.state === 'running' || (placement.state === 'requested' && has('requestedIsExtended')));
    const until = read();
    const most = has('oneMoreExtension') ? 3 : has('oneExtensionIsEnough') ? 1 : 2;
    if (placement.extensions >= most && !has('extensionsAreEndless')) refuse(409, 'TOO_OFTEN');
    if (until !== placement.until) rules.until(until, true);
    if (!has('extendForgetsDay')) placement.until = until;
    if (!has('extendIsNotCounted')) placement.extensions += has('extendCountsTwice') ? 2 : 1;
  };
  const bringBack = (placement: Placement, read: () => number): void => {
    const states = ['running'];
    if (has('requestedIsReturned')) states.push('requested');
    if (has('returnedIsReturned')) states.push('returned');
    from(states.includes(placement.state));
    const { animal } = placement;
    const weight = read();
    if (weight !== animal.weight && !has('returnedWeightIsUnchecked'))
      rules.weight(has('returnedRabbitMayBeHeavy') ? 'dog' : animal.species, weight);
    placement.state = 'returned';
    if (!has('returnForgetsWeight')) animal.weight = weight;
    if (!has('returnKeepsKeeper')) animal.keeper = null;
    if (!has('returnKeepsFostered')) animal.state = has('returnLeadsToQuarantine') ? 'quarantine' : 'available';
    if (has('returnMakesExpert')) placement.foster.experienced = true;
    if (has('returnChangesUntil')) placement.until = today();
  };

  const perform = (treatment: Treatment, read: () => number | null): void => {
    const states = ['planned'];
    if (has('doneIsPerformed')) states.push('done');
    if (has('cancelledIsPerformed')) states.push('cancelled');
    from(states.includes(treatment.state));
    const dose = read();
    const isEarlyDue = has('performsTheDayAfter') ? treatment.due >= today() : treatment.due > today();
    if (isEarlyDue && !has('performIgnoresDay')) refuse(409, 'TOO_EARLY');
    rules.perform(treatment, dose);
    treatment.state = 'done';
    if (!has('performForgetsDose')) treatment.dose = dose;
    if (!has('performForgetsDay')) treatment.doneOn = today();
    const isVaccination = treatment.kind === 'vaccination' || has('everyTreatmentVaccinates');
    if (isVaccination && !has('vaccinationIsNotNoted')) treatment.animal.vaccinatedOn = today();
    if (has('performReleases') && treatment.animal.state === 'quarantine') treatment.animal.state = 'available';
  };
  const cancelTreatment = (treatment: Treatment): void => {
    from(treatment.state === 'planned' || (treatment.state === 'done' && has('doneIsCancelled')));
    treatment.state = 'cancelled';
    if (has('cancelledCostsNothing')) treatment.cost = 0;
  };

  const donations: Readonly<Record<string, (donation: Donation) => void>> = {
    receive(donation) {
      const states = ['pledged'];
      if (has('receivedIsReceived')) states.push('received');
      if (has('refundedIsReceived')) states.push('refunded');
      from(states.includes(donation.state));
      donation.state = 'received';
      if (!has('receiveForgetsTime')) donation.receivedAt = now();
      if (has('receiveLowersFees')) donation.person.fees = Math.max(0, donation.person.fees - donation.amount);
    },
    refund(donation) {
      from(donation.state === 'received' || (donation.state === 'pledged' && has('pledgedIsRefunded')));
      const isLarge = has('refundIsStrict') ? donation.amount >= 500 : donation.amount > (has('refundOfOneMore') ? 501 : 500);
      if (isLarge && !has('refundIgnoresAmount')) refuse(has('tooLargeIs422') ? 422 : 409, 'TOO_LARGE');
      donation.state = has('refundedIsPledged') ? 'pledged' : 'refunded';
      if (!has('refundKeepsTime')) donation.receivedAt = null;
    },
    remove(donation) {
      from(donation.state === 'pledged' || (donation.state === 'received' && has('receivedIsDeleted')));
      if (!has('deletedPledgeIsKept')) data.donations = data.donations.filter((one) => one !== donation);
    },
  };
  /** Lets pledges lapse that are too old. */
  const lapse = (): void => {
    for (const one of data.donations) if (one.state === 'pledged' && now() - one.pledgedAt >= 30 * 86_400_000) one.state = 'lapsed';
  };
  return {
    ...{ settle, release, isolate, transfer, remove, approve, reject, withdraw, complete, move, pass, fail, cancelVisit },
    ...{ start, decline, extend, bringBack, perform, cancelTreatment, donations, lapse },
  };
}
