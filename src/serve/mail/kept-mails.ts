import type { JobHandler } from '../engine/job-runner.ts';

/** Without SMTP: the list of jobs keeps what would have been sent, for a week. */
export const keptMails: JobHandler = {
  kind: 'mail',
  attempt: async () => ({ status: 'done', note: 'not sent: serve was started without --mail' }),
};
