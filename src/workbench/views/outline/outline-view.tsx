import { LineIndex } from '../../../base/position.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { ViewProps } from '../view.ts';
import styles from './outline-view.module.css';

/** What a section declares, as a list that leads to the text. */
export function OutlineView({ section, analysis, goTo }: ViewProps) {
  const declared = analysis.model.declared.filter((one) => one.section === section.number);
  const lines = new LineIndex(analysis.text);
  if (declared.length === 0) return <EmptyState title="Nothing is declared in this section yet." />;
  return (
    <ul className={styles['list']}>
      {declared.map(({ kind, text, span, within }) => (
        <li key={`${kind} ${span.from} ${text}`}>
          <button type="button" className={styles['entry']} onClick={() => goTo(span)}>
            <span className={styles['kind']}>{kind}</span>
            <span className={styles['name']}>{within === null ? text : `${within}.${text}`}</span>
            <span className={styles['line']}>line {lines.position(span.from).line}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
