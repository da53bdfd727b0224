import { type ReactNode, useMemo } from 'react';
import { cx } from '../../ui/cx.ts';
import { useInPlace } from './in-place.ts';
import { InPlaceContext } from './in-place-context.ts';
import { PartList, PartsInHeadContext, PartView } from './part-view.tsx';
import type { RecordLayout } from './record-layout.ts';
import styles from './screen.module.css';
import type { ShownScreen } from './screen-context.ts';

export { Neighbours } from './neighbours.tsx';
export { RecordTitle } from './record-title.tsx';

/** Lets people change the screen's record where its fields are shown. */
export function InPlace({
  shown,
  isTitled,
  children,
}: {
  readonly shown: ShownScreen;
  /** The screen's title is the record's name, and edits it. */
  readonly isTitled: boolean;
  readonly children: ReactNode;
}) {
  return <InPlaceContext value={useInPlace(shown, isTitled)}>{children}</InPlaceContext>;
}

/**
 * A record's parts. In a wide window the main content comes first, with the rest beside it; in a
 * narrow one the facts come before it and the activity last.
 */
export function RecordBody({
  layout: { main, facts, factsFirst, activity },
  shownTitle,
}: {
  readonly layout: RecordLayout;
  readonly shownTitle: string | null;
}): ReactNode {
  const nothingLifted = useMemo(() => new Set<string>(), []);
  const side =
    facts === null ? null : (
      <div className={cx(styles['column'], styles['facts'])}>
        <PartView part={facts} />
      </div>
    );
  return (
    <div className={styles['beside']}>
      {factsFirst ? side : null}
      <div className={cx(styles['column'], styles['main'])}>
        <PartList parts={main} shownTitle={shownTitle} />
      </div>
      {factsFirst ? null : side}
      {activity.length === 0 ? null : (
        <PartsInHeadContext value={nothingLifted}>
          <div className={cx(styles['column'], styles['activity'])}>
            <PartList parts={activity} />
          </div>
        </PartsInHeadContext>
      )}
    </div>
  );
}
