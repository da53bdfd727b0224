import { useEffect, useRef, useState } from 'react';
import type { Actor, Scenario, ScenarioRow } from '../../../model/ast/people.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/display/callout.tsx';
import { IconAlertTriangle, IconCheck, IconCircleDashed } from '../../../ui/icons.ts';
import { RowFindings } from '../row-findings.tsx';
import { SidePanel } from '../side-panel.tsx';
import styles from '../table-view.module.css';
import type { ViewProps } from '../view.ts';
import bar from '../view-bar.module.css';
import { StepEditor } from './step-editor.tsx';
import type { Played, PlayedRow } from './use-scenarios.ts';

/**
 * Shows a scenario row by row: the action, the expected result, the actual result, and the changes.
 */
export function ScenarioPanel({
  scenario,
  played,
  onPlay,
  onWatch,
  onEdited,
  onClose,
  analysis,
  edit,
  goTo,
  highlight,
}: ViewProps & {
  readonly scenario: Scenario;
  readonly played: Played;
  /** Replays up to and including that row, from 1. */
  readonly onPlay: (rows: number) => void;
  /** Plays the scenario in the product. */
  readonly onWatch: () => void;
  /** Called when a step was changed in the text. */
  readonly onEdited: () => void;
  readonly onClose: () => void;
}) {
  const steps = useRef<HTMLOListElement>(null);
  const at = played.rows.length;
  const [editing, setEditing] = useState<number | null>(null);
  useEffect(() => {
    if (at > 0) steps.current?.children[at - 1]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const step = (rows: number): void => {
    onPlay(rows);
    const row = scenario.rows[rows - 1];
    if (row) highlight(row.span);
  };
  return (
    <SidePanel kind="Scenario" title={scenario.title} onClose={onClose}>
      <div className={bar['actions']}>
        <Button
          size="small"
          variant="primary"
          unavailable={at >= scenario.rows.length ? 'This was the last row.' : undefined}
          onClick={() => step(at + 1)}
        >
          Next row
        </Button>
        <Button size="small" unavailable={at === 0 ? 'No row has been played yet.' : undefined} onClick={() => step(at - 1)}>
          Back
        </Button>
        <Button size="small" onClick={() => onPlay(scenario.rows.length)}>
          Play to the end
        </Button>
        <Button size="small" onClick={onWatch}>
          Watch in the product
        </Button>
        <Button size="small" onClick={() => goTo(scenario.span)}>
          Show in the text
        </Button>
      </div>
      {played.trouble === null ? null : (
        <Callout tone="danger" title="Couldn’t play this scenario">
          <p>{played.trouble}</p>
        </Callout>
      )}
      <ol className={styles['steps']} ref={steps}>
        {scenario.rows.map((row, index) => (
          <li key={row.span.from} className={styles['step']} data-next={index === at || undefined}>
            <StepMark row={played.rows[index]} />
            <div>
              {editing === index ? (
                <StepEditor
                  row={row}
                  only={scenario.rows.length === 1}
                  analysis={analysis}
                  edit={edit}
                  onEdited={onEdited}
                  onDone={() => setEditing(null)}
                />
              ) : (
                <>
                  <p>
                    <button type="button" className={styles['link']} onClick={() => goTo(row.span)}>
                      {actorWords(row.as)}
                    </button>{' '}
                    <code className={styles['code']}>{row.do.source.trim() === '' ? 'does nothing' : row.do.source}</code>
                  </p>
                  <p className={styles['muted']}>{expectWords(row)}</p>
                  <Button size="small" variant="ghost" aria-label={`Edit step ${index + 1}`} onClick={() => setEditing(index)}>
                    Edit
                  </Button>
                </>
              )}
              <RowFindings analysis={analysis} place={row.span} edit={edit} />
              <Outcome row={played.rows[index]} />
            </div>
          </li>
        ))}
      </ol>
    </SidePanel>
  );
}

function StepMark({ row }: { readonly row: PlayedRow | undefined }) {
  if (row === undefined) return <IconCircleDashed size={16} className={styles['faint']} aria-label="not played" />;
  return row.passed ? (
    <IconCheck size={16} className={styles['good']} aria-label="passed" />
  ) : (
    <IconAlertTriangle size={16} className={styles['bad']} aria-label="failed" />
  );
}

function Outcome({ row }: { readonly row: PlayedRow | undefined }) {
  if (row === undefined) return null;
  return (
    <>
      {row.passed ? null : (
        <p className={styles['bad']}>
          Expected {row.expected}, but: {row.actual}
        </p>
      )}
      {row.steps.map((step) => (
        <p key={JSON.stringify(step)} className={bar['note']}>
          {step.entity} {step.record}: {step.operation}
          {step.changes.length === 0 ? '' : ` – ${step.changes.map(({ field, to }) => `${field} is ${to}`).join(', ')}`}
        </p>
      ))}
    </>
  );
}

function actorWords(actor: Actor): string {
  if (actor.kind === 'nobody') return 'nobody';
  return actor.kind === 'unknown' ? actor.text : actor.name.text;
}

function expectWords({ expect }: ScenarioRow): string {
  switch (expect.kind) {
    case 'nothing':
      return 'must not be refused';
    case 'holds':
      return `must hold: ${expect.expression.source}`;
    case 'refused':
      return `must be refused: ${expect.error.text}`;
    case 'sent':
      return `must be sent to ${expect.service.text}${expect.request === null ? '' : `: ${expect.request}`}`;
    case 'sees':
      return `must see ${expect.screen.text}`;
    case 'does-not-see':
      return `must not see ${expect.screen.text}`;
    case 'told':
      return `must tell ${expect.person.text} ${expect.message.text}`;
    case 'not-told':
      return `must not tell ${expect.person.text} ${expect.message.text}`;
    case 'unknown':
      return `expects “${expect.text}”, which cannot be read`;
  }
}
