import type { Trace } from '../../explorer/steps/trace.ts';
import { Button } from '../../ui/button.tsx';
import type { Analysis } from '../analysis/analysis.ts';
import { Steps, TraceButtons } from '../explore/trace-actions.tsx';
import styles from './explore-list.module.css';
import { useTraceActions } from './use-trace-actions.ts';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

/** A list of steps that can be played in the product or saved as a scenario. */
export function TraceSteps({ analysis, title, trace }: { readonly analysis: Analysis; readonly title: string; readonly trace: Trace }) {
  const document = useOpenDocument();
  const workbench = useWorkbench();
  const actions = useTraceActions(analysis);
  const walk = (): void => {
    document.exploring.get()?.walk(analysis, trace.rows);
    workbench.showSection('states');
  };
  return (
    <>
      <Steps rows={trace.rows} />
      <div className={styles['actions']}>
        <TraceButtons actions={actions} title={title} trace={trace} />
        {analysis.model.machines.length === 0 ? null : (
          <Button size="small" onClick={walk}>
            Continue from here
          </Button>
        )}
      </div>
    </>
  );
}
