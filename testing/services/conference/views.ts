import type { Body } from '../hand-written.ts';
import { among, date, given, integer, invalid } from '../hand-written-inputs.ts';
import type { Bid, ConferenceData, Edition, Paper, Person, Registration, Review, Talk } from './data.ts';
import type { ConferenceFault, Has } from './faults.ts';

export const roles = ['author', 'reviewer', 'chair', 'programme'];
export const topics = ['theory', 'systems', 'people'];
export const kinds = ['regular', 'student', 'online'];
const editionStates = ['planned', 'open', 'reviewing', 'closed'];
const paperStates = ['draft', 'submitted', 'withdrawn', 'accepted', 'rejected', 'appealed', 'published'];
const reviewStates = ['assigned', 'done', 'declined', 'cancelled', 'lapsed'];
const registrationStates = ['open', 'paid', 'cancelled'];

const byPoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byText = (a: string, b: string): number => byPoint(a.toLowerCase(), b.toLowerCase());

export type ConferenceViews = ReturnType<typeof conferenceViews>;

/** The parts of the conference's records that people see. `me` is null if signed out. */
export function conferenceViews(data: ConferenceData, has: Has) {
  const seesPerson = (person: Person, me: Person | null): boolean => {
    if (me === null) return false;
    if (me === person || me.role === 'chair' || me.role === 'programme') return true;
    const isBlind = has('reviewersSeeAuthors') && me.role === 'reviewer' && person.role === 'author';
    return person.role === (me.role === 'author' ? 'author' : 'chair') || isBlind;
  };
  const seesEdition = ({ state }: Edition, me: Person | null): boolean =>
    state !== 'planned' || me?.role === 'chair' || me?.role === 'programme' || (me?.role === 'reviewer' && has('reviewersSeePlanned'));
  const seesPaper = ({ author, coAuthors, state }: Paper, me: Person | null): boolean => {
    if (me === null) return state === 'published' || (state === 'accepted' && has('acceptedIsPublic'));
    if (me.role === 'programme' || author === me) return true;
    if (me.role === 'chair') return state !== 'draft' || has('chairsSeeDrafts');
    if (me.role === 'reviewer') return (state !== 'draft' && state !== 'withdrawn') || (state === 'withdrawn' && has('withdrawnIsShown'));
    return state === 'published' || (coAuthors.includes(me) && !has('coAuthorsDoNotSee'));
  };
  const seesBid = ({ paper, reviewer }: Bid, me: Person | null): boolean => {
    if (me === null || me.role === 'author') return me !== null && has('authorsSeeBids') && paper.author === me;
    if (me.role === 'reviewer') return reviewer === me || has('reviewersSeeBids');
    return me.role === 'programme' || paper.author !== me || has('chairsSeeOwnBids');
  };
  const seesReview = ({ paper, reviewer, state }: Review, me: Person | null): boolean => {
    if (me === null) return false;
    if (me.role === 'programme') return true;
    if (me.role === 'chair') return paper.author !== me || has('chairsSeeOwnReviews');
    if (me.role === 'reviewer') return reviewer === me || (has('reviewersSeeReviews') && state === 'done');
    const isOwn = paper.author === me || (has('coAuthorsSeeReviews') && paper.coAuthors.includes(me));
    const states = ['accepted', 'rejected', 'published'];
    if (has('appealsShowReviews')) states.push('appealed');
    if (has('reviewsAreShownEarly')) states.push('submitted');
    return isOwn && states.includes(paper.state) && (state === 'done' || has('cancelledReviewsAreShown'));
  };
  const seesRegistration = ({ person }: Registration, me: Person | null): boolean =>
    me !== null && (person === me || me.role === 'programme' || (me.role === 'chair' && has('chairsSeeRegistrations')));

  const moment = (time: number | null): string | number | null =>
    time === null || has('timesAreNumbers') ? time : new Date(time).toISOString();
  const nameOf = (person: Person, me: Person | null): string | null => (seesPerson(person, me) ? person.name : null);
  /** A key of a view, left out where it is hidden. */
  const shownIf = (isShown: boolean, key: string, value: unknown): Body => (isShown ? { [key]: value } : {});

  const seesLoad = (me: Person): boolean => me.role !== 'author' || has('loadsAreShown');
  const person = (one: Person, me: Person): Body => ({
    ...{ number: one.number, name: one.name, role: one.role, institution: one.institution },
    ...shownIf(seesLoad(me), 'load', one.load),
  });
  const talk = (one: Talk, me: Person | null): Body => {
    const isShown = seesPaper(one.paper, me);
    return {
      ...{ room: one.room, day: has('daysAreTimes') ? `${one.day}T00:00:00.000Z` : one.day, slot: one.slot },
      paper: isShown || has('talksNamePapers') ? one.paper.title : null,
      speaker: has('talksNameSpeakers') ? one.paper.author.name : isShown ? nameOf(one.paper.author, me) : null,
    };
  };
  const edition = (one: Edition, me: Person | null): Body => ({
    ...{ code: one.code, title: one.title, submitBy: one.submitBy, reviewBy: one.reviewBy, pages: one.pages },
    ...{ fee: one.fee, seats: one.seats, state: one.state },
    papers: data.papersOf(one).filter((each) => seesPaper(each, me) || has('hiddenPapersAreCounted')).length,
    talks: data.talks.filter((each) => each.edition === one).map((each) => talk(each, me)),
  });
  const pointsOf = (paper: Paper): number =>
    data
      .reviewsOf(paper)
      .filter(({ state }) => state === 'done')
      .reduce((sum, { score, confidence }) => sum + (score ?? 0) * (has('pointsIgnoreConfidence') ? 1 : (confidence ?? 0)), 0);
  const seesPoints = ({ author, state }: Paper, me: Person | null): boolean => {
    if (me === null) return has('pointsArePublic');
    if (me.role === 'programme') return true;
    if (me.role === 'reviewer') return has('reviewersSeePoints');
    if (me.role === 'chair') return author !== me || has('chairsSeeOwnPoints');
    const states = has('pointsBeforeDecision') ? ['submitted', 'accepted', 'rejected', 'published'] : ['accepted', 'rejected', 'published'];
    return states.includes(state) || (state === 'appealed' && has('appealsShowPoints'));
  };
  const seesReason = ({ author }: Paper, me: Person | null): boolean => {
    if (me === null || me.role === 'reviewer') return me !== null && has('reviewersSeeReasons');
    return me.role !== 'author' || author === me || has('coAuthorsSeeReasons');
  };
  const review = (one: Review, me: Person | null): Body => ({
    number: one.number,
    submission: seesPaper(one.paper, me) || has('hiddenPapersAreNumbered') ? one.paper.number : null,
    reviewer: has('authorsSeeReviewers') ? one.reviewer.name : nameOf(one.reviewer, me),
    ...{ due: one.due, score: one.score, comment: one.comment, state: one.state },
    ...shownIf(me?.role !== 'author' || has('authorsSeeConfidence'), 'confidence', one.confidence),
    ...shownIf(me?.role !== 'author' || has('authorsSeeNotes'), 'note', one.note),
  });
  const paper = (one: Paper, me: Person | null): Body => {
    const names = one.coAuthors.filter((each) => seesPerson(each, me) || has('coAuthorsAreNamed')).map(({ name }) => name);
    const eager = data.bids.filter(
      (bid) => bid.paper === one && (bid.level === 'eager' || (bid.level === 'willing' && has('willingIsEager'))),
    );
    return {
      ...{ number: one.number, edition: one.edition.code, title: one.title, topic: one.topic, pages: one.pages, state: one.state },
      author: has('authorsAreNamed') ? one.author.name : nameOf(one.author, me),
      coAuthors: has('coAuthorsAreByJoining') ? names : names.sort(byPoint),
      ...shownIf(me !== null || has('abstractsArePublic'), 'abstract', one.abstract),
      ...{ submittedAt: moment(one.submittedAt), decidedAt: moment(one.decidedAt) },
      ...shownIf(seesReason(one, me), 'reason', one.reason),
      ...shownIf(seesReason(one, me), 'rebuttal', one.rebuttal),
      ...shownIf(one.finalPages !== null || !has('nullsAreLeftOut'), 'finalPages', one.finalPages),
      ...shownIf(seesPoints(one, me), 'points', pointsOf(one)),
      eager: eager.filter((bid) => seesBid(bid, me) || has('hiddenBidsAreCounted')).length,
      reviews: data
        .reviewsOf(one)
        .filter((each) => seesReview(each, me) || (has('nestedReviewsAreOfAll') && me !== null))
        .map((each) => review(each, me)),
      talks: data.talks.filter((each) => each.paper === one).map((each) => talk(each, me)),
    };
  };
  const bid = (one: Bid, me: Person): Body => ({
    ...{ number: one.number, submission: seesPaper(one.paper, me) ? one.paper.number : null, level: one.level },
  });
  const registration = (one: Registration, me: Person): Body => ({
    ...{ number: one.number, edition: one.edition.code, person: nameOf(one.person, me), kind: one.kind, state: one.state },
    ...{ fee: one.fee, received: one.received, refund: one.refund },
  });

  const pick = (query: URLSearchParams, name: string, values: readonly string[]): string | null =>
    given(query, name, (value) => (has('badFiltersFindNothing') ? value : among(value, values)));
  const page = <T>(all: readonly T[], query: URLSearchParams, fits: (one: T) => boolean): { shown: T[]; total: number } => {
    const limit = given(query, 'limit', integer) ?? (has('usualLimitIsTen') ? 10 : 20);
    const offset = given(query, 'offset', integer) ?? 0;
    if (limit < 0 || limit > (has('limitIsUnbounded') ? Number.POSITIVE_INFINITY : 1000) || offset < 0) invalid();
    const found = all.filter(fits);
    const from = has('offsetIsPages') ? offset * limit : offset;
    return { shown: found.slice(from, from + limit), total: has('totalIsOfThePage') ? Math.min(limit, found.length) : found.length };
  };
  const contains = (value: string, words: string, fault: ConferenceFault): boolean =>
    has(fault) ? value.includes(words) : value.toLowerCase().includes(words.toLowerCase());

  const listPeople = (me: Person, query: URLSearchParams): Body => {
    const role = pick(query, 'role', roles);
    const words = query.get('words');
    const byLoad = (a: Person, b: Person): number => {
      if (!seesLoad(me) || has('peopleAreByName')) return 0;
      return has('smallestLoadFirst') ? a.load - b.load : b.load - a.load;
    };
    const all = [...data.people].sort((a, b) => byLoad(a, b) || byText(a.name, b.name));
    const { shown, total } = page(all, query, (one) => {
      if (!seesPerson(one, me) && !(has('authorsListReviewers') && one.role === 'reviewer')) return false;
      if (role !== null && one.role !== role && !has('roleFilterIsIgnored')) return false;
      return words === null || contains(one.name, words, 'peopleMindCase');
    });
    return { people: shown.map((one) => person(one, me)), total };
  };
  const listEditions = (me: Person | null, query: URLSearchParams): Body => {
    const state = pick(query, 'state', editionStates);
    const before = given(query, 'before', date);
    const byDate = (a: Edition, b: Edition): number =>
      has('firstDeadlineFirst') ? byPoint(a.submitBy, b.submitBy) : byPoint(b.submitBy, a.submitBy);
    const all = [...data.editions].sort((a, b) => byDate(a, b) || (has('codesDescend') ? byText(b.code, a.code) : byText(a.code, b.code)));
    const { shown, total } = page(all, query, (one) => {
      if (!seesEdition(one, me) && !has('plannedIsListed')) return false;
      if (state !== null && one.state !== state) return false;
      return before === null || (has('beforeIncludesTheDay') ? one.submitBy <= before : one.submitBy < before);
    });
    return { editions: shown.map((one) => edition(one, me)), total: has('editionTotalIsOfAll') ? data.editions.length : total };
  };
  const listPapers = (me: Person | null, query: URLSearchParams): Body => {
    const of = query.get('edition');
    const state = pick(query, 'state', paperStates);
    const topic = pick(query, 'topic', topics);
    const words = query.get('words');
    const least = given(query, 'least', integer);
    const rank = (one: Paper): number => {
      const isKnown = seesPoints(one, me) || has('sortShowsPoints');
      return isKnown ? pointsOf(one) : has('unknownPointsFirst') ? Number.MAX_SAFE_INTEGER : -1;
    };
    const byRank = (a: Paper, b: Paper): number =>
      has('papersAreByNumber') ? 0 : has('fewestPointsFirst') ? rank(a) - rank(b) : rank(b) - rank(a);
    const all = [...data.papers].sort((a, b) => byRank(a, b) || (has('newestPaperFirst') ? b.number - a.number : a.number - b.number));
    const { shown, total } = page(all, query, (one) => {
      const isLeaked = has('papersOfAllAreListed') && me !== null && one.state !== 'draft';
      if (!seesPaper(one, me) && !isLeaked) return false;
      if (of !== null && one.edition.code !== of && !has('editionFilterIsIgnored')) return false;
      if (state !== null && one.state !== state) return false;
      if (topic !== null && one.topic !== topic && !(state !== null && has('topicIsIgnoredWithState'))) return false;
      if (words !== null) {
        const isInAbstract = has('wordsSearchAbstracts') && contains(one.abstract, words, 'papersMindCase');
        if (!contains(one.title, words, 'papersMindCase') && !isInAbstract) return false;
      }
      if (least === null) return true;
      if (!seesPoints(one, me) && !has('leastShowsHidden')) return false;
      return has('leastIsStrict') ? pointsOf(one) > least : pointsOf(one) >= least;
    });
    return { submissions: shown.map((one) => paper(one, me)), total };
  };
  const listReviews = (me: Person, query: URLSearchParams): Body => {
    const state = pick(query, 'state', reviewStates);
    const of = given(query, 'submission', integer);
    const least = given(query, 'least', integer);
    const byDue = (a: Review, b: Review): number => (has('lastDueFirst') ? byPoint(b.due, a.due) : byPoint(a.due, b.due));
    const all = [...data.reviews].sort((a, b) => byDue(a, b) || (has('oldestReviewFirst') ? a.number - b.number : b.number - a.number));
    const { shown, total } = page(all, query, (one) => {
      if (!seesReview(one, me) && !(has('reviewsOfAllAreListed') && me.role === 'reviewer')) return false;
      if (state !== null && one.state !== state && !has('reviewStateIsIgnored')) return false;
      const isOfPaper = of === null || (one.paper.number === of && seesPaper(one.paper, me));
      if (!isOfPaper && !has('reviewsOfOtherPapers')) return false;
      if (least === null) return true;
      return one.score === null ? has('missingScoresFit') : has('leastScoreIsStrict') ? one.score > least : one.score >= least;
    });
    return { reviews: shown.map((one) => review(one, me)), total };
  };
  const listRegistrations = (me: Person, query: URLSearchParams): Body => {
    const of = query.get('edition');
    const kind = pick(query, 'kind', kinds);
    const state = pick(query, 'state', registrationStates);
    const owing = given(query, 'owing', integer);
    const byFee = (a: Registration, b: Registration): number =>
      has('registrationsAreByNumber') ? 0 : has('smallestFeeFirst') ? a.fee - b.fee : b.fee - a.fee;
    const all = [...data.registrations].sort((a, b) => byFee(a, b) || a.number - b.number);
    const { shown, total } = page(all, query, (one) => {
      if (!seesRegistration(one, me) && !has('registrationsOfAll')) return false;
      if (of !== null && one.edition.code !== of) return false;
      if (kind !== null && one.kind !== kind && !has('kindIsIgnored')) return false;
      if (state !== null && one.state !== state) return false;
      const rest = has('owingIgnoresPayments') ? one.fee : one.fee - one.received;
      return owing === null || (has('owingIsStrict') ? rest > owing : rest >= owing);
    });
    return { registrations: shown.map((one) => registration(one, me)), total };
  };
  return {
    ...{ seesPerson, seesEdition, seesPaper, seesBid, seesReview, seesRegistration },
    ...{ person, edition, paper, bid, review, registration, talk },
    ...{ listPeople, listEditions, listPapers, listReviews, listRegistrations },
  };
}
