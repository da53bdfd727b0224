import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { IconAlertTriangle, IconCheck, IconCircleDashed } from '../../../ui/icons.ts';
import { WithPanel } from '../side-panel.tsx';
import styles from '../table-view.module.css';
import type { ViewProps } from '../view.ts';
import { ScenarioPanel } from './scenario-panel.tsx';
import { type Played, useScenarios } from './use-scenarios.ts';
import { WordsTable } from './words-table.tsx';

/**
 * Section 1: the people that the product is for, and its scenarios, which can be run and stepped
 * through.
 */
export function PeopleView(props: ViewProps) {
  const { analysis, goTo, highlight, fill, watch } = props;
  const { model } = analysis;
  const scenarios = useScenarios(model);
  const [chosen, setChosen] = useState<number | null>(null);
  const scenario = chosen === null ? undefined : model.scenarios[chosen];
  if (model.people.length === 0 && model.scenarios.length === 0) {
    return (
      <EmptyState
        title="No people or scenarios yet"
        actions={
          <>
            <Button variant="primary" onClick={fill}>
              Start with an example
            </Button>
            <Button onClick={props.record}>Record a scenario…</Button>
          </>
        }
      >
        <p>Name the people and what they want. A scenario says what they do and what must happen.</p>
      </EmptyState>
    );
  }
  const choose = (index: number): void => {
    setChosen(index);
    const place = model.scenarios[index]?.span;
    if (place) highlight(place);
  };
  return (
    <WithPanel
      panel={
        chosen !== null && scenario ? (
          <ScenarioPanel
            key={chosen}
            {...props}
            scenario={scenario}
            played={scenarios.played(chosen)}
            onPlay={(rows) => scenarios.play(chosen, rows)}
            onWatch={() => watch(chosen)}
            onEdited={scenarios.runAll}
            onClose={() => setChosen(null)}
          />
        ) : null
      }
    >
      <div className={styles['scroll']}>
        {model.people.length > 0 ? (
          <>
            <h3 className={styles['group']}>People</h3>
            <ul className={styles['list']}>
              {model.people.map(({ name, wants, soThat, span }) => (
                <li key={span.from}>
                  <button type="button" className={styles['entry']} onClick={() => goTo(span)}>
                    <span>
                      <span className={styles['name']}>{name.text}</span>
                      <span className={styles['muted']}>
                        wants to {wants}
                        {soThat === '' ? '' : `, so that ${soThat}`}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <WordsTable {...props} />
        <div className={styles['intro']}>
          <h3 style={{ flex: 1, margin: 0, fontSize: 'var(--size-16)', fontWeight: 'var(--weight-medium)' }}>Scenarios</h3>
          <span role="status" className={styles['muted']}>
            {summary(model.scenarios.map((_, index) => scenarios.played(index)))}
          </span>
          <Button size="small" onClick={props.record}>
            Record…
          </Button>
          {model.scenarios.length > 0 ? (
            <Button size="small" variant="primary" busy={scenarios.busy} onClick={scenarios.runAll}>
              Run all
            </Button>
          ) : null}
        </div>
        {model.scenarios.length === 0 ? (
          <p className={styles['muted']}>
            No scenarios yet. Press Record and act in the product, or add a heading “### Scenario: …” with a table As | Do | Expect.
          </p>
        ) : (
          <ul className={styles['list']}>
            {model.scenarios.map(({ title, rows, span }, index) => (
              <li key={span.from}>
                <button type="button" className={styles['entry']} aria-pressed={chosen === index} onClick={() => choose(index)}>
                  <span style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
                    <ScenarioMark played={scenarios.played(index)} />
                    {title}
                  </span>
                  <span className={styles['muted']}>{rows.length === 1 ? '1 row' : `${rows.length} rows`}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </WithPanel>
  );
}

const wrong = ({ rows, trouble }: Played): boolean => trouble !== null || rows.some(({ passed }) => !passed);

function summary(all: readonly Played[]): string {
  const ran = all.filter(({ done, trouble }) => done || trouble !== null);
  if (ran.length === 0) return '';
  const failed = ran.filter(wrong).length;
  return `${ran.length - failed} passed, ${failed} failed${ran.length < all.length ? `, ${all.length - ran.length} not run` : ''}`;
}

function ScenarioMark({ played }: { readonly played: Played }) {
  if (wrong(played)) return <IconAlertTriangle size={16} className={styles['bad']} aria-label="failed" />;
  if (played.done) return <IconCheck size={16} className={styles['good']} aria-label="passed" />;
  return <IconCircleDashed size={16} className={styles['faint']} aria-label="not run" />;
}
