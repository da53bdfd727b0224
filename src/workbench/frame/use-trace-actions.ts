import { useMemo } from 'react';
import type { Trace } from '../../explorer/steps/trace.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { TraceActions } from '../explore/trace-actions.tsx';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

/** The code that writes and reads back a scenario loads on first use. */
const scenarios = () => import('../explore/trace-scenario.ts');

/** Returns the actions on traces of this version of the text. */
export function useTraceActions(analysis: Analysis): TraceActions {
  const document = useOpenDocument();
  const workbench = useWorkbench();
  return useMemo(() => {
    const written = async (title: string, trace: Trace) => {
      const played = (await scenarios()).scenarioToPlay(analysis.model, title, trace);
      if (played === null) workbench.say({ message: 'These steps can’t be played.', tone: 'danger' });
      return played;
    };
    return {
      async play(title, trace) {
        const played = await written(title, trace);
        if (played === null) return;
        document.watched.set(played);
        workbench.showPane('product');
      },
      async add(title, trace) {
        const edits = (await scenarios()).scenarioEdits(analysis.model, title, trace);
        workbench.say(
          document.editor.apply(analysis.version, edits, 'show')
            ? { message: 'Added to section 1 as a scenario.', tone: 'success' }
            : { message: 'The text changed in the meantime. Wait for the new answer and try again.', tone: 'danger' },
        );
      },
      async link(title, trace) {
        const played = await written(title, trace);
        if (played !== null) await workbench.copyLink(played);
      },
    };
  }, [analysis, document, workbench]);
}
