import { refuse } from '../hand-written.ts';
import { dayOf } from '../hand-written-inputs.ts';
import type { Job, Part, Person, Query, TranslationData } from './data.ts';
import type { Has, TranslationFault } from './faults.ts';

export type TranslationRules = ReturnType<typeof translationRules>;

/** The rules of section 5. `now`: milliseconds since the epoch. */
export function translationRules(data: TranslationData, has: Has, now: () => number) {
  const isBlank = (value: string): boolean => value.trim() === '';
  const said = (value: string, code: string, ...faults: TranslationFault[]): void => {
    if (isBlank(value) && !faults.some(has)) refuse(422, code);
  };
  const dayIn = (days: number): string => dayOf(now() + days * 86_400_000);

  const deadline = ({ deadline: day, rush }: Pick<Job, 'deadline' | 'rush'>): void => {
    const rushed = has('rushNeedsNotice') ? 3 : has('rushNeedsNothing') ? 0 : 1;
    const notice = (rush ? rushed : 3) + (has('dayTooSoon') ? -1 : 0) + (has('dayTooLate') ? 1 : 0);
    if (day < dayIn(notice)) refuse(422, 'DEADLINE_TOO_SOON');
  };
  /** `was`: the job before a change; null if it is new. */
  const job = (one: Pick<Job, 'title' | 'source' | 'target' | 'deadline' | 'rush'>, was: Job | null): void => {
    const languages = (): void => {
      const isFree = has(was === null ? 'targetMayBeSource' : 'patchedTargetMayBeSource');
      if (one.source === one.target && !isFree) refuse(422, 'SAME_LANGUAGE');
    };
    if (has('languagesComeFirst')) languages();
    said(one.title, 'TITLE_EMPTY', was === null ? 'titleMayBeBlank' : 'patchedTitleMayBeBlank');
    languages();
    const isFree =
      was !== null &&
      ((was.deadline !== one.deadline && has('patchedDeadlineIsFree')) || (was.rush !== one.rush && has('patchedRushIsFree')));
    if (!isFree) deadline(one);
  };
  const open = (client: Person): void => {
    const states = ['draft'];
    if (!has('submittedDoNotCount')) states.push('submitted');
    if (has('withdrawnCount')) states.push('withdrawn');
    const count = data.jobs.filter((one) => (one.client === client || has('jobsOfAllCount')) && states.includes(one.state)).length;
    const most = has('oneMoreJob') ? 5 : has('oneJobLess') ? 3 : 4;
    if (count >= most) refuse(has('tooManyIs409') ? 409 : 429, 'TOO_MANY_OPEN');
  };

  const draft = (one: Job, fault: TranslationFault): void => {
    if (one.state !== 'draft' && !(one.state === 'submitted' && has(fault))) refuse(409, 'NOT_A_DRAFT');
  };
  const part = (one: Pick<Part, 'title' | 'words'>, of: Job, isNew: boolean): void => {
    const lax = isNew ? 'submittedGetParts' : 'submittedPartsAreEdited';
    if (has('notADraftComesFirst')) draft(of, lax);
    said(one.title, 'TITLE_EMPTY', 'partTitleMayBeBlank');
    const least = has('wordsMayBeZero') ? 0 : 1;
    const most = !isNew && has('patchedWordsMayBeMany') ? Number.POSITIVE_INFINITY : has('oneMoreWord') ? 6001 : 6000;
    if (one.words < least || one.words > most) refuse(422, has('badWordsIsInvalid') ? 'INVALID' : 'BAD_WORDS');
    draft(of, lax);
    if (!isNew) return;
    const others = data.parts.filter((other) => other.job === of || (other.job.client === of.client && has('partsOfAllJobsCount')));
    if (others.length >= (has('oneMorePart') ? 6 : 5)) refuse(409, 'TOO_MANY_PARTS');
  };
  const deletedPart = (one: Part): void => draft(one.job, 'submittedPartsAreDeleted');

  const assignment = (one: Part, translator: Person): void => {
    const room = (): void => {
      const workload = translator.workload + (has('workloadForgetsPart') ? 0 : one.words);
      const isTooMuch = has('workloadIsStrict') ? workload >= 10_000 : workload > 10_000;
      if (isTooMuch && !has('workloadIsFree')) refuse(has('overloadedIs422') ? 422 : 409, 'OVERLOADED');
    };
    if (has('overloadComesFirst')) room();
    const language = has('languageOfSource') ? one.job.source : one.job.target;
    const isRight = translator.role === 'translator' || has('anyoneTranslates');
    const fits = translator.language === language || has('anyLanguage') || (translator.language === null && has('anyoneTranslates'));
    if (!isRight || !fits) refuse(has('wrongTranslatorIs409') ? 409 : 422, 'WRONG_TRANSLATOR');
    room();
  };

  const inWork = (one: Job, fault: TranslationFault): void => {
    if (one.state !== 'in work' && !(one.state === 'delivered' && has(fault))) refuse(409, 'NOT_IN_WORK');
  };
  const question = (value: string, of: Job): void => {
    said(value, 'QUESTION_EMPTY', 'questionMayBeBlank');
    inWork(of, 'deliveredIsAsked');
  };
  const answer = (value: string | null, query: Query): void => {
    if (value !== null && value !== query.answer) said(value, 'ANSWER_EMPTY', 'answerMayBeBlank');
    inWork(query.job, 'deliveredIsAnswered');
  };

  const review = (stars: number, comment: string | null, of: Job): void => {
    const accepted = (): void => {
      const isDelivered = of.state === 'delivered' && has('deliveredIsReviewed');
      if (of.state !== 'accepted' && !isDelivered) refuse(409, 'NOT_ACCEPTED');
    };
    if (has('notAcceptedComesFirst')) accepted();
    if (stars < (has('noStars') ? 0 : 1) || stars > (has('sixStars') ? 6 : 5)) refuse(422, 'BAD_STARS');
    const enough = has('twoStarsNeedNothing') ? 1 : has('threeStarsNeedWords') ? 3 : 2;
    const isSaid = comment !== null && (!isBlank(comment) || has('blankIsWhy'));
    if (stars <= enough && !isSaid) refuse(422, 'SAY_WHY');
    accepted();
    if (data.reviews.some((other) => other.job === of) && !has('mayReviewTwice')) refuse(409, 'ALREADY_REVIEWED');
  };

  const person = (name: string, email: string, password: string): void => {
    said(name, 'NAME_EMPTY', 'nameMayBeBlank');
    if ([...password].length < (has('passwordMayBeShorter') ? 7 : 8)) refuse(422, 'PASSWORD_SHORT');
    const isSame = (other: string): boolean => (has('emailsMindCase') ? other === email : other.toLowerCase() === email.toLowerCase());
    if (data.people.some((one) => isSame(one.email))) refuse(has('takenIs422') ? 422 : 409, 'EMAIL_TAKEN');
  };
  const changedName = (name: string): void => said(name, 'NAME_EMPTY', 'patchedNameMayBeBlank');

  return { deadline, job, open, part, deletedPart, assignment, question, answer, review, person, changedName };
}
