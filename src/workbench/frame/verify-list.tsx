import { type FormEvent, useEffect, useId, useState } from 'react';
import { LineIndex } from '../../base/position.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { IconCheck, IconCircleDashed, IconX } from '../../ui/icons.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { useObservable } from '../state/use-observable.ts';
import type { ShownFinding, ShownRow } from '../verify/messages.ts';
import { serviceAddress } from '../verify/service-address.ts';
import { startVerifier } from '../verify/start-verifier.ts';
import { createVerifying, type Verifying, type VerifyingState } from '../verify/verifying.ts';
import { Entry, entryStyles } from './problem-lists.tsx';
import { TraceSteps } from './trace-steps.tsx';
import styles from './verify-list.module.css';
import { useOpenDocument } from './workbench-context.ts';

/** Sends the document's requests to a service and shows which rows it keeps and which it breaks. */
export function VerifyList({ analysis }: { readonly analysis: Analysis }) {
  const { verifying } = useOpenDocument();
  const known = useObservable(verifying);
  useEffect(() => {
    if (verifying.get() === null) verifying.set(createVerifying(startVerifier));
  }, [verifying]);
  return known === null ? null : <Verifier verifying={known} analysis={analysis} />;
}

function Verifier({ verifying, analysis }: { readonly verifying: Verifying; readonly analysis: Analysis }) {
  const state = useObservable(verifying.state);
  const { running, rows, trouble, done } = state;
  return (
    <>
      <Address verifying={verifying} analysis={analysis} state={state} />
      {trouble === null ? null : (
        <Callout tone="danger" title="Couldn’t verify the service">
          <p>{trouble}</p>
          <RelayHelp address={state.address} />
        </Callout>
      )}
      {running || rows.length > 0 ? (
        <div className={styles['state']}>
          <span role="status">{stateWords(state, analysis)}</span>
          {running ? (
            <Button size="small" onClick={verifying.stop}>
              Stop
            </Button>
          ) : null}
        </div>
      ) : null}
      {state.analysis === null || rows.length === 0 ? null : <Rows analysis={state.analysis} rows={rows} running={running} />}
      {done === null || done.notTried.length === 0 ? null : (
        <details className={styles['why']}>
          <summary>Why something was not tried</summary>
          <ul>
            {done.notTried.map((why) => (
              <li key={why}>{why}.</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Address({
  verifying,
  analysis,
  state,
}: {
  readonly verifying: Verifying;
  readonly analysis: Analysis;
  readonly state: VerifyingState;
}) {
  const [wrong, setWrong] = useState<string | null>(null);
  const help = useId();
  const verify = (event: FormEvent): void => {
    event.preventDefault();
    const at = serviceAddress(state.address);
    setWrong(typeof at === 'string' ? at : null);
    if (typeof at !== 'string') verifying.verify(analysis);
  };
  return (
    <form className={styles['ask']} onSubmit={verify}>
      <label className={styles['address']}>
        Address of the service
        <TextField
          value={state.address}
          onValue={verifying.setAddress}
          placeholder="http://127.0.0.1:3000"
          aria-describedby={help}
          aria-invalid={wrong === null ? undefined : true}
          spellCheck={false}
          autoCapitalize="off"
        />
      </label>
      <Button type="submit" variant="primary" disabled={state.running}>
        Verify
      </Button>
      {/* After the start, the rows need the space. */}
      {wrong === null && state.analysis !== null ? null : (
        <p id={help} className={wrong === null ? styles['muted'] : styles['bad']} style={{ flexBasis: '100%' }}>
          {wrong ?? 'Use a test system: people sign up, and records are made, changed and deleted.'}
        </p>
      )}
      {wrong === null ? null : <RelayHelp address={state.address} />}
    </form>
  );
}

/**
 * Explains the relay, for a service on another machine or one that rejects requests from web pages.
 */
function RelayHelp({ address }: { readonly address: string }) {
  const host = /^(?:https?:\/\/)?([^/:]+)/.exec(address.trim())?.[1] ?? '';
  const isHere = host === '' || host === 'localhost' || host === '127.0.0.1';
  const against = `--against ${address.trim() === '' ? 'URL' : address.trim()}`;
  return (
    <p className={styles['help']}>
      A relay reaches a service that pages may not call. Start it, and enter the address that it prints:{' '}
      <code>
        npx ninefold verify FILE {against} --relay 0{isHere ? '' : ` --allow-host ${host}`}
      </code>
    </p>
  );
}

function stateWords({ running, requests, rows, done, analysis }: VerifyingState, { text }: Analysis): string {
  if (requests === 0) return running ? 'Looking for requests to send…' : 'Nothing was sent.';
  const count = (result: ShownRow['result']): number => rows.filter((row) => row.result === result).length;
  const old = analysis === null || analysis.text === text ? '' : ' The text has changed since.';
  const end = running ? '…' : done?.complete === false ? '. Not everything was tried.' : '.';
  return `${requests} requests: ${count('kept')} rows kept, ${count('broken')} broken, ${count('not tried')} not tried${end}${old}`;
}

/** Broken rows first, then kept ones; the rest have not been tried. */
const order: readonly ShownRow['result'][] = ['broken', 'kept', 'not tried'];

function Rows({ analysis, rows, running }: { readonly analysis: Analysis; readonly rows: readonly ShownRow[]; readonly running: boolean }) {
  const lines = new LineIndex(analysis.text);
  const sorted = order.flatMap((result) => rows.filter((row) => row.result === result));
  return (
    <ul className={entryStyles['list']} aria-label="Rows">
      {sorted.map((row) => (
        <RowEntry key={`${row.section} ${row.span.from}`} row={row} analysis={analysis} lines={lines} running={running} />
      ))}
    </ul>
  );
}

const marks = { kept: IconCheck, broken: IconX, 'not tried': IconCircleDashed } as const;
const words = { kept: 'Kept', broken: 'Broken', 'not tried': 'Not tried' } as const;

function RowEntry({
  row,
  analysis,
  lines,
  running,
}: {
  readonly row: ShownRow;
  readonly analysis: Analysis;
  readonly lines: LineIndex;
  readonly running: boolean;
}) {
  const [open, setOpen] = useState(false);
  const { section, span, title, result, findings } = row;
  const Mark = marks[result];
  return (
    <Entry
      analysis={analysis}
      lines={lines}
      section={section}
      span={span}
      mark={
        <span className={styles['mark']} data-result={result}>
          <Mark size={14} aria-hidden="true" />
          <VisuallyHidden>{words[result]}: </VisuallyHidden>
        </span>
      }
      note={findings[0] === undefined || open ? undefined : `${findings[0].request}: ${findings[0].difference}`}
      actions={
        findings.length === 0 ? undefined : (
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide the requests' : 'Show the requests'}
          </Button>
        )
      }
      under={
        open ? (
          <div className={styles['under']}>
            {findings.map((finding) => (
              <Found key={`${finding.request} ${finding.difference}`} finding={finding} analysis={analysis} running={running} />
            ))}
          </div>
        ) : undefined
      }
    >
      {title}
    </Entry>
  );
}

function Found({ finding, analysis, running }: { readonly finding: ShownFinding; readonly analysis: Analysis; readonly running: boolean }) {
  const { request, difference, expected, actual, curl, scenario, more, confirmed } = finding;
  return (
    <section className={styles['found']} aria-label={request}>
      <p>
        {request}: {difference}
        {more === 0 ? '' : ` (and ${more} more like it)`}
        {confirmed || running ? '' : ' (seen once, not when tried again)'}
      </p>
      <div className={styles['answers']}>
        <Said label="Expected" text={expected} />
        <Said label="Actual" text={actual} />
      </div>
      <Said label="Requests" text={curl.join('\n')} />
      {scenario === null ? null : (
        <>
          <h4 className={styles['label']}>As a scenario</h4>
          <TraceSteps analysis={analysis} title={request} trace={{ rows: scenario }} />
        </>
      )}
    </section>
  );
}

const Said = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <div className={styles['said']}>
    <h4 className={styles['label']}>{label}</h4>
    {/* Scrollable content must be reachable by keyboard (WCAG 2.1.1). */}
    <pre className={styles['pre']} tabIndex={0} aria-label={label}>
      {text}
    </pre>
  </div>
);
