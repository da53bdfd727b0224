import { type ReactNode, useMemo } from 'react';
import type { Part } from '../../engine/document/product-model.ts';
import { cx } from '../../ui/cx.ts';
import { usePlaces } from '../places.ts';
import { useProduct } from '../product-context.ts';
import { InPlaceContext, useInPlace } from './in-place.ts';
import { PaperView } from './paper-view.tsx';
import { Mark } from './part-frame.tsx';
import { headedPart } from './part-title.ts';
import { LiftedContext, PartList, PartView } from './part-view.tsx';
import { Breadcrumb, RecordTitle, StatePill } from './record-head.tsx';
import styles from './screen.module.css';
import { ScreenContext, type ShownScreen } from './screen-context.ts';
import { useTitle } from './use-title.ts';

/**
 * What is done from a screen is in its head, wherever the document names it at the top level.
 */
const inHead = (part: Part): boolean => part.kind === 'button' || part.kind === 'link' || part.kind === 'buttons' || part.kind === 'print';

/** What is done to the record of a screen is in its head, also from sections and columns. */
const actionsInside = (parts: readonly Part[]): readonly Part[] =>
  parts.flatMap((part) =>
    part.kind === 'buttons' ? [part] : part.kind === 'section' || part.kind === 'columns' ? actionsInside(part.parts) : [],
  );

const isWayIn = (part: Part): boolean => part.kind === 'sign-in' || part.kind === 'sign-up';

export function ScreenView({ shown }: { readonly shown: ShownScreen }) {
  const { words, marks, onWhy, labels } = useProduct();
  const { screen, data } = shown;
  const { at } = usePlaces();
  const name = labels.screen(screen.name.text);
  const label = data.record?.label ?? null;
  const isRecord = data.record !== null;

  const head = screen.parts.filter(inHead);
  const body = screen.parts.filter((part) => !inHead(part));
  const lifted = isRecord ? actionsInside(body) : [];
  const liftedIds = lifted.map(({ id }) => id).join(' ');
  const isLifted = useMemo(() => new Set(liftedIds.split(' ')), [liftedIds]);
  const entrance =
    screen.parts.some(isWayIn) && screen.parts.every((part) => isWayIn(part) || part.kind === 'text' || part.kind === 'link');

  const inPlace = useInPlace(shown);
  useTitle(shown.paper === null ? (label ?? name) : null);

  if (shown.paper !== null)
    return (
      <ScreenContext value={shown}>
        <PaperView caption={shown.paper.caption} />
      </ScreenContext>
    );
  const said = label === null || headedPart(body)?.kind === 'details' ? (label ?? name) : null;
  const titleAt = at(screen.heading ?? screen.name.span);
  return (
    <ScreenContext value={shown}>
      <InPlaceContext value={inPlace}>
        <article className={cx(styles['screen'], entrance && styles['narrow'], isRecord && styles['record'])}>
          <header className={styles['head']}>
            <div className={styles['titles']}>
              <Breadcrumb screen={screen.name.text} isRecord={isRecord} />
              <div className={styles['titleLine']}>
                {data.record === null ? (
                  <h1 className={styles['title']} tabIndex={-1} {...titleAt}>
                    {name}
                  </h1>
                ) : (
                  <>
                    <RecordTitle record={data.record} place={titleAt} />
                    <StatePill record={data.record} />
                  </>
                )}
                {screen.assumed && marks ? (
                  <Mark kind="assumed" text={words.assumedScreen} onPress={onWhy ? () => onWhy(screen.span) : null} />
                ) : null}
              </div>
            </div>
            <div className={styles['actions']}>
              <PartList parts={[...lifted, ...head]} />
            </div>
          </header>
          <LiftedContext value={isLifted}>
            {isRecord ? <RecordBody parts={body} said={said} shown={shown} /> : <PartList parts={body} said={said} />}
          </LiftedContext>
        </article>
      </InPlaceContext>
    </ScreenContext>
  );
}

/**
 * The parts of a record: where the document has a main and a side section, or a timeline, those
 * belong beside what is read. Each column keeps the order of the document.
 */
function RecordBody({
  parts,
  said,
  shown: { data },
}: {
  readonly parts: readonly Part[];
  readonly said: string | null;
  readonly shown: ShownScreen;
}): ReactNode {
  const seen = parts.filter(({ id }) => data.visible.includes(id));
  const pair = seen.find((part) => sectionsOf(part, data.visible) !== null);
  const sections = pair === undefined ? null : sectionsOf(pair, data.visible);
  const timelines = seen.filter(({ kind }) => kind === 'timeline');
  const main = seen.flatMap((part) => (part === pair && sections ? [sections[0]] : timelines.includes(part) ? [] : [part]));
  if ((sections === null && timelines.length === 0) || main.length === 0) return <PartList parts={parts} said={said} />;
  return (
    <div className={styles['beside']}>
      <div className={styles['column']}>
        <PartList parts={main} said={said} />
      </div>
      <div className={styles['column']}>
        {sections === null ? null : <PartView part={sections[1]} />}
        <PartList parts={timelines} />
      </div>
    </div>
  );
}

/** The two sections of `columns` that are seen; null: the part is anything else. */
function sectionsOf(part: Part, visible: readonly string[]): readonly [Part, Part] | null {
  if (part.kind !== 'columns') return null;
  const [first, second, ...more] = part.parts.filter(({ id }) => visible.includes(id));
  return first?.kind === 'section' && second?.kind === 'section' && more.length === 0 ? [first, second] : null;
}
