import { useMemo } from 'react';
import type { Trace } from '../../explorer/trace.ts';
import { Button } from '../../ui/button.tsx';
import type { Analysis } from '../analysis/analysis.ts';
import { scenarioEdits, scenarioToPlay } from '../explore/trace-scenario.ts';
import { Steps, type WayActions, WayButtons } from '../explore/way-actions.tsx';
import styles from './explore-list.module.css';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

/** What can be done with steps through this version of the text. */
export function useWayActions(analysis: Analysis): WayActions {
  const document = useOpenDocument();
  const workbench = useWorkbench();
  return useMemo(() => {
    const written = (title: string, trace: Trace) => {
      const played = scenarioToPlay(analysis.model, title, trace);
      if (played === null) workbench.say({ message: 'These steps can’t be played.', tone: 'danger' });
      return played;
    };
    return {
      play(title, trace) {
        const played = written(title, trace);
        if (played === null) return;
        document.watched.set(played);
        workbench.attend('product');
      },
      add(title, trace) {
        const done = document.editor.apply(analysis.version, scenarioEdits(analysis.model, title, trace), 'show');
        workbench.say(
          done
            ? { message: 'Added to section 1 as a scenario.', tone: 'success' }
            : { message: 'The text changed in the meantime. Wait for the new answer and try again.', tone: 'danger' },
        );
      },
      link(title, trace) {
        const played = written(title, trace);
        if (played !== null) void workbench.copyLink(played);
      },
    };
  }, [analysis, document, workbench]);
}

/** Steps as they happen, to be played in the product or kept as a scenario. */
export function Way({ analysis, title, trace }: { readonly analysis: Analysis; readonly title: string; readonly trace: Trace }) {
  const document = useOpenDocument();
  const workbench = useWorkbench();
  const actions = useWayActions(analysis);
  const walk = (): void => {
    document.exploring.get()?.walk(analysis, trace.rows);
    workbench.showSection('states');
  };
  return (
    <>
      <Steps rows={trace.rows} />
      <div className={styles['actions']}>
        <WayButtons actions={actions} title={title} trace={trace} />
        {analysis.model.machines.length === 0 ? null : (
          <Button size="small" onClick={walk}>
            Walk on from here
          </Button>
        )}
      </div>
    </>
  );
}
