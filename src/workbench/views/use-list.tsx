import type { Use } from './uses.ts';
import type { ViewProps } from './view.ts';
import styles from './view-bar.module.css';

/** Lists the uses of something; each leads to the text. */
export function UseList({
  title,
  uses,
  none,
  goTo,
}: { readonly title: string; readonly uses: readonly Use[]; readonly none: string } & Pick<ViewProps, 'goTo'>) {
  return (
    <div>
      <h4 className={styles['subtitle']}>{title}</h4>
      {uses.length === 0 ? <p className={styles['note']}>{none}</p> : null}
      <ul className={styles['list']}>
        {uses.map(({ span, words }) => (
          <li key={span.from}>
            <button type="button" onClick={() => goTo(span)}>
              {words}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
