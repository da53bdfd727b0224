import { refuse } from '../hand-written.ts';
import { daysBetween, hour, minute, type Person, share, treated, type VetData, type Visit } from './data.ts';
import type { Has } from './faults.ts';
import type { InvoiceSteps } from './invoice-steps.ts';
import type { VetRules } from './rules.ts';
import { nightPrice } from './views.ts';

export type VisitSteps = ReturnType<typeof visitSteps>;

interface Parts {
  readonly data: VetData;
  readonly rules: VetRules;
  readonly invoices: InvoiceSteps;
}

/** The events of visits. `now`: milliseconds since the epoch. */
export function visitSteps({ data, rules, invoices }: Parts, has: Has, now: () => number) {
  const { today } = rules;
  const conflict = (code: string): never => refuse(409, code);

  const book = (one: Visit): Visit => {
    const states = has('collectionDoesNotBlock') ? ['overdue'] : ['overdue', 'collection'];
    const owes = data.invoices.some(({ owner, state }) => owner === one.owner && states.includes(state));
    const isBlocked = owes && (one.kind !== 'emergency' || has('debtsBlockEmergencies')) && !has('debtorsBook');
    if (has('rulesBeforeDebts')) rules.newVisit(one);
    if (isBlocked) refuse(has('debtsIs403') ? 403 : 402, 'DEBTS');
    rules.newVisit(one);
    const visit = { ...one, number: data.next('visit') };
    data.visits.push(visit);
    return visit;
  };
  const cancel = (one: Visit, reason: string | null | undefined, me: Person): void => {
    one.state = 'cancelled';
    if (reason !== undefined) one.reason = reason;
    const isFree = me.role !== 'owner' || (one.kind === 'emergency' && !has('emergenciesPayForCancelling'));
    if (isFree && !(me.role === 'receptionist' && has('deskCancelsForAFee'))) return;
    if (one.begins - now() < 24 * hour && !has('lateCancelIsFree')) invoices.charge(one, 'fee', 2000);
  };
  const miss = (one: Visit): void => {
    one.state = 'missed';
    invoices.charge(one, 'fee', 3500);
  };
  const handOver = (one: Visit, vet: Person): void => {
    if (vet === one.vet) conflict('SAME_VET');
    const isMoved = one.kind !== 'operation' || has('handOverLeavesTheTheatre');
    const room = isMoved && !has('handOverKeepsRoom') ? (vet.room ?? one.room) : one.room;
    rules.free({ ...one, vet, room }, 'handedOverIntoAVisit');
    one.vet = vet;
    one.room = room;
  };
  const arriveCheck = (one: Visit): void => {
    const isEarly = one.begins - now() > 60 * minute && (one.kind !== 'emergency' || has('emergenciesComeLater'));
    if (isEarly && !has('arriveAnyTime')) conflict('TOO_EARLY');
  };
  const quote = (one: Visit, estimate: number): void => {
    if (one.kind !== 'operation' && !has('checkupsAreQuoted')) conflict('NO_OPERATION');
    rules.estimate(estimate);
    one.estimate = estimate;
    if (!has('quoteKeepsConsent')) one.consented = false;
  };
  const consent = (one: Visit): void => {
    if (one.estimate === null && !has('consentNeedsNoEstimate')) conflict('NO_ESTIMATE');
    if (one.consented) conflict('ALREADY_GIVEN');
    one.consented = true;
  };
  const start = (one: Visit): void => {
    const isOperation = one.kind === 'operation';
    if (isOperation && !one.fasted && has('fastingBeforeConsent')) conflict('NOT_FASTING');
    if (isOperation && !one.consented && !has('startsWithoutConsent')) conflict('NO_CONSENT');
    if (isOperation && !one.fasted && !has('startsWithoutFasting')) conflict('NOT_FASTING');
    const states = has('kennelKeepsVetBusy') ? treated : ['in treatment'];
    const isBusy = data.visits.some(({ vet, state }) => vet === one.vet && states.includes(state));
    if (isBusy && !has('vetTreatsTwo')) conflict('VET_BUSY');
    one.state = 'in treatment';
  };
  const admit = (one: Visit, kennel: number): void => {
    if (one.animal.species === 'bird' && !has('birdsStay')) conflict('NO_BIRDS');
    if (kennel < 1 || kennel > 6) refuse(422, 'NO_KENNEL');
    const isTaken = data.visits.some(
      ({ kennel: other, state }) => other === kennel && (state === 'in kennel' || (state === 'done' && has('doneKeepsKennel'))),
    );
    if (isTaken && !has('kennelForTwo')) refuse(409, 'KENNEL_TAKEN');
    one.state = 'in kennel';
    one.kennel = kennel;
    one.admittedOn = today();
  };
  const note = (one: Visit, words: string): void => {
    if (one.notedOn === today()) conflict('ALREADY_NOTED');
    rules.notBlank(words);
    one.note = words;
    one.notedOn = today();
    one.notes += 1;
  };
  const mayCost = (estimate: number): number => (has('estimateIsTheEnd') ? estimate : share(estimate, 120));
  const finish = (one: Visit, findings: string): void => {
    const { admittedOn, notedOn } = one;
    const noteCheck = (): void => {
      if (one.state !== 'in kennel' || admittedOn === null) return;
      const isFirstDay = admittedOn >= today() && !has('firstDayNeedsNote');
      const isNoted = notedOn !== null && (notedOn >= today() || has('oneNoteIsEnough'));
      if (!isFirstDay && !isNoted) conflict('NO_NOTE');
    };
    if (data.itemsOf(one).length === 0 && !has('nothingIsInvoiced')) conflict('NOTHING_DONE');
    noteCheck();
    const cost = data.costOf(one);
    if (one.kind === 'operation') {
      if (!one.consented && !has('finishNeedsNoConsent')) conflict('NO_CONSENT');
      const isOver = one.estimate !== null && cost > mayCost(one.estimate);
      if (isOver) refuse(409, 'OVER_ESTIMATE');
    }
    rules.notBlank(findings, 'findingsMayBeBlank');
    one.findings = findings;
    const nights = admittedOn === null ? 0 : daysBetween(admittedOn, today()) + (has('daysCountAsNights') ? 1 : 0);
    one.nights = nights;
    invoices.charge(one, 'treatment', has('nightsAreFree') ? cost : cost + nightPrice * nights);
    one.state = 'done';
  };
  return { book, cancel, miss, handOver, arriveCheck, quote, consent, start, admit, note, finish };
}
