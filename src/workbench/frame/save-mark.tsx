import { Tooltip } from '../../ui/tooltip.tsx';
import { useObservable } from '../state/use-observable.ts';
import styles from './save-mark.module.css';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

/** Says, honestly, where the text is safe: in the browser, on the disk, or nowhere yet. */
export function SaveMark() {
  const { lasting } = useWorkbench();
  const { saver } = useOpenDocument();
  const state = useObservable(saver.state);
  const disk = useObservable(saver.disk);
  const file = useObservable(saver.file);

  const [words, detail, alarming] = ((): readonly [string, string, boolean] => {
    if (!lasting) return ['Not kept', 'This browser keeps nothing for this page. Save to disk before you leave it.', true];
    switch (state.kind) {
      case 'refused':
        return ['Not saved', `The browser refused to keep the text (${state.message}). Save it to disk.`, true];
      case 'conflict':
        return ['Changed in another tab', 'Choose above the text which of the two to keep.', true];
      case 'waiting':
        return ['Saving…', 'The text is kept in this browser a moment after the last key.', false];
      case 'saved':
        if (disk === null) return ['Saved in the browser', 'The text is kept in this browser. It is in no file on the disk.', false];
        return disk
          ? ['Saved to disk', `${file.name} on the disk has this text.`, false]
          : ['Not on disk yet', `The text is kept in this browser; ${file.name} on the disk is older.`, false];
    }
  })();
  return (
    <Tooltip content={detail}>
      <span className={styles['mark']} data-alarming={alarming || undefined}>
        {words}
      </span>
    </Tooltip>
  );
}
