import { changeJob, type JobData, jobData, jobStepped } from '../../engine/jobs/jobs.ts';
import { nobody } from '../../engine/world/world.ts';
import { mailBody } from '../../serve/mail/mail-body.ts';
import type { StoredJob } from '../../store/outbox.ts';
import { readArguments } from '../arguments.ts';
import type { Command, ExitCode } from '../command.ts';
import { dataPlace } from '../data/data-place.ts';
import { productOver, withStore } from '../data/opened.ts';
import { described } from '../described.ts';
import { readDocuments } from '../documents.ts';
import { misused } from '../misused.ts';

/** The maximum number of jobs listed. */
const mostListed = 200;

export const jobs: Command = {
  ...described.jobs,
  async run(args, host) {
    const read = readArguments(args, { data: [], database: [], show: [], retry: [], drop: [], all: 'flag' });
    if (!read.ok) return misused(read.problem, jobs, host);
    const { options } = read;
    const chosen = (['show', 'retry', 'drop'] as const).filter((name) => options[name] !== undefined);
    if (chosen.length > 1) return misused('Choose one of --show, --retry and --drop.', jobs, host);
    const documents = await readDocuments(read.names, host);
    if (documents === null) return 2;
    const [document, ...more] = documents;
    if (document === undefined || more.length > 0) return misused('Name exactly one document.', jobs, host);
    const place = await dataPlace(options, document, host);
    if (typeof place === 'string') return misused(place, jobs, host);
    const code = await withStore(place, document, host, async (opened): Promise<ExitCode> => {
      const product = await productOver(opened, document, host);
      const { store } = product;
      const [action] = chosen;
      const id = action === undefined ? '' : (options[action] ?? '');
      if (action === undefined) {
        const statuses = options['all'] === undefined ? (['waiting', 'failed'] as const) : (['waiting', 'failed', 'done'] as const);
        const found = await opened.run(() => store.jobs.list(statuses, null, mostListed));
        for (const job of found) host.write(`${lineOf(job)}\n`);
        if (found.length === 0) host.write('Nothing is waiting, and nothing has failed.\n');
        return found.some(({ status }) => status === 'failed') ? 1 : 0;
      }
      const job = await opened.run(() => store.jobs.job(id));
      if (action === 'show' && job !== null) {
        host.write(`${lineOf(job)}\n${contentOf(await opened.run(() => jobData(product, job, false)))}\n`);
        return 0;
      }
      const step = action === 'retry' ? 'retry' : 'drop';
      const outcome = await opened.run(() =>
        jobStepped(step, (follows) => product.transact(nobody, (run) => changeJob(run, id, step, follows))),
      );
      const done = outcome.ok && outcome.value;
      if (!done) host.writeError(job === null ? `There is no job ${id}.\n` : `The job ${id} is done already.\n`);
      else host.write(action === 'retry' ? `${id} is attempted again within seconds, if the product is served.\n` : `${id} is dropped.\n`);
      return done ? 0 : 1;
    });
    return code ?? 2;
  },
};

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();

const lineOf = ({ id, kind, status, attempts, dueAt, lastError }: StoredJob): string =>
  [id, kind, status, `attempts ${attempts}`, `${status === 'waiting' ? 'due' : 'since'} ${time(dueAt)}`, lastError ?? ''].join('  ').trim();

/**
 * Returns the mail as text, or the job's content. Leaves out links, because they work only once.
 */
function contentOf({ mail, content }: JobData): string {
  if (mail === null) return content ?? '';
  const link = mail.link === 'none' ? '' : '\n\n(a link that works once)';
  return `\nTo: ${mail.to}\nSubject: ${mail.subject}\n\n${mailBody(mail.text).text}${link}`;
}
