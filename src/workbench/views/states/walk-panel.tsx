import type { WalkedRecord, WalkedStep } from '../../../explorer/walk.ts';
import type { Machine, Transition } from '../../../model/ast/states.ts';
import { triggerWords } from '../../../model/ast/states.ts';
import { Button } from '../../../ui/button.tsx';
import type { Exploring, Walking } from '../../explore/exploring.ts';
import { plain, Steps, TraceButtons } from '../../explore/trace-actions.tsx';
import { SidePanel } from '../side-panel.tsx';
import type { ViewProps } from '../view.ts';
import styles from '../view-bar.module.css';
import { foldedSteps } from './folded-steps.ts';
import walk from './walk-panel.module.css';

/**
 * A walk through the document: the current records, the possible next steps, and the steps taken so
 * far.
 */
export function WalkPanel({
  exploring,
  walking,
  machine,
  only,
  onAll,
  analysis,
  traceActions,
}: Pick<ViewProps, 'analysis' | 'traceActions'> & {
  readonly exploring: Exploring;
  readonly walking: Walking;
  readonly machine: Machine;
  /** Only steps that take this row; null: all. */
  readonly only: Transition | null;
  readonly onAll: () => void;
}) {
  const { walked, trouble } = walking;
  const rows = walked?.rows ?? [];
  const steps = (walked?.steps ?? [])
    .filter(({ taken }) => only === null || taken === only.span.from)
    // Steps that appear in the diagram come first.
    .sort((a, b) => Number(a.taken === null) - Number(b.taken === null));
  const go = (to: Walking['rows']): void => {
    onAll();
    exploring.walk(analysis, to);
  };
  return (
    <SidePanel kind="Walk" title={machine.entity} onClose={() => exploring.walk(analysis, null)}>
      {trouble === null ? null : <p role="alert">{trouble}</p>}
      {walked !== null && !walking.isWaiting && walked.rows.length < walking.rows.length ? (
        <p className={styles['note']}>The text has changed: step {walked.rows.length + 1} is no longer possible.</p>
      ) : null}
      <h4 className={styles['subtitle']}>Records now</h4>
      <Records records={walked?.records ?? []} />
      {rows.length === 0 ? null : (
        <div className={styles['actions']}>
          <Button size="small" onClick={() => go(rows.slice(0, -1))}>
            Back
          </Button>
          <Button size="small" onClick={() => go([])}>
            Start again
          </Button>
        </div>
      )}
      <h4 className={styles['subtitle']}>{only === null ? 'Next step' : `Next step: ${triggerWords(only)}`}</h4>
      <Next steps={steps} onStep={(step) => go([...rows, step.row])} />
      {walked !== null && steps.length === 0 ? <p className={styles['note']}>No one can do anything here.</p> : null}
      {only === null ? null : (
        <div className={styles['actions']}>
          <Button size="small" onClick={onAll}>
            Show all steps
          </Button>
        </div>
      )}
      {rows.length === 0 ? null : (
        <>
          <h4 className={styles['subtitle']}>Steps so far</h4>
          <Steps rows={rows} />
          <div className={styles['actions']}>
            <TraceButtons actions={traceActions} title="walk" trace={{ rows }} />
          </div>
        </>
      )}
    </SidePanel>
  );
}

const Records = ({ records }: { readonly records: readonly WalkedRecord[] }) =>
  records.length === 0 ? (
    <p className={styles['note']}>Only people so far.</p>
  ) : (
    <ul className={walk['records']}>
      {records.map(({ entity, name, states }) => (
        <li key={name}>
          <code>{name}</code> <span>{states.length === 0 ? entity : states.map(({ state }) => state).join(', ')}</span>
        </li>
      ))}
    </ul>
  );

interface NextProps {
  readonly steps: readonly WalkedStep[];
  readonly onStep: (step: WalkedStep) => void;
}

/** Lists each step once, with a button for each person who can take it. */
const Next = ({ steps, onStep }: NextProps) => (
  <ul className={walk['next']} aria-label="Next steps">
    {foldedSteps(steps).map(({ words, choices }) => (
      <li key={words}>
        <code>{plain(words)}</code>
        {choices.map(({ value, steps: by }) =>
          value === null ? (
            <People key="" steps={by} onStep={onStep} />
          ) : (
            <div key={value} className={walk['choice']}>
              <code>{value}</code>
              <People steps={by} onStep={onStep} />
            </div>
          ),
        )}
      </li>
    ))}
  </ul>
);

const People = ({ steps, onStep }: NextProps) => (
  <div className={styles['actions']}>
    {steps.map((step) => {
      const { as, do: what } = step.row;
      return (
        <Button key={as} size="small" variant="ghost" aria-label={`${as}: ${plain(what)}`} onClick={() => onStep(step)}>
          {what.startsWith('`wait ') ? 'Let time pass' : as}
        </Button>
      );
    })}
  </div>
);
