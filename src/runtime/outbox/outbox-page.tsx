import { useEffect, useState } from 'react';
import type { JobData } from '../../engine/jobs/jobs.ts';
import type { Command } from '../../engine/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Markdown } from '../../ui/display/markdown.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { useProduct, useVersion } from '../product-context.ts';
import { RefusalPage } from '../screen/refusal-page.tsx';
import { useTitle } from '../screen/use-title.ts';
import { useAnswer } from '../use-answer.ts';
import { Moment } from '../values/moment.tsx';
import styles from './outbox.module.css';
import { outboxWords } from './outbox-words.ts';

/** Milliseconds between reads, because jobs finish without a change of the data. */
const every = 5000;

/** The mails and requests that the product sends: waiting, failed and done. For its operators. */
export function OutboxPage() {
  const { session, locale, words: usual, labels } = useProduct();
  const words = outboxWords(locale);
  const version = useVersion();
  const [round, setRound] = useState(0);
  useTitle(words.title);

  useEffect(() => {
    const timer = setInterval(() => setRound((count) => count + 1), every);
    return () => clearInterval(timer);
  }, []);
  // A change may have added a job.
  const { data, failed } = useAnswer(() => session.jobs(), [session, version, round]);

  if (failed) return <Callout tone="danger">{usual.broken}</Callout>;
  if (data === null) return <Skeleton lines={6} />;
  const [refusal] = data.ok ? [] : data.refusals;
  if (refusal !== undefined) return <RefusalPage refusal={refusal} />;
  if (!data.ok) return null;
  const { jobs, timers, counts } = data.value;
  return (
    <div className={styles['page']}>
      <header>
        <h1>{words.title}</h1>
        <p className={styles['about']}>{words.about}</p>
      </header>
      {timers.length === 0 ? null : (
        <Callout tone="warning" title={words.timers}>
          <ul className={styles['timers']}>
            {timers.map(({ entity, id, because }) => (
              <li key={`${entity} ${id}`}>
                {labels.entity(entity)}: {because}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {jobs.length === 0 ? <EmptyState title={words.none} /> : null}
      {(['failed', 'waiting', 'done'] as const).map((status) => {
        const some = jobs.filter((job) => job.status === status);
        if (some.length === 0) return null;
        const title = `${words.statuses[status]} (${counts[status]})`;
        return (
          <section key={status} aria-label={title}>
            <h2>{title}</h2>
            <ul className={styles['jobs']}>
              {some.map((job) => (
                <Job key={job.id} job={job} changed={() => setRound((count) => count + 1)} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

type Step = Extract<Command, { readonly kind: 'job' }>['step'];

function Job({ job, changed }: { readonly job: JobData; readonly changed: () => void }) {
  const { locale, run, refuse, location } = useProduct();
  const words = outboxWords(locale);
  const toaster = useToast();
  const { mail, status } = job;
  const take = async (step: Step): Promise<void> => {
    const outcome = await run({ kind: 'job', job: job.id, step });
    if (!outcome.ok) return refuse(outcome.refusals);
    if (step === 'open') {
      if (outcome.value.place) location.push(outcome.value.place);
      return;
    }
    toaster.show({ message: step === 'drop' ? words.dropped : words.retried, tone: 'success' });
    changed();
  };
  const name = mail === null ? words.request : mail.subject === '' ? words.nobody : mail.subject;
  return (
    <li className={styles['job']}>
      <details>
        <summary className={styles['summary']}>
          <span className={styles['name']}>{name}</span>
          {mail === null ? null : (
            <span className={styles['to']}>
              {words.to} {mail.to}
            </span>
          )}
          <span className={styles['when']}>
            {words.times[status]} <Moment iso={job.due} />
          </span>
          {job.attempts > 1 ? <Badge>{words.attempts(job.attempts)}</Badge> : null}
        </summary>
        {mail === null ? <pre className={styles['content']}>{job.content}</pre> : <Letter mail={mail} />}
        <div className={styles['choices']}>
          {mail?.link === 'opens' ? (
            <Button variant="primary" size="small" onClick={() => void take('open')}>
              {words.openLink}
            </Button>
          ) : null}
          {status === 'done' ? null : (
            <>
              <Button size="small" onClick={() => void take('retry')}>
                {words.retry}
              </Button>
              <Button variant="danger" size="small" onClick={() => void take('drop')}>
                {words.drop}
              </Button>
            </>
          )}
        </div>
      </details>
      {job.error === null ? null : <p className={status === 'failed' ? styles['error'] : styles['note']}>{job.error}</p>}
    </li>
  );
}

/** A preview of a mail. */
function Letter({ mail }: { readonly mail: NonNullable<JobData['mail']> }) {
  const { locale } = useProduct();
  if (mail.text === '') return null;
  return (
    <div className={styles['letter']}>
      <Markdown text={mail.text} />
      {mail.link === 'hidden' ? <p className={styles['note']}>{outboxWords(locale).hiddenLink}</p> : null}
    </div>
  );
}
