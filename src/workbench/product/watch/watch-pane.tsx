import { useRef } from 'react';
import type { Scenario } from '../../../model/ast/people.ts';
import type { Model } from '../../../model/model.ts';
import { ProductApp } from '../../../runtime/product-app.tsx';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/display/callout.tsx';
import { IconAlertTriangle, IconCheck } from '../../../ui/icons.ts';
import { useOpenDocument, useWorkbench } from '../../frame/workbench-context.ts';
import type { StepsToPlay } from '../../state/open-document.ts';
import { useObservable } from '../../state/use-observable.ts';
import { AddressLine } from '../address-line.tsx';
import bar from '../product-bar.module.css';
import { ProductBoundary } from '../product-boundary.tsx';
import pane from '../product-pane.module.css';
import { useDocumentLinks } from '../use-document-links.ts';
import { useChangedMarks } from './use-changed-marks.ts';
import { useWatch } from './use-watch.ts';
import type { WatchedRow } from './watch.ts';
import styles from './watch-pane.module.css';

/**
 * Plays a scenario of the document, or steps outside it, in the product, row by row, as the person
 * acting. Changes are highlighted. The data is separate.
 */
export function WatchPane({ watched }: { readonly watched: number | StepsToPlay }) {
  const document = useOpenDocument();
  const analysis = useObservable(document.analysis);
  const leave = (): void => document.watched.set(null);
  if (typeof watched !== 'number') return <Watched {...watched} version={null} onLeave={leave} />;
  // The analysis arrives in a moment.
  if (analysis === null) return null;
  const scenario = analysis.model.scenarios[watched];
  if (!scenario) {
    return (
      <Callout
        title="This scenario is no longer in the document"
        actions={
          <Button size="small" onClick={leave}>
            Back to the product
          </Button>
        }
      />
    );
  }
  return <Watched model={analysis.model} version={analysis.version} scenario={scenario} onLeave={leave} />;
}

function Watched({
  model,
  version,
  scenario,
  onLeave,
}: {
  readonly model: Model;
  /** The version of the editor's text; null: the steps are not in it. */
  readonly version: number | null;
  readonly scenario: Scenario;
  readonly onLeave: () => void;
}) {
  const { settings } = useWorkbench();
  const { theme } = useObservable(settings);
  const { editor } = useOpenDocument();
  const documentLinks = useDocumentLinks();
  const screen = useRef<HTMLDivElement>(null);
  const { watch, turn, rows, playing, trouble, forward, back, toggle } = useWatch(model, scenario, ({ row }) => {
    if (version !== null) editor.reveal(version, row.span, false);
  });
  const last = rows.at(-1);
  useChangedMarks(screen, model, last?.steps ?? none);
  const ended = rows.length >= scenario.rows.length;
  return (
    <>
      <section className={styles['caption']} aria-label={`Scenario ${scenario.title}`}>
        <div className={styles['head']}>
          <p className={styles['title']}>
            {scenario.title} <span className={styles['count']}>{`${rows.length} of ${scenario.rows.length}`}</span>
          </p>
          <div className={styles['tools']}>
            <Button size="small" unavailable={rows.length < 2 ? 'This is the first row.' : undefined} onClick={back}>
              Back
            </Button>
            <Button size="small" variant="primary" onClick={toggle}>
              {playing ? 'Stop' : ended ? 'Replay' : 'Play'}
            </Button>
            <Button size="small" unavailable={ended ? 'This was the last row.' : undefined} onClick={forward}>
              Next row
            </Button>
            <Button size="small" onClick={onLeave}>
              Back to the product
            </Button>
          </div>
        </div>
        <div role="status">{last ? <RowWords row={last} /> : null}</div>
      </section>
      {trouble === null ? null : (
        <Callout tone="danger" title="Couldn’t play this row">
          <p>{trouble}</p>
        </Callout>
      )}
      <div className={pane['devices']}>
        <div className={pane['device']}>
          {watch === null ? null : (
            <>
              <nav className={bar['bar']} aria-label="Scenario address">
                <AddressLine location={watch.location} name="Scenario address" />
              </nav>
              <div ref={screen} className={`${pane['screen']} ${styles['screen']}`} data-watched-product>
                <ProductBoundary turn={watch}>
                  <ProductApp
                    key={turn}
                    theme={theme}
                    session={watch.session}
                    model={model}
                    location={watch.location}
                    platform={watch.platform}
                    onTitle={() => undefined}
                    places
                    {...documentLinks}
                  />
                </ProductBoundary>
              </div>
            </>
          )}
        </div>
      </div>
    </>
  );
}

const none: WatchedRow['steps'] = [];

/** Shows who does what in a row, the expected result, and the actual result. */
function RowWords({ row: { row, passed, expected, actual, steps, seen } }: { readonly row: WatchedRow }) {
  return (
    <>
      <p className={styles['row']}>
        {passed ? (
          <IconCheck size={16} className={styles['good']} aria-label="passed" />
        ) : (
          <IconAlertTriangle size={16} className={styles['bad']} aria-label="failed" />
        )}
        <span>
          <strong>{row.as.kind === 'nobody' ? 'nobody' : row.as.kind === 'unknown' ? row.as.text : row.as.name.text}</strong>{' '}
          <code className={styles['code']}>{row.do.source.trim() === '' ? 'does nothing' : row.do.source}</code>
        </span>
      </p>
      <p className={styles['came']}>
        {passed ? `As expected: ${actual}.` : `Expected ${expected}, but: ${actual}.`}
        {steps.map((step) => (
          <span key={JSON.stringify(step)}>
            {' '}
            {step.entity} {step.record}: {step.operation}
            {step.changes.length === 0 ? '' : ` (${step.changes.map(({ field, to }) => `${field} is ${to}`).join(', ')})`}.
          </span>
        ))}
        {seen ? '' : ' None of their screens shows it.'}
      </p>
    </>
  );
}
