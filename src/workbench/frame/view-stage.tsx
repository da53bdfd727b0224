import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './views-pane.module.css';

const Stage = createContext<HTMLElement | null>(null);

/**
 * Draws `view` in its own element, which a `ViewStage` somewhere in the children shows: it
 * can change its place and stays what it is.
 */
export function ViewStages({ view, children }: { readonly view: ReactNode; readonly children: ReactNode }) {
  const [stage] = useState(() => {
    const element = document.createElement('div');
    element.className = styles['stage'] ?? '';
    return element;
  });
  return (
    <Stage value={stage}>
      {children}
      {view === null ? null : createPortal(view, stage)}
    </Stage>
  );
}

/** Where the view is now. */
export function ViewStage() {
  const stage = useContext(Stage);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const here = place.current;
    if (!stage || !here) return;
    here.append(stage);
    return () => {
      // It may stand in its new place already.
      if (stage.parentElement === here) stage.remove();
    };
  }, [stage]);
  return <div className={styles['stage']} ref={place} />;
}
