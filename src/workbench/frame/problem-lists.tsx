import type { ReactNode } from 'react';
import type { Finding, Fix, Severity } from '../../base/finding.ts';
import { LineIndex } from '../../base/position.ts';
import type { Span } from '../../base/span.ts';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import type { Analysis } from '../analysis/analysis.ts';
import { shortNames } from '../analysis/section-names.ts';
import styles from './problem-lists.module.css';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

/** The styles of an entry, for lists in other files. */
export const entryStyles = styles;

/**
 * The maximum number of entries drawn at first: more are rarely read, and typing must stay fast.
 */
const most = 200;

const severityWord: Record<Severity, string> = { error: 'Error', warning: 'Warning', hint: 'Hint' };

/** An entry that leads to its position in the text. */
export function Entry(props: {
  readonly analysis: Analysis;
  readonly lines: LineIndex;
  readonly section: number;
  readonly span: Span;
  readonly mark: ReactNode;
  readonly children: ReactNode;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly under?: ReactNode;
}) {
  const { analysis, lines, section, span } = props;
  const document = useOpenDocument();
  const workbench = useWorkbench();
  const { line } = lines.position(span.from);
  const go = (): void => {
    workbench.showPane('text');
    document.editor.reveal(analysis.version, span, true);
  };
  return (
    <li className={styles['entry']}>
      <button type="button" className={styles['go']} onClick={go}>
        {props.mark}
        <span className={styles['words']}>
          <span className={styles['message']}>{props.children}</span>
          {props.note ? <span className={styles['note']}>{props.note}</span> : null}
        </span>
        <span className={styles['place']}>
          {section > 0 ? `${section} ${shortNames[section - 1]} · ` : ''}line {line}
        </span>
      </button>
      {props.actions ? <div className={styles['actions']}>{props.actions}</div> : null}
      {props.under}
    </li>
  );
}

function List({ empty, count, children }: { readonly empty: string; readonly count: number; readonly children: ReactNode }) {
  if (count === 0) return <p className={styles['empty']}>{empty}</p>;
  return (
    <>
      <ul className={styles['list']}>{children}</ul>
      {count > most ? <p className={styles['empty']}>And {count - most} more, further down in the text.</p> : null}
    </>
  );
}

export function FindingList({ analysis, findings }: { readonly analysis: Analysis; readonly findings: readonly Finding[] }) {
  const counts = new Map<string, number>();
  for (const { code, fixes } of findings) if (fixes.length > 0) counts.set(code, (counts.get(code) ?? 0) + 1);
  const lines = new LineIndex(analysis.text);
  return (
    <List empty="No problems found" count={findings.length}>
      {findings.slice(0, most).map((finding) => (
        <Entry
          key={`${finding.code} ${finding.span.from} ${finding.span.to} ${finding.message}`}
          analysis={analysis}
          lines={lines}
          section={finding.section}
          span={finding.span}
          mark={
            <span className={styles['mark']} data-severity={finding.severity} title={severityWord[finding.severity]}>
              <VisuallyHidden>{severityWord[finding.severity]}: </VisuallyHidden>
            </span>
          }
          note={finding.code}
          actions={
            finding.fixes.length > 0
              ? finding.fixes.map((fix) => (
                  <FixButtons
                    key={fix.title}
                    analysis={analysis}
                    findings={findings}
                    finding={finding}
                    fix={fix}
                    count={counts.get(finding.code) ?? 1}
                  />
                ))
              : undefined
          }
        >
          {finding.message}
        </Entry>
      ))}
    </List>
  );
}

/** Buttons for one fix, and for the same fix on all similar findings. */
function FixButtons(props: {
  readonly analysis: Analysis;
  readonly findings: readonly Finding[];
  readonly finding: Finding;
  readonly fix: Fix;
  /** The number of findings of this rule that can be fixed. */
  readonly count: number;
}) {
  const { analysis, findings, finding, fix, count } = props;
  const document = useOpenDocument();
  const fixAll = (): void => {
    void import('../../check/bulk-fix.ts').then(({ bulkFix }) =>
      document.editor.apply(analysis.version, bulkFix(findings, finding, fix)?.edits ?? fix.edits),
    );
  };
  return (
    <>
      <Button size="small" onClick={() => document.editor.apply(analysis.version, fix.edits)}>
        {fix.title}
      </Button>
      {count < 2 ? null : (
        <Button size="small" variant="ghost" onClick={fixAll}>
          Fix {count} like this
        </Button>
      )}
    </>
  );
}

export function HoleList({ analysis }: { readonly analysis: Analysis }) {
  const document = useOpenDocument();
  const { holes } = analysis.model;
  const lines = new LineIndex(analysis.text);
  return (
    <List empty="Nothing is missing" count={holes.length}>
      {holes.slice(0, most).map((hole) => (
        <Entry
          key={`${hole.kind} ${hole.span.from} ${hole.about}`}
          analysis={analysis}
          lines={lines}
          section={hole.section}
          span={hole.span}
          mark={<span className={styles['mark']} data-severity="hole" />}
          note={hole.consequence}
          actions={
            hole.kind === 'section' ? (
              <Button size="small" onClick={() => document.fill(hole.section)}>
                Fill in
              </Button>
            ) : undefined
          }
        >
          {capital(hole.about)}
        </Entry>
      ))}
    </List>
  );
}

export function AssumptionList({ analysis }: { readonly analysis: Analysis }) {
  const document = useOpenDocument();
  const { assumptions } = analysis.model;
  const lines = new LineIndex(analysis.text);
  return (
    <List empty="No assumptions" count={assumptions.length}>
      {assumptions.slice(0, most).map((assumption) => (
        <Entry
          key={`${assumption.section} ${assumption.span.from} ${assumption.text}`}
          analysis={analysis}
          lines={lines}
          section={assumption.section}
          span={assumption.span}
          mark={<span className={styles['mark']} data-severity="assumption" />}
          actions={
            assumption.write ? (
              <Button
                size="small"
                title={assumption.write.title}
                onClick={() => document.editor.apply(analysis.version, assumption.write?.edits ?? [])}
              >
                Add to document
              </Button>
            ) : undefined
          }
        >
          {assumption.text}
        </Entry>
      ))}
    </List>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
