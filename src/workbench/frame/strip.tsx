import { type KeyboardEvent, useState } from 'react';
import type { SectionInfo, SectionName, SectionState } from '../../model/ast/common.ts';
import { countMistakes } from '../analysis/analysis.ts';
import { shortNames } from '../analysis/section-names.ts';
import { useObservable } from '../state/use-observable.ts';
import styles from './strip.module.css';
import { useOpenDocument } from './workbench-context.ts';

/** Shows a section's state as a shape, beside its text. */
function StateMark({ state }: { readonly state: SectionState }) {
  return (
    <svg className={styles['glyph']} viewBox="0 0 10 10" aria-hidden="true">
      <circle cx="5" cy="5" r="4" className={styles['ring']} strokeDasharray={state === 'assumed' ? '2 2.2' : undefined} />
      {state === 'described' ? <path d="M5 .5a4.5 4.5 0 0 1 0 9z" className={styles['fill']} /> : null}
    </svg>
  );
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/**
 * The nine sections with their state, always visible. Each leads to its position in the text, and
 * to its view if views are open.
 */
export function Strip({
  open,
  onOpen,
}: {
  /** The section whose view is open. */
  readonly open: SectionName | null;
  readonly onOpen: (section: SectionInfo) => void;
}) {
  const document = useOpenDocument();
  const analysis = useObservable(document.analysis);
  const [current, setCurrent] = useState(0);

  const countsOf = (number: number) => countMistakes(analysis?.findings ?? [], number);
  const isQuiet = analysis?.model.sections.every(({ state, number }) => {
    const { errors, warnings } = countsOf(number);
    return state === 'shown' && errors + warnings === 0;
  });
  const arrows = (event: KeyboardEvent<HTMLElement>): void => {
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: 8 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('button')[Math.min(8, Math.max(0, to))]?.focus();
  };
  return (
    <nav className={styles['strip']} data-tour="strip" aria-label="The nine sections">
      <div className={styles['list']} data-quiet={isQuiet || undefined} role="toolbar" aria-label="Sections" onKeyDown={arrows}>
        {shortNames.map((name, index) => {
          const section = analysis?.model.sections[index];
          const counts = countsOf(index + 1);
          const trouble =
            counts.errors > 0 ? plural(counts.errors, 'error') : counts.warnings > 0 ? plural(counts.warnings, 'warning') : null;
          const state = section?.state ?? 'not shown';
          return (
            <button
              key={name}
              type="button"
              className={styles['segment']}
              data-state={analysis ? state : undefined}
              aria-pressed={open === null ? undefined : section?.name === open}
              disabled={!section}
              tabIndex={current === index ? 0 : -1}
              onFocus={() => setCurrent(index)}
              title={section?.title}
              onClick={() => section && onOpen(section)}
            >
              <span className={styles['head']}>
                <span className={styles['number']}>{index + 1}</span>
                <span className={styles['name']}>{name}</span>
              </span>
              <span className={styles['state']}>
                {/* Only missing sections get a mark, so that they stand out. */}
                {analysis && state !== 'shown' ? <StateMark state={state} /> : null}
                <span className={styles['words']} data-quiet={state === 'shown' || undefined}>
                  {analysis ? state : ' '}
                </span>
                {trouble ? (
                  <span className={styles['trouble']} data-severity={counts.errors > 0 ? 'error' : 'warning'}>
                    {trouble}
                  </span>
                ) : null}
              </span>
            </button>
          );
        })}
      </div>
    </nav>
  );
}
