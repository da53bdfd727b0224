import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { gridKeys } from '../grid-keys.ts';
import { NamedRowPanel } from '../named-row.tsx';
import { loudNameMistake, NewRowPanel } from '../new-row-panel.tsx';
import { findingsIn } from '../row-findings.tsx';
import { WithPanel } from '../side-panel.tsx';
import styles from '../table-view.module.css';
import { UseList } from '../use-list.tsx';
import { usesOf } from '../uses.ts';
import type { ViewProps } from '../view.ts';
import { ErrorPreview } from './error-preview.tsx';
import { messageOf, shownWords, statusMistake } from './error-words.ts';

const keyDescription = 'Its field in the error body, where it concerns none.';

/** Section 8: each error with what raises it and how it looks. */
export function ErrorsView(props: ViewProps) {
  const { analysis, light, goTo } = props;
  const { model, findings } = analysis;
  const [chosen, setChosen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const uses = useMemo(() => new Map(model.errors.map(({ name }) => [name.text, usesOf(model, name.span.from)])), [model]);
  const error = model.errors.find(({ name }) => name.text === chosen);
  const places = [
    'toast',
    'dialog',
    'page',
    'banner',
    ...new Set(model.entities.flatMap(({ fields }) => fields.map(({ name }) => `at ${name.text}`))),
  ];
  const choose = (name: string): void => {
    setAdding(false);
    setChosen(name);
    const place = model.errors.find((one) => one.name.text === name)?.span;
    if (place) light(place);
  };
  const panel = adding ? (
    <NewRowPanel
      {...props}
      title="error"
      last={model.errors.at(-1)}
      columns={[
        { header: 'Error', mistake: loudNameMistake(model.errors.map(({ name }) => name.text)) },
        { header: 'Status', suggestions: ['404', '409', '422', '429'], mistake: statusMistake },
        { header: 'Message', mistake: (words) => (words === '' ? 'Enter a message.' : null) },
        { header: 'Shown', suggestions: places },
        { header: 'Key', description: keyDescription },
      ]}
      onDone={(name) => {
        setAdding(false);
        setChosen(name);
      }}
    />
  ) : error ? (
    <NamedRowPanel
      key={error.name.text}
      {...props}
      kind="Error"
      row={error}
      columns={[
        { header: 'Status', suggestions: ['404', '409', '422', '429'] },
        { header: 'Message', description: 'In braces: constants, fields, or field, entity, value, limit.' },
        { header: 'Shown', suggestions: places },
        { header: 'Key', description: keyDescription },
      ]}
      onRenamed={setChosen}
      onClose={() => setChosen(null)}
    >
      <ErrorPreview error={error} message={messageOf(model, error)} />
      <UseList title="Raised by" uses={uses.get(error.name.text) ?? []} none="Not raised by the document" goTo={goTo} />
    </NamedRowPanel>
  ) : null;
  const add = (
    <Button size="small" icon={<IconPlus size={14} />} onClick={() => setAdding(true)}>
      Error
    </Button>
  );
  return (
    <WithPanel panel={panel}>
      <div className={styles['scroll']}>
        {model.errors.length === 0 ? (
          <EmptyState title="No errors yet" actions={add}>
            <p>
              Errors are what rules and guards raise, with the message people read. The built-in errors have messages without being listed.
            </p>
          </EmptyState>
        ) : (
          <>
            <div className={styles['intro']}>{add}</div>
            <table className={styles['table']} aria-label="Errors" onKeyDown={gridKeys}>
              <thead>
                <tr>
                  <th scope="col">Error</th>
                  <th scope="col">Status</th>
                  <th scope="col">Message</th>
                  <th scope="col">Shown</th>
                  <th scope="col">Raised by</th>
                </tr>
              </thead>
              <tbody>
                {model.errors.map((one) => {
                  const wrong = findingsIn(findings, one.span).some(({ severity }) => severity === 'error');
                  const count = uses.get(one.name.text)?.length ?? 0;
                  return (
                    <tr key={one.span.from} data-selected={chosen === one.name.text || undefined}>
                      <th scope="row">
                        <button type="button" className={styles['cell']} onClick={() => choose(one.name.text)}>
                          <span className={wrong ? styles['bad'] : undefined}>{one.name.text}</span>
                        </button>
                      </th>
                      <td>{one.status}</td>
                      <td>{messageOf(model, one)}</td>
                      <td className={styles['muted']}>{shownWords(one)}</td>
                      <td className={styles['muted']}>{count === 0 ? '–' : count === 1 ? '1 place' : `${count} places`}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </>
        )}
      </div>
    </WithPanel>
  );
}
