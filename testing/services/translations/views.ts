import type { Body } from '../hand-written.ts';
import { among, flag, given, integer, invalid, text } from '../hand-written-inputs.ts';
import type { Job, Part, Person, Query, Review, TranslationData } from './data.ts';
import type { Has } from './faults.ts';

export type TranslationViews = ReturnType<typeof translationViews>;

const time = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString());

const jobStates = ['draft', 'submitted', 'in work', 'delivered', 'accepted', 'withdrawn'];
const partStates = ['waiting', 'assigned', 'in work', 'handed in', 'approved'];
export const languages = ['de', 'es', 'fr', 'it'];

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** What people may see, one by one and in lists. */
export function translationViews(data: TranslationData, has: Has) {
  const seesJob = (job: Job, me: Person): boolean =>
    me.role === 'client' ? job.client === me : me.role === 'translator' ? data.translates(me, job) : job.state !== 'draft';
  const seesPart = (part: Part, me: Person): boolean =>
    me.role === 'client' ? part.job.client === me : me.role === 'translator' ? part.translator === me : part.job.state !== 'draft';
  const seesQuery = ({ job }: Query, me: Person): boolean =>
    me.role === 'client' ? job.client === me : me.role === 'translator' ? data.translates(me, job) : true;
  const seesReview = (review: Review, me: Person | null): boolean =>
    review.published || me?.role === 'coordinator' || (me?.role === 'client' && review.author === me);

  const person = (one: Person): Body => ({
    ...{ name: one.name, email: one.email, role: one.role, language: one.language, workload: one.workload },
    ...(has('passwordIsShown') ? { password: one.password } : {}),
  });

  const job = (one: Job, me: Person): Body => {
    const all = data.partsOf(one);
    const seen = has('partsOfOthersCount') ? all : all.filter((part) => seesPart(part, me));
    const counted = has('wordsOfFirstPart') ? all.slice(0, 1) : has('wordsOfOwnParts') ? seen : all;
    const words = counted.reduce((sum, part) => sum + part.words, 0);
    const isRush = has('priceIsThatOfTheOrder') ? one.firstRush : one.rush && !has('priceForgetsRush');
    return {
      ...{ number: one.number, title: one.title, source: one.source, target: one.target, brief: one.brief, rush: one.rush },
      ...{ deadline: one.deadline, state: one.state, parts: seen.length, words, price: (words * (isRush ? 18 : 12)) / 100 },
      client: me.role === 'translator' && !has('translatorsSeeClients') ? null : one.client.name,
      ...{ deliveredAt: time(one.deliveredAt), revisions: one.revisions },
    };
  };

  const seesTranslation = ({ job: { state } }: Part, me: Person): boolean => {
    if (me.role !== 'client' || has('clientsSeeTranslations')) return true;
    return state === 'delivered' || (state === 'accepted' && !has('acceptedIsHidden'));
  };
  const part = (one: Part, me: Person): Body => ({
    ...{ number: one.number, job: one.job.number, title: one.title, words: one.words, state: one.state },
    translator: me.role === 'client' && !has('clientsSeeTranslators') ? null : (one.translator?.name ?? null),
    ...(seesTranslation(one, me) ? { translation: one.translation } : {}),
    ...(me.role !== 'client' || has('clientsSeeFeedback') ? { feedback: one.feedback } : {}),
  });

  const query = (one: Query): Body => ({
    ...{ id: one.id, job: one.job.number, question: one.question, answer: one.answer, answeredAt: time(one.answeredAt) },
  });
  const review = (one: Review): Body => ({
    ...{ id: one.id, stars: one.stars, comment: one.comment, published: one.published, target: one.job.target },
  });

  /** A value of the query that must be one of these. */
  const oneOf = (search: URLSearchParams, name: string, values: readonly string[]): string | null =>
    given(search, name, (value) => (has('badFilterIsEmpty') ? text(value) : among(value, values)));
  const page = <T>(search: URLSearchParams, all: readonly T[], usual: number): T[] => {
    const bound = (name: string, otherwise: number): number => {
      const number = given(search, name, integer) ?? otherwise;
      return number < 0 || (name === 'limit' && number > 1000) ? invalid() : number;
    };
    const [limit, offset] = [bound('limit', usual), bound('offset', 0)];
    const start = has('offsetIsIgnored') ? 0 : offset;
    return all.slice(start, start + limit + (has('oneMoreJobInPage') ? 1 : 0));
  };

  const lists = {
    jobs(search: URLSearchParams, me: Person): Body {
      const state = oneOf(search, 'state', jobStates);
      const target = oneOf(search, 'target', languages);
      const rush = given(search, 'rush', flag);
      const sees = (one: Job): boolean =>
        seesJob(one, me) ||
        (me.role === 'client' && has('jobsOfAllClients')) ||
        (me.role === 'coordinator' && has('draftsAreListed')) ||
        (me.role === 'translator' && one.state !== 'draft' && has('translatorsListAllJobs'));
      const found = data.jobs.filter(
        (one) =>
          sees(one) &&
          (state === null || one.state === state || has('jobStateIsIgnored')) &&
          (target === null || one.target === target || has('targetIsIgnored')) &&
          (rush === null || one.rush === rush || has('rushIsIgnored') || (!rush && has('noRushIsIgnored'))),
      );
      found.sort((a, b) => {
        const byDay = compare(a.deadline, b.deadline) * (has('latestDeadlineFirst') ? -1 : 1);
        return (has('jobsAreByNumber') ? 0 : byDay) || a.number - b.number;
      });
      const shown = page(search, found, 20);
      const total = has('totalOfPage') ? shown.length : has('totalOfAll') ? data.jobs.length : found.length;
      return { jobs: shown.map((one) => job(one, me)), total };
    },

    parts(search: URLSearchParams, me: Person): Body {
      const state = oneOf(search, 'state', partStates);
      const number = given(search, 'job', integer);
      const sees = (one: Part): boolean =>
        seesPart(one, me) ||
        (me.role === 'client' && has('partsOfAllClients')) ||
        (me.role === 'coordinator' && has('partsOfDraftsAreListed')) ||
        (me.role === 'translator' && seesJob(one.job, me) && has('partsOfAllTranslators'));
      const found = data.parts.filter(
        (one) =>
          sees(one) &&
          (state === null || one.state === state || has('partStateIsIgnored')) &&
          (number === null || one.job.number === number || has('partJobIsIgnored')),
      );
      found.sort((a, b) => (has('partsAreByTitle') ? compare(a.title, b.title) : a.number - b.number));
      return { parts: page(search, found, 50).map((one) => part(one, me)), total: found.length };
    },

    queries(search: URLSearchParams, me: Person): Body {
      const isOpen = given(search, 'open', flag);
      const number = given(search, 'job', integer);
      const sees = (one: Query): boolean =>
        seesQuery(one, me) ||
        (me.role === 'client' && has('queriesOfAllClients')) ||
        (me.role === 'translator' && has('queriesOfAllTranslators'));
      const fits = ({ answer }: Query): boolean => {
        if (isOpen === null || (!isOpen && has('answeredIsIgnored'))) return true;
        return (answer === null) === (has('openIsReversed') ? !isOpen : isOpen);
      };
      const isOf = (one: Query): boolean => number === null || one.job.number === number || has('queryJobIsIgnored');
      const found = data.queries.filter((one) => sees(one) && fits(one) && isOf(one));
      if (has('queriesNewestFirst')) found.reverse();
      return { queries: found.map(query), total: found.length };
    },

    reviews(search: URLSearchParams, me: Person | null): Body {
      const stars = given(search, 'stars', integer);
      const sees = (one: Review): boolean => {
        if (has('unpublishedIsListed') || (me?.role === 'translator' && has('translatorsSeeUnpublished'))) return true;
        if (has('ownUnpublishedIsHidden') && me?.role === 'client') return one.published;
        return seesReview(one, me);
      };
      const fits = (one: Review): boolean =>
        stars === null || has('starsAreIgnored') || (has('starsAreExact') ? one.stars === stars : one.stars >= stars);
      const found = data.reviews.filter((one) => sees(one) && fits(one));
      if (!has('oldestReviewFirst')) found.reverse();
      return { reviews: page(search, found, 10).map(review), total: found.length };
    },

    translators(search: URLSearchParams): Body {
      const language = oneOf(search, 'language', languages);
      const room = given(search, 'room', integer);
      const fits = ({ workload }: Person): boolean => {
        if (room === null || has('roomIsIgnored')) return true;
        return has('roomIsStrict') ? room < 10_000 - workload : room <= 10_000 - workload;
      };
      const found = data.people.filter(
        (one) =>
          (one.role === 'translator' || has('everyoneIsATranslator')) &&
          (language === null || one.language === language || has('languageIsIgnored')) &&
          fits(one),
      );
      found.sort((a, b) => {
        const byWork = (a.workload - b.workload) * (has('busiestFirst') ? -1 : 1);
        return byWork || compare(a.name.toLowerCase(), b.name.toLowerCase());
      });
      return { translators: found.map(person), total: found.length };
    },
  };

  return { person, job, part, query, review, lists, seesJob, seesPart, seesQuery, seesReview };
}
