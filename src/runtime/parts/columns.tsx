import { cx } from '../../ui/cx.ts';
import { PartList, PartView } from '../screen/part-view.tsx';
import { useShownScreen } from '../screen/screen-context.ts';
import styles from './layout.module.css';
import type { PartComponent } from './part.ts';

/**
 * Parts side by side if there is room: figures are small, two sections become a main and a side
 * column, others are equally wide.
 */
export const ColumnsPart: PartComponent<'columns'> = ({ part }) => {
  const { data } = useShownScreen();
  const shown = part.parts.filter((one) => data.visible.includes(one.id));
  const figures = shown.every((one) => one.kind === 'figure');
  const mainAside = shown.length === 2 && shown.every((one) => one.kind === 'section');
  if (shown.length === 0) return null;
  if (figures) return <PartList parts={shown} />;
  return (
    <div className={cx(styles['columns'], mainAside && styles['mainAside'])}>
      {shown.map((one) => (
        <div key={one.id} className={styles['stack']}>
          <PartView part={one} />
        </div>
      ))}
    </div>
  );
};
