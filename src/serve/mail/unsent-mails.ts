import type { JobHandler } from '../engine/job-runner.ts';

/** Handles mails without SMTP: the list of jobs keeps each for a week, marked as not sent. */
export const unsentMailHandler: JobHandler = {
  kind: 'mail',
  attempt: async () => ({ status: 'done', note: 'not sent: serve was started without --mail' }),
};
