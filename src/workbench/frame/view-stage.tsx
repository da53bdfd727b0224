import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './views-pane.module.css';

const Stage = createContext<HTMLElement | null>(null);

/**
 * Renders `view` into an element of its own, which a `ViewStage` among the children displays. The
 * view can move between places without losing its state.
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

/** The place where the view is displayed. */
export function ViewStage() {
  const stage = useContext(Stage);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const here = place.current;
    if (!stage || !here) return;
    here.append(stage);
    return () => {
      // The view may already have moved to its new place.
      if (stage.parentElement === here) stage.remove();
    };
  }, [stage]);
  return <div className={styles['stage']} ref={place} />;
}
