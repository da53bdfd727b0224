import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import { type Compared, compareInWorker } from './compare.ts';
import styles from './history-dialog.module.css';

/** Shows, on request, what people can do now but could not before, and vice versa. */
export function PeopleChanges({ before, after }: { readonly before: string; readonly after: string }) {
  const [search, setSearch] = useState<AbortController | null>(null);
  const [compared, setCompared] = useState<Compared | null>(null);
  useEffect(() => () => search?.abort(), [search]);
  const start = async (): Promise<void> => {
    const begun = new AbortController();
    setSearch(begun);
    const found = await compareInWorker({ before, after }, begun.signal);
    if (!begun.signal.aborted) setCompared(found);
  };
  if (compared === null)
    return search === null ? (
      <Button size="small" onClick={() => void start()}>
        Compare what people can do
      </Button>
    ) : (
      <p className={styles['muted']} role="status">
        <Spinner /> Playing both versions through…
      </p>
    );
  if (!compared.ok) return <p role="alert">Couldn’t compare: {compared.why}</p>;
  const { added, removed, bound, complete } = compared;
  return (
    <div role="status">
      {added.length + removed.length === 0 ? <p className={styles['muted']}>People can do the same as before ({bound}).</p> : null}
      <Sentences title="Became possible" list={added} tone="to" />
      <Sentences title="Became impossible" list={removed} tone="from" />
      {complete ? null : <p className={styles['muted']}>The search did not finish: what wasn’t reached may still be possible.</p>}
    </div>
  );
}

function Sentences({ title, list, tone }: { readonly title: string; readonly list: readonly string[]; readonly tone: 'to' | 'from' }) {
  if (list.length === 0) return null;
  return (
    <>
      <h4 className={styles['title']}>
        {title} ({list.length})
      </h4>
      <ul className={styles['sentences']} tabIndex={0} aria-label={title}>
        {list.map((words) => (
          <li key={words}>
            <span className={styles[tone]}>{words}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
