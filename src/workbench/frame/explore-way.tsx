import type { Trace, TraceRow } from '../../explorer/trace.ts';
import { Button } from '../../ui/button.tsx';
import type { Analysis } from '../analysis/analysis.ts';
import { scenarioEdits, scenarioToPlay } from '../explore/trace-scenario.ts';
import styles from './explore-list.module.css';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

/** Steps as they happen, to be played in the product or kept as a scenario. */
export function Way({ analysis, title, trace }: { readonly analysis: Analysis; readonly title: string; readonly trace: Trace }) {
  const document = useOpenDocument();
  const workbench = useWorkbench();
  const play = (): void => {
    const played = scenarioToPlay(analysis.model, title, trace);
    if (played === null) {
      workbench.say({ message: 'These steps can’t be played.', tone: 'danger' });
      return;
    }
    document.watched.set(played);
    workbench.attend('product');
  };
  const add = (): void => {
    const done = document.editor.apply(analysis.version, scenarioEdits(analysis.model, title, trace), 'show');
    workbench.say(
      done
        ? { message: 'Added to section 1 as a scenario.', tone: 'success' }
        : { message: 'The text changed in the meantime. Wait for the new answer and try again.', tone: 'danger' },
    );
  };
  return (
    <>
      <ol className={styles['way']}>
        {trace.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps in their order
          <li key={index}>
            <StepWords row={row} />
          </li>
        ))}
      </ol>
      <div className={styles['actions']}>
        <Button size="small" variant="primary" onClick={play}>
          Play in the product
        </Button>
        <Button size="small" onClick={add}>
          Add as a scenario
        </Button>
      </div>
    </>
  );
}

const plain = (cell: string): string => cell.replace(/^`(.*)`$/s, '$1').replaceAll('\\|', '|');

const StepWords = ({ row }: { readonly row: TraceRow }) => (
  <>
    {row.as} <code>{plain(row.do)}</code>
    {row.expect === '' ? null : (
      <>
        {' '}
        <span className={styles['muted']}>→</span> <code>{plain(row.expect)}</code>
      </>
    )}
  </>
);
