import { type FormEvent, useEffect, useId, useState } from 'react';
import { LineIndex } from '../../base/position.ts';
import type { ExplorerFinding } from '../../explorer/findings/finding.ts';
import type { Verdict } from '../../explorer/findings/invariants.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { IconAlertTriangle, IconCheck, IconCircleDashed } from '../../ui/icons.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { Asked, Explored, Exploring, Progress } from '../explore/exploring.ts';
import { debounceMilliseconds, useExploring } from '../explore/use-exploring.ts';
import { useObservable } from '../state/use-observable.ts';
import styles from './explore-list.module.css';
import { Entry, entryStyles } from './problem-lists.tsx';
import { TraceSteps } from './trace-steps.tsx';
import { WhoTables } from './who-tables.tsx';
import { useOpenDocument } from './workbench-context.ts';

/** Lists what can happen, found by taking every possible step in a small world. */
export function ExploreList({ analysis }: { readonly analysis: Analysis }) {
  const known = useExploring(useOpenDocument().exploring);
  if (!analysis.model.recognised)
    return (
      <p className={entryStyles['empty']}>This text is not a specification yet: give it a title such as “# Specification: Helpdesk”.</p>
    );
  return known === null ? null : <Explorer exploring={known} analysis={analysis} />;
}

function Explorer({ exploring, analysis }: { readonly exploring: Exploring; readonly analysis: Analysis }) {
  const { progress, explored, asked, trouble } = useObservable(exploring.state);
  const [who, setWho] = useState(false);
  const [longer, setLonger] = useState({ text: '', effort: 1 });
  const effort = longer.text === analysis.text ? longer.effort : 1;
  useEffect(() => {
    const waits = explored !== null && explored.analysis.text !== analysis.text;
    const timer = setTimeout(() => exploring.explore(analysis, who, effort), waits ? debounceMilliseconds : 0);
    return () => clearTimeout(timer);
  }, [exploring, analysis, explored, who, effort]);
  return (
    <>
      <Question exploring={exploring} analysis={analysis} example={exampleOf(analysis)} onWho={who ? null : () => setWho(true)} />
      {asked === null ? null : <AnswerWords exploring={exploring} asked={asked} />}
      <div className={styles['state']}>
        <span role="status">{stateWords(progress, explored, asked, analysis)}</span>
        {progress !== null ? (
          <Button size="small" onClick={exploring.stop}>
            Stop
          </Button>
        ) : explored?.found.stopped === true && explored.analysis.text === analysis.text ? (
          <SearchLonger effort={explored.effort} onLonger={(next) => setLonger({ text: analysis.text, effort: next })} />
        ) : null}
      </div>
      {trouble === null ? null : (
        <Callout tone="danger" title="Couldn’t explore the document">
          <p>{trouble}</p>
        </Callout>
      )}
      {explored === null ? null : <Results explored={explored} ended={progress === null} />}
    </>
  );
}

/** Returns an example question that fits the document. */
function exampleOf({ model }: Analysis): string {
  const machine = model.machines[0];
  const state = machine?.states.at(-1)?.name;
  return machine === undefined || state === undefined
    ? 'Ticket: status == "closed"'
    : `${machine.entity}: ${machine.field} == ${JSON.stringify(state)}`;
}

function Question({
  exploring,
  analysis,
  example,
  onWho,
}: {
  readonly exploring: Exploring;
  readonly analysis: Analysis;
  readonly example: string;
  /** Null if it is already shown. */
  readonly onWho: (() => void) | null;
}) {
  const [text, setText] = useState('');
  const help = useId();
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') exploring.ask(analysis, text.trim());
  };
  return (
    <form className={styles['ask']} onSubmit={ask}>
      <label className={styles['question']}>
        Can this ever be true?
        <TextField value={text} onValue={setText} placeholder={example} aria-describedby={help} spellCheck={false} autoCapitalize="off" />
      </label>
      <Button type="submit" variant="primary">
        Ask
      </Button>
      {onWho === null ? null : <Button onClick={onWho}>Who can ever do what</Button>}
      <p id={help} className={styles['muted']} style={{ flexBasis: '100%' }}>
        A condition about all records, or about one of them after the name of its entity and a colon.
      </p>
    </form>
  );
}

/** The most that a search may take of the default time: 20 minutes. */
const mostEffort = 64;

function SearchLonger({ effort, onLonger }: { readonly effort: number; readonly onLonger: (effort: number) => void }) {
  return effort >= mostEffort ? null : (
    <Button size="small" onClick={() => onLonger(effort * 4)}>
      Search longer
    </Button>
  );
}

function AnswerWords({ exploring, asked }: { readonly exploring: Exploring; readonly asked: Asked }) {
  const { analysis, question, answer, trouble } = asked;
  if (trouble !== null)
    return (
      <div className={styles['answer']} role="status">
        <p className={styles['words']}>
          <IconAlertTriangle size={16} className={styles['bad']} aria-hidden="true" /> {trouble}
        </p>
      </div>
    );
  if (answer === null) return null;
  const { can, trace, bound } = answer;
  return (
    <div className={styles['answer']} role="status">
      <p className={styles['words']}>
        <strong>{can === null ? 'Not known' : can ? 'Yes' : 'No'}</strong> <code>{question}</code>
      </p>
      {can === false ? <p className={styles['muted']}>No steps lead there ({bound}).</p> : null}
      {can === null ? (
        <>
          <p className={styles['muted']}>No steps that lead there were found, but the search did not finish ({bound}).</p>
          <SearchLonger effort={asked.effort} onLonger={(next) => exploring.ask(analysis, question, next)} />
        </>
      ) : null}
      {trace === null ? null : <TraceSteps analysis={analysis} title="can happen" trace={trace} />}
    </div>
  );
}

const numbers = new Intl.NumberFormat('en');

function stateWords(progress: Progress | null, explored: Explored | null, asked: Asked | null, { text }: Analysis): string {
  if (progress !== null) {
    const what = asked !== null && asked.answer === null && asked.trouble === null ? 'Looking for an answer' : 'Exploring';
    return `${what}… ${numbers.format(progress.worlds)} worlds, ${progress.depth} steps deep`;
  }
  if (explored === null) return '';
  const { found, analysis } = explored;
  const old = analysis.text === text ? '' : ' The text has changed since.';
  const size = `${numbers.format(found.worlds)} worlds, ${numbers.format(found.transitions)} steps, ${found.bound}`;
  return `${found.complete ? 'Search complete' : 'Search not complete'}: ${size}.${old}`;
}

/** `ended`: the search is finished, no larger world follows. */
function Results({ explored: { analysis, found }, ended }: { readonly explored: Explored; readonly ended: boolean }) {
  const lines = new LineIndex(analysis.text);
  return (
    <>
      {found.invariants.length === 0 ? null : (
        <ul className={entryStyles['list']} aria-label="Always and never">
          {found.invariants.map((verdict, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order
            <VerdictEntry key={index} verdict={verdict} analysis={analysis} lines={lines} index={index} />
          ))}
        </ul>
      )}
      {found.findings.length === 0 ? (
        <p className={entryStyles['empty']}>{found.complete && ended ? 'No problems found' : 'No problems found so far'}</p>
      ) : (
        <ul className={entryStyles['list']} aria-label="What was found">
          {found.findings.map((finding) => (
            <FindingEntry
              key={`${finding.code} ${finding.span.from} ${finding.message}`}
              finding={finding}
              analysis={analysis}
              lines={lines}
            />
          ))}
        </ul>
      )}
      {found.who === null ? null : <WhoTables who={found.who} analysis={analysis} />}
      <details className={styles['limits']}>
        <summary>Limits of this answer</summary>
        <ul>
          {found.limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

function VerdictEntry(props: {
  readonly verdict: Verdict;
  readonly analysis: Analysis;
  readonly lines: LineIndex;
  readonly index: number;
}) {
  const { name, holds } = props.verdict;
  const row = props.analysis.model.invariants[props.index];
  if (row === undefined) return null;
  const mark =
    holds === null ? (
      <IconCircleDashed size={14} aria-hidden="true" />
    ) : holds ? (
      <IconCheck size={14} className={styles['good']} aria-hidden="true" />
    ) : (
      <IconAlertTriangle size={14} className={styles['bad']} aria-hidden="true" />
    );
  return (
    <Entry analysis={props.analysis} lines={props.lines} section={5} span={row.span} mark={mark}>
      {name}: {holds === null ? 'not known' : holds ? 'holds' : 'can be broken'}
    </Entry>
  );
}

function FindingEntry({
  finding,
  analysis,
  lines,
}: {
  readonly finding: ExplorerFinding;
  readonly analysis: Analysis;
  readonly lines: LineIndex;
}) {
  const [open, setOpen] = useState(false);
  const { trace } = finding;
  return (
    <Entry
      analysis={analysis}
      lines={lines}
      section={finding.section}
      span={finding.span}
      mark={
        <span className={entryStyles['mark']} data-severity={finding.severity}>
          <VisuallyHidden>Warning: </VisuallyHidden>
        </span>
      }
      note={finding.code}
      actions={
        trace === null ? undefined : (
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide the steps' : 'Show the steps'}
          </Button>
        )
      }
      under={
        open && trace !== null ? (
          <div className={styles['under']}>
            <TraceSteps analysis={analysis} title={finding.code.replaceAll('-', ' ')} trace={trace} />
          </div>
        ) : undefined
      }
    >
      {finding.message}
    </Entry>
  );
}
