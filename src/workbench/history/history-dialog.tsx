import { useMemo, useState } from 'react';
import { readModel } from '../../model/read.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { type BehaviourChange, compareBehaviour } from './behaviour.ts';
import styles from './history-dialog.module.css';
import type { History, HistoryEntry } from './history-store.ts';
import { PeopleChanges } from './people-changes.tsx';
import { TextDifference } from './text-difference.tsx';

export interface HistoryDialogProps {
  readonly name: string;
  readonly history: History;
  /** The current text. */
  readonly text: string;
  readonly onRestore: (text: string) => void;
  readonly onClose: () => void;
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/**
 * Shows an earlier version of a document: how the meaning and the text have changed since. The
 * whole version or parts of it can be restored.
 */
export function HistoryDialog({ name, history, text, onRestore, onClose }: HistoryDialogProps) {
  const [named, setNamed] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rereads the list after a version is named.
  const all = useMemo(() => history.list(), [history, text, named]);
  // Hide versions that equal the current text, unless they have a name.
  const entries = useMemo(() => all.filter((entry) => entry.name !== null || history.read(entry.at) !== text), [all, history, text]);
  const [picked, setChosen] = useState<number | null>(null);
  const chosen = picked ?? entries[0]?.at ?? null;
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
      <NameVersion
        onName={(given) => {
          history.keep(text, given);
          setNamed((count) => count + 1);
        }}
      />
      {entries.length === 0 || chosen === null || was === null ? (
        <p>No earlier versions yet. Ninefold saves a version in this browser every minute while you write.</p>
      ) : (
        <div className={styles['both']}>
          <Field label="Version">
            <Select
              value={String(chosen)}
              onChange={(next) => setChosen(next === null ? null : Number(next))}
              items={entries.map((entry) => ({ value: String(entry.at), label: labelOf(entry) }))}
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
            <PeopleChanges key={chosen} before={was} after={text} />
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

const labelOf = ({ at, name }: HistoryEntry): string => (name === null ? moment.format(at) : `${name} – ${moment.format(at)}`);

/** Saves the current text under a name. */
function NameVersion({ onName }: { readonly onName: (name: string) => void }) {
  const [name, setName] = useState('');
  const [notice, setNotice] = useState<{ readonly message: string; readonly wrong: boolean } | null>(null);
  const given = name.replace(/\s+/g, ' ').trim().slice(0, 80);
  return (
    <form
      className={styles['naming']}
      onSubmit={(event) => {
        event.preventDefault();
        if (given === '') return;
        try {
          onName(given);
          setName('');
          setNotice({ message: `Saved as “${given}”.`, wrong: false });
        } catch (error) {
          setNotice({ message: `Couldn’t save the version: ${error instanceof Error ? error.message : String(error)}`, wrong: true });
        }
      }}
    >
      <div className={styles['name']}>
        <Field label="Name the current version">
          <TextField value={name} onValue={setName} placeholder="Before the price rules" />
        </Field>
        <Button type="submit" unavailable={given === '' ? 'Enter a name first.' : undefined}>
          Keep
        </Button>
      </div>
      <p role={notice?.wrong === true ? 'alert' : 'status'} className={styles['muted']}>
        {notice?.message}
      </p>
    </form>
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
