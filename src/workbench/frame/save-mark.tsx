import { useState } from 'react';
import { lazyComponent } from '../../runtime/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';
import { useObservable } from '../state/use-observable.ts';
import styles from './save-mark.module.css';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

const OwnDialog = lazyComponent(async () => (await import('./own-dialog.tsx')).OwnDialog, null);

/** Shows where the text is saved: in the browser, on disk, or nowhere yet. */
export function SaveMark() {
  const workbench = useWorkbench();
  const { lasting } = workbench;
  const [naming, setNaming] = useState(false);
  const { saver } = useOpenDocument();
  const state = useObservable(saver.state);
  const disk = useObservable(saver.disk);
  const file = useObservable(saver.file);

  const [words, detail, alarming] = ((): readonly [string, string, boolean] => {
    if (!lasting) return ['Not saved', 'This browser doesn’t store data for this page. Save to disk before you leave.', true];
    switch (state.kind) {
      case 'refused':
        return ['Not saved', `The browser couldn’t store the text (${state.message}). Save it to disk.`, true];
      case 'conflict':
        return ['Changed in another tab', 'Choose which version to keep, above the text.', true];
      case 'waiting':
        return ['Saving…', 'Changes are saved in this browser a moment after you stop typing.', false];
      case 'saved':
        if (disk === null) return ['Saved in the browser', 'Saved in this browser only, not in a file.', false];
        return disk
          ? ['Saved to disk', `${file.name} on disk is up to date.`, false]
          : ['Not on disk yet', `Saved in this browser; ${file.name} on disk is older.`, false];
    }
  })();
  if (!alarming && disk === null && workbench.isChangedExample())
    return (
      <>
        <Tooltip content="You changed an example. Give it a name to keep it as a document of your own.">
          <Button size="small" variant="ghost" onClick={() => setNaming(true)}>
            <span className={styles['long']}>Make it my own…</span>
            <span className={styles['short']}>Keep…</span>
          </Button>
        </Tooltip>
        {naming ? <OwnDialog onClose={() => setNaming(false)} onName={workbench.makeOwn} /> : null}
      </>
    );
  return (
    <Tooltip content={detail}>
      <span className={styles['mark']} data-alarming={alarming || undefined}>
        {words}
      </span>
    </Tooltip>
  );
}
