import type { Body } from '../hand-written.ts';
import type { Fund, GrantsData, Has, Payment, Person, Proposal, Review } from './data.ts';
import type { GrantsInputs } from './inputs.ts';

const fundStates = ['planned', 'open', 'closed'];
const proposalStates = ['draft', 'submitted', 'listed', 'granted', 'declined', 'dropped', 'finished'];
const decided = ['granted', 'declined', 'finished'];

/** The reader; null if signed out. */
export type Reader = Person | null;

/** The parts of the grants service's records that people see. */
export function grantsViews(data: GrantsData, inputs: GrantsInputs, has: Has) {
  const is = (me: Reader, role: string): boolean => me?.role === role;

  const seesFund = ({ state }: Fund, me: Reader): boolean => {
    if (me === null) return state === 'open' || (state === 'closed' && has('visitorsSeeClosed'));
    return me.role === 'officer' || state !== 'planned' || (me.role === 'applicant' && has('applicantsSeePlanned'));
  };
  const seesProposal = ({ applicant, state }: Proposal, me: Reader): boolean => {
    if (is(me, 'applicant')) return applicant === me;
    if (is(me, 'reviewer')) return state !== 'draft' && (state !== 'dropped' || has('reviewersSeeDropped'));
    return state !== 'draft' || has('officersSeeDrafts');
  };
  const seesReview = ({ reviewer, proposal }: Review, me: Reader): boolean => {
    if (is(me, 'reviewer')) return reviewer === me || has('reviewersSeeAllReviews');
    if (is(me, 'officer')) return true;
    const isReady = decided.includes(proposal.state) || has('applicantsSeeReviewsEarly');
    return proposal.applicant === me && isReady && !has('applicantsSeeNoReviews');
  };
  const seesPayment = ({ proposal }: Payment, me: Reader): boolean =>
    is(me, 'officer') || proposal.applicant === me || (is(me, 'reviewer') && has('reviewersSeePayments'));
  const seesNote = (me: Reader): boolean =>
    is(me, 'applicant') ? has('notesAreShown') : !(is(me, 'reviewer') && has('notesAreHiddenFromReviewers'));

  const moment = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
  const date = (text: string): string => (has('datesAreTimes') ? `${text}T00:00:00.000Z` : text);
  const personShown = ({ number, name, role, received, barred, password }: Person): Body => ({
    ...{ number, name, role, barred },
    ...(has('receivedIsLeftOut') ? {} : { received }),
    ...(has('passwordIsShown') ? { password } : {}),
  });
  const fundShown = (fund: Fund, me: Reader): Body => {
    const isCounted = (one: Proposal): boolean =>
      one.fund === fund && (one.applicant === me || has('mineCountsAll')) && !(one.state === 'dropped' && has('mineCountsDroppedNot'));
    return {
      ...{ code: fund.code, title: fund.title, budget: fund.budget, state: fund.state },
      left: fund.budget - (has('leftIsBudget') ? 0 : fund.committed),
      until: date(fund.until),
      mine: data.proposals.filter(isCounted).length,
    };
  };
  const proposalShown = (proposal: Proposal, me: Reader): Body => {
    const { number, fund, applicant, title, kind, amount, starts, ends, granted, drawn, decidedAt, note, state } = proposal;
    const reviews = data.reviews.filter((one) => one.proposal === proposal && (seesReview(one, me) || has('pointsAreOfAllReviews')));
    return {
      ...{ number, fund: fund.code, title, kind, amount, granted, drawn, state },
      applicant: is(me, 'reviewer') && !has('namesAreShownToReviewers') ? null : applicant.name,
      ...{ starts: date(starts), ends: date(ends), decidedAt: moment(decidedAt) },
      ...(seesNote(me) ? { note } : {}),
      points: reviews.reduce((sum, { points }) => sum + points, 0),
    };
  };
  const reviewShown = ({ number, proposal, points, remark, reviewer }: Review, me: Reader): Body => ({
    ...{ number, points, remark, mine: reviewer === me },
    proposal: seesProposal(proposal, me) ? proposal.number : null,
  });
  const paymentShown = ({ number, proposal, amount, paidAt, state }: Payment): Body => ({
    ...{ number, proposal: proposal.number, amount, state, paidAt: moment(paidAt) },
  });

  const listFunds = (me: Reader, query: URLSearchParams): Body => {
    const state = inputs.oneOf(query, 'state', fundStates);
    const given = query.get('after') || null;
    const after = given === null ? null : inputs.date(given);
    const left = inputs.number(query, 'left');
    const fits = (fund: Fund): boolean => {
      const byState = state === null || fund.state === state || has('stateFilterDoesNothing');
      const isLater = has('afterFilterIsBefore')
        ? fund.until <= (after ?? '')
        : has('afterFilterIsStrict')
          ? fund.until > (after ?? '')
          : fund.until >= (after ?? '');
      const byDate = after === null || isLater || has('afterFilterDoesNothing');
      const money = fund.budget - (has('leftFilterIgnoresCommitted') ? 0 : fund.committed) - (has('leftFilterIsStrict') ? 1 : 0);
      const byMoney = left === null || money >= left || has('leftFilterDoesNothing');
      if (!has('fundFiltersAreEither')) return byState && byDate && byMoney;
      const given = [...(state === null ? [] : [byState]), ...(after === null ? [] : [byDate]), ...(left === null ? [] : [byMoney])];
      return given.length === 0 || given.includes(true);
    };
    const found = data.funds.filter((fund) => (seesFund(fund, me) || (me !== null && has('fundListShowsPlanned'))) && fits(fund));
    const compare = (a: string, b: string): number => a.localeCompare(b, 'en');
    if (!has('fundsAreByAge')) found.sort((a, b) => (has('fundsAreByCode') ? 0 : compare(a.title, b.title)) || compare(a.code, b.code));
    const [page, total] = inputs.page(found, query);
    return { funds: page.map((fund) => fundShown(fund, me)), total: has('fundTotalCountsHidden') ? data.funds.length : total };
  };
  const listProposals = (me: Reader, query: URLSearchParams): Body => {
    const state = inputs.oneOf(query, 'state', proposalStates);
    const [code, words] = [query.get('fund') || null, query.get('words') || null];
    const most = inputs.number(query, 'most');
    const same = (text: string): string => (has('wordsMindCase') ? text : text.toLowerCase());
    const isSeen = (one: Proposal): boolean => {
      if (one.state === 'listed' && is(me, 'reviewer') && has('proposalListHidesListed')) return false;
      return seesProposal(one, me) || (is(me, 'applicant') && has('proposalListShowsAll'));
    };
    const fits = (one: Proposal): boolean => {
      const title = same(one.title);
      const hasWords = words === null || (has('wordsMustBegin') ? title.startsWith(same(words)) : title.includes(same(words)));
      const isCheap = most === null || (has('mostFilterIsStrict') ? one.amount < most : one.amount <= most);
      return (
        (state === null || one.state === state || has('proposalStateFilterDoesNothing')) &&
        (code === null || one.fund.code === code || has('proposalFundFilterDoesNothing')) &&
        (hasWords || has('wordsFilterDoesNothing')) &&
        (isCheap || has('mostFilterDoesNothing'))
      );
    };
    const found = data.proposals.filter((one) => isSeen(one) && fits(one));
    const sign = has('proposalsAreByAge') ? 0 : has('proposalsAreCheapFirst') ? 1 : -1;
    found.sort((a, b) => sign * (a.amount - b.amount) || a.number - b.number);
    const [page, total] = inputs.page(found, query);
    return {
      proposals: page.map((one) => proposalShown(one, me)),
      total: has('proposalTotalCountsHidden') ? data.proposals.length : total,
    };
  };
  const listReviews = (me: Reader, query: URLSearchParams): Body => {
    const number = inputs.number(query, 'proposal');
    const isAsked = (one: Review): boolean => {
      if (number === null || has('reviewFilterDoesNothing')) return true;
      return one.proposal.number === number && seesProposal(one.proposal, me);
    };
    const found = data.reviews.filter((one) => (seesReview(one, me) || has('reviewListShowsAll')) && isAsked(one));
    found.sort((a, b) => (has('reviewsAreByAge') ? 0 : b.points - a.points) || a.number - b.number);
    const [page, total] = inputs.page(found, query);
    return { reviews: page.map((one) => reviewShown(one, me)), total };
  };
  const listPayments = (me: Reader, query: URLSearchParams): Body => {
    const state = inputs.oneOf(query, 'state', ['asked', 'paid', 'refused']);
    const number = inputs.number(query, 'proposal');
    const fits = (one: Payment): boolean =>
      (state === null || one.state === state || has('paymentStateFilterDoesNothing')) &&
      (number === null || one.proposal.number === number || has('paymentProposalFilterDoesNothing'));
    const found = data.payments.filter((one) => (seesPayment(one, me) || has('paymentListShowsAll')) && fits(one));
    if (!has('paymentsAreOldestFirst')) found.reverse();
    const [page, total] = inputs.page(found, query);
    return { payments: page.map(paymentShown), total };
  };
  return {
    ...{ seesFund, seesProposal, seesReview, seesPayment },
    ...{ personShown, fundShown, proposalShown, reviewShown, paymentShown },
    ...{ listFunds, listProposals, listReviews, listPayments },
  };
}
