import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { applyEdits } from '../../../base/text-edit.ts';
import type { Model } from '../../../model/model.ts';
import { readModel } from '../../../model/read.ts';
import { actAsFirst } from '../../../runtime/choose-actor.ts';
import { memoryLocation } from '../../../runtime/memory-location.ts';
import { ProductApp } from '../../../runtime/product-app.tsx';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/display/callout.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { runScenarios } from '../../../verify/scenarios.ts';
import { scenarioEdits, unusedTitle } from '../../explore/trace-scenario.ts';
import { useOpenDocument, useWorkbench } from '../../frame/workbench-context.ts';
import { useObservable } from '../../state/use-observable.ts';
import { AddressLine } from '../address-line.tsx';
import bar from '../product-bar.module.css';
import { ProductBoundary } from '../product-boundary.tsx';
import pane from '../product-pane.module.css';
import { useDocumentLinks } from '../use-document-links.ts';
import watch from '../watch/watch-pane.module.css';
import styles from './record-pane.module.css';
import { beginRecording, type RecordedAction, type Recording } from './recording.ts';

const times = [
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
  ['1 week', 604_800_000],
] as const;

/** Records what a person does in a separate product as a scenario. */
export function RecordPane() {
  const document = useOpenDocument();
  const analysis = useObservable(document.analysis);
  // The document may be edited in the meantime, but the recording keeps the model that it started
  // with.
  const [model] = useState(analysis?.model ?? null);
  const leave = (): void => document.recording.set(false);
  if (model === null || !model.recognised)
    return (
      <Callout
        title="There is no product to record yet"
        actions={
          <Button size="small" onClick={leave}>
            Back to the product
          </Button>
        }
      />
    );
  return <Recorder model={model} onLeave={leave} />;
}

function Recorder({ model, onLeave }: { readonly model: Model; readonly onLeave: () => void }) {
  const workbench = useWorkbench();
  const { theme } = useObservable(workbench.settings);
  const document = useOpenDocument();
  const documentLinks = useDocumentLinks();
  const location = useMemo(() => memoryLocation(), []);
  const [recording, setRecording] = useState<Recording | null>(null);
  const [title, setTitle] = useState('');
  const [failed, setFailed] = useState<readonly string[]>([]);
  useEffect(() => {
    const begun = beginRecording(model);
    let left = false;
    // Select a person who may see the first screen, as in the product itself.
    const start = async (): Promise<void> => {
      await actAsFirst(model, begun.session);
      if (!left) setRecording(begun);
    };
    void start();
    return () => {
      left = true;
      begun.close();
    };
  }, [model]);
  const steps = useSteps(recording);
  const rows = steps.flatMap((step) => (step.kind === 'row' ? [step.row] : []));

  const save = (): void => {
    const analysis = document.analysis.get();
    if (analysis === null) return;
    const wanted = unusedTitle(analysis.model, title.trim() === '' ? 'recorded steps' : title.trim());
    const edits = scenarioEdits(analysis.model, wanted, { rows });
    const written = readModel(applyEdits(analysis.text, edits));
    const result = runScenarios({ ...written, scenarios: written.scenarios.filter((one) => one.title === wanted) })[0];
    const wrong = result?.rows.filter(({ passed }) => !passed) ?? [];
    if (!document.editor.apply(analysis.version, edits, 'show')) {
      workbench.say({ message: 'The text changed. Save again in a moment.', tone: 'neutral' });
      return;
    }
    if (wrong.length === 0) {
      workbench.say({ message: `Scenario “${wanted}” added to section 1; it passes`, tone: 'success' });
      onLeave();
    } else setFailed(wrong.map(({ expected, actual }) => `Expected ${expected}, but: ${actual}`));
  };
  return (
    <>
      <section className={watch['caption']} aria-label="Recording">
        <div className={watch['head']}>
          <p className={watch['title']}>
            Recording <span className={watch['count']}>{rows.length === 1 ? '1 step' : `${rows.length} steps`}</span>
          </p>
          <div className={watch['tools']}>
            {times.map(([words, milliseconds]) => (
              <Button key={words} size="small" onClick={() => recording?.wait(milliseconds)}>
                Wait {words}
              </Button>
            ))}
            <Button size="small" onClick={onLeave}>
              Discard
            </Button>
          </div>
        </div>
        {steps.length === 0 ? (
          <p className={styles['hint']}>
            Act in the product below as several people. Each step becomes a row of a scenario; press a greyed-out button to record its
            refusal.
          </p>
        ) : (
          <Steps steps={steps} />
        )}
        <form
          className={styles['save']}
          onSubmit={(event) => {
            event.preventDefault();
            if (rows.length > 0) save();
          }}
        >
          <TextField value={title} onValue={setTitle} aria-label="Title of the scenario" placeholder="an agent resolves a ticket" />
          <Button size="small" variant="primary" type="submit" unavailable={rows.length === 0 ? 'Nothing is recorded yet.' : undefined}>
            Save as scenario
          </Button>
        </form>
      </section>
      {failed.length === 0 ? null : (
        <Callout
          tone="warning"
          title="Saved, but it does not pass when it is run again"
          actions={
            <Button size="small" onClick={onLeave}>
              Back to the product
            </Button>
          }
        >
          {failed.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Callout>
      )}
      <div className={pane['devices']}>
        <div className={pane['device']}>
          {recording === null ? null : (
            <>
              <nav className={bar['bar']} aria-label="Recorded product’s address">
                <AddressLine location={location} name="Recorded product’s address" />
              </nav>
              <div className={pane['screen']} data-recorded-product>
                <ProductBoundary turn={recording}>
                  <ProductApp
                    theme={theme}
                    session={recording.session}
                    model={model}
                    location={location}
                    platform={recording.platform}
                    onTitle={() => undefined}
                    places
                    triesRefused
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

function Steps({ steps }: { readonly steps: readonly RecordedAction[] }) {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a step is added
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [steps]);
  return (
    <ol ref={list} className={styles['steps']} tabIndex={0} aria-label="Recorded steps">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added
        <li key={index}>
          {step.kind === 'left-out' ? (
            <span className={watch['bad']}>Not recorded: {step.why}</span>
          ) : (
            <>
              <strong>{step.row.as}</strong> <code className={watch['code']}>{step.row.do.replaceAll('`', '')}</code>
              {step.row.expect === '' ? null : <span className={watch['came']}> {step.row.expect.replaceAll('`', '')}</span>}
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

const none: readonly RecordedAction[] = [];

function useSteps(recording: Recording | null): readonly RecordedAction[] {
  const kept = useRef(none);
  return useSyncExternalStore(
    (listener) =>
      recording?.subscribe(() => {
        kept.current = recording.steps();
        listener();
      }) ?? (() => undefined),
    () => kept.current,
  );
}
