import { refuse } from '../hand-written.ts';
import { invalid, text } from '../hand-written-inputs.ts';
import { type Job, type Part, type Person, removeFrom, type TranslationData } from './data.ts';
import type { Has } from './faults.ts';
import type { TranslationRules } from './rules.ts';

export type TranslationSteps = ReturnType<typeof translationSteps>;

/** The events of jobs and parts. `now`: milliseconds since the epoch. */
export function translationSteps(data: TranslationData, rules: TranslationRules, has: Has, now: () => number) {
  const from = (isThere: boolean): void => {
    if (!isThere) refuse(has('conflictIs422') ? 422 : 409, 'CONFLICT');
  };
  const work = (translator: Person | null, words: number): void => {
    if (translator !== null) translator.workload += words;
  };
  const release = (part: Part): void => {
    if (part.translator !== null && has('releaseClearsWorkload')) part.translator.workload = 0;
    else if (!has('releaseKeepsWorkload')) work(part.translator, -part.words);
    part.state = 'waiting';
    if (!has('releaseKeepsTranslator')) part.translator = null;
  };
  /** The given parts, or only the first one. */
  const some = (parts: readonly Part[], first: boolean): readonly Part[] => (first ? parts.slice(0, 1) : parts);

  const jobs: Readonly<Record<string, (job: Job) => void>> = {
    submit(job) {
      const noParts = (): void => {
        if (data.partsOf(job).length > 0 || has('submitWithoutParts')) return;
        refuse(409, has('noPartsIsConflict') ? 'CONFLICT' : 'NO_PARTS');
      };
      if (has('noPartsComesFirst')) noParts();
      from(job.state === 'draft' || (job.state === 'submitted' && has('submittedIsSubmitted')));
      noParts();
      rules.deadline(job);
      job.state = 'submitted';
    },
    start(job) {
      from(job.state === 'submitted');
      const parts = data.partsOf(job);
      const looked = some(parts, has('startLooksAtFirst'));
      if (looked.some(({ translator }) => translator === null) && !has('startUnassigned')) {
        refuse(409, has('unassignedIsNotReady') ? 'NOT_READY' : 'UNASSIGNED');
      }
      job.state = 'in work';
      if (!has('startForgetsParts')) for (const part of some(parts, has('startBeginsFirst'))) part.state = 'in work';
    },
    deliver(job) {
      from(job.state === 'in work');
      const isDone = ({ state }: Part): boolean => state === 'approved' || (state === 'handed in' && has('handedInIsReady'));
      const parts = data.partsOf(job);
      const areDone = (has('oneApprovedIsEnough') ? parts.some(isDone) : parts.every(isDone)) || has('deliverIgnoresParts');
      const queries = data.queriesOf(job);
      const answered = has('firstQueryIsEnough') ? queries.slice(0, 1) : queries;
      const areAnswered = answered.every(({ answer }) => answer !== null) || has('deliverIgnoresQueries');
      if (!areDone || !areAnswered) refuse(has('notReadyIs422') ? 422 : 409, 'NOT_READY');
      job.state = 'delivered';
      if (!has('deliverForgetsTime')) job.deliveredAt = now();
    },
    accept(job) {
      from(job.state === 'delivered' || (job.state === 'in work' && has('inWorkIsAccepted')));
      job.state = 'accepted';
    },
    withdraw(job) {
      const states = has('draftsStay') ? ['submitted'] : ['draft', 'submitted'];
      from(states.includes(job.state) || (job.state === 'in work' && has('inWorkIsWithdrawn')));
      job.state = 'withdrawn';
      if (has('withdrawKeepsParts')) return;
      const held = data.partsOf(job).filter(({ translator }) => translator !== null);
      for (const part of some(held, has('withdrawReleasesFirst'))) release(part);
    },
    delete(job) {
      const states = has('withdrawnIsKept') ? ['draft'] : ['draft', 'withdrawn'];
      from(states.includes(job.state) || (job.state === 'submitted' && has('submittedIsDeleted')));
      removeFrom(data.jobs, (one) => one === job);
      if (!has('deletedJobsLeaveParts')) removeFrom(data.parts, (part) => part.job === job);
    },
  };

  const sendBack = (job: Job, given: unknown): void => {
    const most = has('oneMoreRevision') ? 3 : has('oneLessRevision') ? 1 : 2;
    const tooMany = (): void => {
      if (job.revisions >= most) refuse(409, 'TOO_MANY_REVISIONS');
    };
    if (has('revisionsComeBeforeState')) tooMany();
    from(job.state === 'delivered' || (job.state === 'accepted' && has('acceptedIsSentBack')));
    const reason = text(given);
    tooMany();
    job.state = 'in work';
    if (!has('sendBackForgetsCount')) job.revisions += 1;
    if (!has('sendBackKeepsTime')) job.deliveredAt = null;
    if (has('sendBackKeepsParts')) return;
    for (const part of some(data.partsOf(job), has('sendBackReworksFirst'))) {
      part.state = 'in work';
      if (!has('sendBackForgetsReason')) part.feedback = reason;
      if (!has('sendBackKeepsWorkload')) work(part.translator, part.words);
      if (has('sendBackClearsTranslations')) part.translation = null;
    }
  };

  const parts = {
    assign(part: Part, translator: Person): void {
      from(part.state === 'waiting' || (part.state === 'assigned' && has('assignedIsAssigned')));
      const { state } = part.job;
      if (state !== 'submitted' && !(state === 'withdrawn' && has('withdrawnIsAssigned'))) refuse(409, 'JOB_NOT_SUBMITTED');
      rules.assignment(part, translator);
      part.state = 'assigned';
      if (!has('assignForgetsTranslator')) part.translator = translator;
      if (has('assignForgetsWorkload')) return;
      if (has('assignSetsWorkload')) translator.workload = part.words;
      else work(translator, part.words);
    },
    release(part: Part): void {
      from(part.state === 'assigned' || (part.state === 'in work' && has('inWorkIsReleased')));
      release(part);
    },
    handIn(part: Part, given: unknown): void {
      const empty = (): void => {
        if (typeof given === 'string' && given.trim() === '' && !has('translationMayBeBlank')) refuse(422, 'TRANSLATION_EMPTY');
      };
      if (has('emptyComesBeforeState')) empty();
      const more = has('handedInIsHandedIn') ? 'handed in' : has('assignedIsHandedIn') ? 'assigned' : 'in work';
      from(part.state === 'in work' || part.state === more);
      const translation = text(given);
      empty();
      part.state = 'handed in';
      if (!has('secondTranslationIsLost') || part.translation === null) part.translation = translation;
      if (has('handInClearsFeedback')) part.feedback = null;
    },
    approve(part: Part): void {
      from(part.state === 'handed in' || (part.state === 'in work' && has('inWorkIsApproved')));
      part.state = 'approved';
      if (part.translator !== null && has('approveClearsWorkload')) part.translator.workload = 0;
      else if (!has('approveKeepsWorkload')) work(part.translator, -part.words);
      if (!has('approveKeepsFeedback')) part.feedback = null;
    },
    reject(part: Part, given: unknown): void {
      from(part.state === 'handed in' || (part.state === 'approved' && has('approvedIsRejected')));
      const feedback = typeof given === 'string' ? given : invalid();
      part.state = 'in work';
      if (!has('rejectForgetsFeedback')) part.feedback = feedback;
      if (has('rejectFreesWorkload')) work(part.translator, -part.words);
      if (has('rejectClearsTranslation')) part.translation = null;
    },
  };

  return { jobs, sendBack, parts };
}
