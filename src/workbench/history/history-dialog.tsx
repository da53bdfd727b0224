import { useMemo, useState } from 'react';
import { readModel } from '../../model/read.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { type BehaviourChange, compareBehaviour } from './behaviour.ts';
import styles from './history-dialog.module.css';
import type { History } from './history-store.ts';
import { TextDifference } from './text-difference.tsx';

export interface HistoryDialogProps {
  readonly name: string;
  readonly history: History;
  /** The text as it is now. */
  readonly text: string;
  readonly onRestore: (text: string) => void;
  readonly onClose: () => void;
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/**
 * How a document was: what it has since come to mean, and what changed in its text; any of it can
 * be had back.
 */
export function HistoryDialog({ name, history, text, onRestore, onClose }: HistoryDialogProps) {
  // What is the same as now says nothing.
  const entries = useMemo(() => history.list().filter(({ at }) => history.read(at) !== text), [history, text]);
  const [chosen, setChosen] = useState<number | null>(() => entries[0]?.at ?? null);
  const was = chosen === null ? null : history.read(chosen);
  const changes = useMemo(() => (was === null ? [] : compareBehaviour(readModel(was), readModel(text))), [was, text]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`History of ${name}`}
      width={760}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {was === null ? null : (
            <Button variant="primary" onClick={() => onRestore(was)}>
              Restore this version
            </Button>
          )}
        </>
      }
    >
      {entries.length === 0 || chosen === null || was === null ? (
        <p>No earlier versions yet. Ninefold saves a version in this browser every few minutes while you write.</p>
      ) : (
        <div className={styles['both']}>
          <Field label="Version">
            <Select
              value={String(chosen)}
              onChange={(next) => setChosen(next === null ? null : Number(next))}
              items={entries.map(({ at }) => ({ value: String(at), label: moment.format(at) }))}
            />
          </Field>
          <section aria-label="Behaviour changes">
            <h3 className={styles['title']}>Behaviour changes since then</h3>
            {changes.length === 0 ? <p className={styles['muted']}>None. Only wording changed.</p> : null}
            <ul className={styles['list']} tabIndex={0}>
              {changes.map((change) => (
                <Change key={`${change.kind} ${change.what}`} {...change} />
              ))}
            </ul>
          </section>
          <section aria-label="Text changes">
            <h3 className={styles['title']}>Text changes</h3>
            <TextDifference before={was} after={text} />
          </section>
        </div>
      )}
    </Dialog>
  );
}

function Change({ section, kind, what, from, to }: BehaviourChange) {
  return (
    <li>
      <span className={styles['section']}>{section}</span>
      <span>
        {kind} {what}
        {from === '' ? null : (
          <>
            {' '}
            <del className={styles['from']}>{from}</del>
          </>
        )}
        {to === '' ? null : (
          <>
            {' '}
            <ins className={styles['to']}>{to}</ins>
          </>
        )}
      </span>
    </li>
  );
}
