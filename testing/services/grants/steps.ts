import { refuse } from '../hand-written.ts';
import type { Fund, GrantsData, Has, Payment, Proposal } from './data.ts';

/** The events of the grants service. `now`: milliseconds since the epoch. */
export function grantsSteps(data: GrantsData, has: Has, now: () => number) {
  const conflict = (): never => refuse(has('conflictsAreInvalid') ? 422 : 409, 'CONFLICT');
  const from = (isThere: boolean): void => {
    if (!isThere) conflict();
  };
  const today = (): string => new Date(now()).toISOString().slice(0, 10);
  const noMoney = (): never => refuse(has('noMoneyIsPayment') ? 402 : 409, 'NO_MONEY');
  const notGranted = ({ proposal }: Payment, isLax: boolean): void => {
    if (proposal.state !== 'granted' && !(isLax && proposal.state === 'finished')) refuse(409, 'NOT_GRANTED');
  };

  const fundSteps: Readonly<Record<string, (fund: Fund) => void>> = {
    publish(fund) {
      from(fund.state === 'planned' || (fund.state === 'open' && has('openFundsArePublished')));
      const isOver = has('publishNeedsTomorrow') ? fund.until <= today() : fund.until < today();
      if (isOver && !has('publishIgnoresDate')) refuse(409, 'TOO_LATE');
      fund.state = 'open';
    },
    close(fund) {
      from(fund.state === 'open' || (fund.state === 'planned' && has('plannedFundsClose')));
      fund.state = 'closed';
      const dropped = ['draft', ...(has('closeDropsDraftsOnly') ? [] : ['submitted']), ...(has('closeDropsListed') ? ['listed'] : [])];
      const all = data.proposals.filter((one) => (one.fund === fund || has('closeDropsEverywhere')) && dropped.includes(one.state));
      for (const one of has('closeDropsNone') ? [] : has('closeDropsOne') ? all.slice(0, 1) : all) one.state = 'dropped';
    },
    reopen(fund) {
      from(fund.state === 'closed' || (fund.state === 'open' && has('openFundsReopen')));
      if (fund.committed >= fund.budget && !has('reopenIgnoresMoney')) noMoney();
      fund.state = 'open';
    },
  };

  const grant = (proposal: Proposal, grantedIn: () => number): void => {
    const { fund, amount, state } = proposal;
    const isThere = state === 'listed' || (state === 'submitted' && has('submittedIsGranted'));
    if (!has('guardBeforeState')) from(isThere);
    const granted = grantedIn();
    const most = amount + (has('grantIsOneMore') ? 1 : 0);
    const isSmall = granted > 0 || (granted === 0 && has('grantOfNothing'));
    const left = fund.budget - (has('grantIgnoresCommitted') ? 0 : fund.committed) - (has('grantLeavesOne') ? 1 : 0);
    const isRight = isSmall && (granted <= most || has('grantIgnoresAmount')) && (granted <= left || has('grantIgnoresBudget'));
    if (!isRight) refuse(has('badGrantIsConflict') ? 409 : 422, 'BAD_GRANT');
    from(isThere);
    proposal.state = 'granted';
    if (!has('grantForgetsGranted')) proposal.granted = granted;
    if (!has('grantForgetsTime')) proposal.decidedAt = now();
    const committed = has('grantCommitsAmount') ? amount : granted;
    if (!has('grantForgetsCommitted')) fund.committed = committed + (has('grantReplacesCommitted') ? 0 : fund.committed);
  };
  const finish = (proposal: Proposal): void => {
    const { fund, granted, drawn } = proposal;
    from(proposal.state === 'granted');
    const payments = data.payments.filter((one) => one.proposal === proposal);
    const isPaid = payments.every(({ state }) => state === 'paid' || (state === 'refused' && !has('finishNeedsAllPaid')));
    if (!isPaid && !has('finishIgnoresPayments')) refuse(409, 'UNPAID');
    const back = has('finishReturnsAll') ? (granted ?? 0) : has('finishReturnsDrawn') ? drawn : (granted ?? 0) - drawn;
    if (!has('finishForgetsCommitted')) fund.committed -= back;
    if (!has('finishKeepsNote')) proposal.note = null;
    if (has('finishClearsTime')) proposal.decidedAt = null;
    proposal.state = 'finished';
  };
  const proposalSteps: Readonly<Record<string, (proposal: Proposal, grantedIn: () => number) => void>> = {
    submit(proposal) {
      const { fund, amount, state } = proposal;
      from(state === 'draft' || (state === 'submitted' && has('submittedIsSubmitted')));
      const left = fund.budget - (has('submitIgnoresCommitted') ? 0 : fund.committed) - (has('submitLeavesOne') ? 1 : 0);
      if ((fund.state !== 'open' || amount > left) && !has('submitIgnoresMoney')) noMoney();
      proposal.state = 'submitted';
    },
    revise(proposal) {
      from(proposal.state === 'submitted' || (proposal.state === 'listed' && has('listedIsRevised')));
      const isReviewed = data.reviews.some((one) => one.proposal === proposal);
      const isLax = has('revisesReviewed') || (proposal.state === 'listed' && has('listedIsRevised'));
      if (isReviewed && !isLax) refuse(409, has('reviewedIsConflict') ? 'CONFLICT' : 'REVIEWED');
      proposal.state = 'draft';
    },
    drop(proposal) {
      const states = ['draft', ...(has('submittedIsNotDropped') ? [] : ['submitted']), ...(has('listedIsDropped') ? ['listed'] : [])];
      from(states.includes(proposal.state));
      if (has('dropSetsTime')) proposal.decidedAt = now();
      proposal.state = 'dropped';
    },
    shortlist(proposal) {
      from(proposal.state === 'submitted');
      const points = data.reviews.filter((one) => one.proposal === proposal).map((one) => one.points);
      const sum = points.reduce((all, one) => all + one, 0);
      const isStrong = has('shortlistCountsReviews') ? points.length >= 2 : sum >= (has('shortlistNeedsOneMore') ? 13 : 12);
      if (!isStrong && !has('shortlistIgnoresPoints')) refuse(409, 'TOO_WEAK');
      proposal.state = 'listed';
    },
    grant,
    decline(proposal) {
      const states = ['submitted', 'listed', ...(has('grantedIsDeclined') ? ['granted'] : [])];
      from(states.includes(proposal.state));
      if (!has('declineForgetsTime')) proposal.decidedAt = now();
      proposal.state = 'declined';
    },
    finish,
  };

  const pay = (payment: Payment): void => {
    const { proposal, amount, state } = payment;
    const isLax = (state === 'paid' && has('paidIsPaid')) || (state === 'refused' && has('refusedIsPaid'));
    from(state === 'asked' || isLax);
    const most = (proposal.granted ?? 0) + (has('payIsOneMore') ? 1 : has('payLeavesOne') ? -1 : 0);
    if ((has('payIgnoresDrawn') ? 0 : proposal.drawn) + amount > most && !has('payIgnoresGrant'))
      refuse(has('overdrawnIsInvalid') ? 422 : 409, 'OVERDRAWN');
    payment.state = 'paid';
    if (!has('payForgetsTime')) payment.paidAt = now();
    if (!has('payForgetsDrawn')) proposal.drawn = amount + (has('payReplacesDrawn') ? 0 : proposal.drawn);
    const { applicant } = proposal;
    if (!has('payForgetsReceived')) applicant.received = amount + (has('payReplacesReceived') ? 0 : applicant.received);
    if (has('payPaysAllAsked'))
      for (const other of data.payments) if (other.proposal === proposal && other.state === 'asked') other.state = 'paid';
  };
  const paymentSteps: Readonly<Record<string, (payment: Payment) => void>> = {
    pay,
    refuse(payment) {
      from(payment.state === 'asked' || (payment.state === 'paid' && has('paidIsRefused')));
      if (!has('refuseForgetsState')) payment.state = 'refused';
    },
    again(payment) {
      from(payment.state === 'refused');
      notGranted(payment, has('finishedAsksAgain'));
      if (!has('againKeepsState')) payment.state = 'asked';
    },
    back(payment) {
      from(payment.state === 'paid');
      notGranted(payment, has('finishedTakesBack'));
      const { proposal, amount } = payment;
      payment.state = has('backAsksAgain') ? 'asked' : 'refused';
      if (!has('backKeepsTime')) payment.paidAt = null;
      if (!has('backForgetsDrawn')) proposal.drawn = has('backClearsDrawn') ? 0 : proposal.drawn - amount;
      if (!has('backForgetsReceived')) proposal.applicant.received -= amount;
    },
  };
  return { conflict, fundSteps, proposalSteps, paymentSteps };
}
