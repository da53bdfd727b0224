import type { Finding } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { mistakes } from '../analysis/analysis.ts';
import { Choices } from '../frame/question-list.tsx';
import type { ViewProps } from './view.ts';

/** Returns the mistakes inside a range. */
export const findingsIn = (findings: readonly Finding[], { from, to }: Span): readonly Finding[] =>
  mistakes(findings).filter(({ span }) => span.from >= from && span.to <= to);

type Notes = Pick<ViewProps, 'analysis' | 'edit'> & { readonly place: Span };

/** Shows the mistakes in a range of the text, with their fixes. */
export function RowFindings({ analysis, place, edit }: Notes) {
  return <Findings findings={findingsIn(analysis.findings, place)} edit={edit} />;
}

function Findings({ findings, edit }: Pick<ViewProps, 'edit'> & { readonly findings: readonly Finding[] }) {
  return findings.map((finding) => (
    <Callout
      key={`${finding.code} ${finding.span.from} ${finding.message}`}
      tone={finding.severity === 'error' ? 'warning' : 'neutral'}
      actions={
        finding.fixes.length === 0
          ? undefined
          : finding.fixes.map((fix) => (
              <Button key={fix.title} size="small" onClick={() => edit(fix.edits)}>
                {fix.title}
              </Button>
            ))
      }
    >
      <p>{finding.message}</p>
    </Callout>
  ));
}

/**
 * Shows the next open question about a range with its answers, one at a time, to leave room for the
 * rest. Below it are the mistakes, except warnings that only repeat that something is open.
 */
export function RowNotes({ analysis, place, edit }: Notes) {
  const next = analysis.questions.find(({ span }) => span.from >= place.from && span.to <= place.to);
  const found = findingsIn(analysis.findings, place);
  if (next === undefined) return <Findings findings={found} edit={edit} />;
  return (
    <>
      <Callout key={next.id} title={next.question}>
        <p>{next.why}</p>
        <Choices choices={next.choices} onWrite={(edits) => edit(edits)} />
      </Callout>
      <Findings findings={found.filter(({ severity, fixes }) => severity === 'error' || fixes.length > 0)} edit={edit} />
    </>
  );
}
