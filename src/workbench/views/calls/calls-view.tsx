import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { findingsIn } from '../row-findings.tsx';
import { WithPanel } from '../side-panel.tsx';
import styles from '../table-view.module.css';
import type { ViewProps } from '../view.ts';
import { CallPanel } from './call-panel.tsx';
import { openTryServer } from './try-calls.ts';

/**
 * Section 7: the calls, and a console that sends them to a separate product in memory, through the
 * same code as the server.
 */
export function CallsView(props: ViewProps) {
  const { analysis, highlight, fill } = props;
  const { model } = analysis;
  const [chosen, setChosen] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `round` resets it.
  const server = useMemo(() => openTryServer(model), [model, round]);
  useEffect(() => server.close, [server]);
  const [person, setPerson] = useState<string | null>(() => server.people[0] ?? null);
  const assumed = model.sections[6]?.state === 'assumed';
  const call = model.calls.find(({ name }) => name.text === chosen);
  if (model.calls.length === 0) {
    return (
      <EmptyState
        title="No calls yet"
        actions={
          <Button variant="primary" onClick={fill}>
            Start with an example
          </Button>
        }
      >
        <p>Calls let other programs use the product over HTTP. Without any, it serves the standard calls for each entity.</p>
      </EmptyState>
    );
  }
  return (
    <WithPanel
      panel={
        call ? (
          <CallPanel
            key={call.name.text}
            {...props}
            call={call}
            server={server}
            person={person}
            onPerson={setPerson}
            onClose={() => setChosen(null)}
          />
        ) : null
      }
    >
      <div className={styles['scroll']}>
        <div className={styles['intro']}>
          <p>
            {assumed ? 'The standard calls for each entity (assumed). ' : ''}Calls are sent to a separate product, in memory, with the
            examples: nothing here touches the product beside.
          </p>
          <Button size="small" onClick={() => setRound(round + 1)}>
            Reset
          </Button>
        </div>
        <ul className={styles['list']}>
          {model.calls.map((one) => (
            <li key={`${one.span.from} ${one.name.text}`}>
              <button
                type="button"
                className={styles['entry']}
                aria-pressed={chosen === one.name.text}
                onClick={() => {
                  setChosen(one.name.text);
                  if (!assumed) highlight(one.span);
                }}
              >
                <span>
                  <span
                    className={`${styles['code']} ${findingsIn(analysis.findings, one.span).some(({ severity }) => severity === 'error') ? styles['bad'] : ''}`}
                  >
                    <strong>{one.method}</strong> {one.path}
                  </span>
                  <span className={`${styles['note']} ${styles['code']}`}>{one.does?.source.trim() ?? ''}</span>
                </span>
                <span className={styles['muted']}>{one.roles.length === 0 ? '' : one.roles.map(({ text }) => text).join(', ')}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </WithPanel>
  );
}
