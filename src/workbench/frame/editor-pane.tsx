import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { useObservable } from '../state/use-observable.ts';
import styles from './editor-pane.module.css';
import { Problems } from './problems.tsx';
import { ViewStage } from './view-stage.tsx';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

/** The text, its problems, and conflicts with another tab. */
export function EditorPane() {
  const document = useOpenDocument();
  const { settings, address } = useWorkbench();
  const { view, section, beside } = useObservable(address);
  const { wrap, grids } = useObservable(settings);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { element } = document.editor;
    place.current?.replaceChildren(element);
    return () => element.remove();
  }, [document]);
  useEffect(() => document.editor.setWrap(wrap), [document, wrap]);
  useEffect(() => document.editor.setGrids(grids), [document, grids]);

  const viewHere = section !== null && beside === 'product';
  const main = !viewHere && (view === 'text' || (section !== null && view === 'both'));

  return (
    // The running product contains the page's main landmark while it is visible.
    <section className={styles['pane']} aria-label="Text" role={main ? 'main' : undefined}>
      <Conflict />
      <Failure />
      <div className={styles['editor']} ref={place} data-editor-place />
      {/* Escape moves the focus here, so that Tab leaves the editor; Enter returns to it. */}
      {viewHere ? <ViewStage /> : null}
      <p
        className={styles['after']}
        tabIndex={-1}
        data-after-editor
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          document.editor.focus();
        }}
      >
        You left the editor. Press Tab to continue or Enter to go back.
      </p>
      <Problems />
    </section>
  );
}

function Conflict() {
  const { saver } = useOpenDocument();
  const state = useObservable(saver.state);
  if (state.kind !== 'conflict') return null;
  return (
    <div className={styles['banner']} role="alert">
      <p>
        <strong>This document was changed in another tab</strong> while you were editing it here. Nothing has been overwritten. Until you
        choose a version, your changes in this tab aren’t saved.
      </p>
      <div className={styles['choices']}>
        <Button size="small" variant="primary" onClick={saver.keepMine}>
          Keep this version
        </Button>
        <Button size="small" onClick={saver.takeTheirs}>
          Use the other tab’s version
        </Button>
      </div>
    </div>
  );
}

function Failure() {
  const document = useOpenDocument();
  const failure = useObservable(document.failure);
  if (failure === null) return null;
  return (
    <div className={styles['banner']} role="alert">
      <p>
        <strong>Ninefold could not read this text.</strong> This is a bug in Ninefold, not in your document. Your text is safe, and the
        product keeps running as before. ({failure})
      </p>
    </div>
  );
}
