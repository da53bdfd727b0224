import type { Trace, TraceRow } from '../../explorer/steps/trace.ts';
import { Button } from '../../ui/button.tsx';
import styles from './trace-steps.module.css';

/** Actions on a trace. */
export interface TraceActions {
  /** Plays the steps in the product. */
  play(title: string, trace: Trace): Promise<void>;
  /** Writes the steps into section 1. */
  add(title: string, trace: Trace): Promise<void>;
  /** Copies a link that opens the document and plays the steps. */
  link(title: string, trace: Trace): Promise<void>;
}

export function TraceButtons({ actions, title, trace }: { readonly actions: TraceActions; readonly title: string; readonly trace: Trace }) {
  return (
    <>
      <Button size="small" variant="primary" onClick={() => void actions.play(title, trace)}>
        Play in the product
      </Button>
      <Button size="small" onClick={() => void actions.add(title, trace)}>
        Add as a scenario
      </Button>
      <Button size="small" onClick={() => void actions.link(title, trace)}>
        Copy a link
      </Button>
    </>
  );
}

/** Lists the steps in order. */
export const Steps = ({ rows }: { readonly rows: readonly TraceRow[] }) => (
  <ol className={styles['steps']}>
    {rows.map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change their order
      <li key={index}>
        <span className={styles['who']}>{row.as}</span> <code>{plain(row.do)}</code>
        {row.expect === '' ? null : (
          <>
            {' '}
            <span className={styles['muted']}>→</span> <code>{plain(row.expect)}</code>
          </>
        )}
      </li>
    ))}
  </ol>
);

/** Returns the text of a cell without backticks. */
export const plain = (cell: string): string => cell.replace(/^`(.*)`$/s, '$1').replaceAll('\\|', '|');
