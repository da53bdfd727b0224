import { useMemo } from 'react';
import { initiallyVisibleParts } from '../../engine/document/edit-forms.ts';
import { isEntrance } from '../../engine/document/entrance.ts';
import type { Part } from '../../engine/document/product-model.ts';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../lazy-part.ts';
import { usePlaces } from '../places.ts';
import { useProduct } from '../product-context.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { Mark } from './part-frame.tsx';
import { headedPart } from './part-title.ts';
import { PartList, PartsInHeadContext } from './part-view.tsx';
import { layoutOf } from './record-layout.ts';
import { InPlace, Neighbours, RecordBody, RecordTitle } from './record-parts.ts';
import styles from './screen.module.css';
import { ScreenContext, type ShownScreen } from './screen-context.ts';
import { useTitle } from './use-title.ts';

/** Only needed on sign-in screens. */
const EntranceMark = lazyPart(async () => (await import('./entrance.tsx')).EntranceMark, <div className={styles['entranceMark']} />);

/** Only needed for the paper version. */
const PaperView = lazyPart(async () => (await import('./paper-view.tsx')).PaperView);

/** The head of a screen has its actions, wherever the document lists them at the top level. */
const inHead = (part: Part): boolean => part.kind === 'button' || part.kind === 'link' || part.kind === 'buttons' || part.kind === 'print';

/** The menu of rare actions comes last. */
const inOrder = (parts: readonly Part[]): readonly Part[] => {
  const isRare = (part: Part): boolean => part.kind === 'buttons' && part.events.length === 0;
  return [...parts.filter((part) => !isRare(part)), ...parts.filter(isRare)];
};

export function ScreenView({ shown }: { readonly shown: ShownScreen }) {
  const { words, marks, onWhy, labels, model, person, navigation, organisations, cover } = useProduct();
  const { screen, data } = shown;
  const { at } = usePlaces();
  const name = labels.screen(screen.name.text);
  const isRecord = data.record !== null;
  // The menu shows the organisation's name, so each of its screens keeps its own title.
  const isOrganisation = isRecord && (organisations?.all ?? []).some(({ items }) => items.some((item) => item.screen === screen.name.text));
  const label = isOrganisation ? null : (data.record?.label ?? null);

  const head = screen.parts.filter(inHead);
  const body = screen.parts.filter((part) => !inHead(part));
  // The head also has the record's actions from within sections and columns.
  const lifted = initiallyVisibleParts(body).filter(({ kind }) => kind === 'print' || (isRecord && kind === 'buttons'));
  const layout = isRecord ? layoutOf(body, data.visible) : null;
  const liftedIds = [...lifted, ...(layout?.activity ?? [])].map(({ id }) => id).join(' ');
  const isLifted = useMemo(() => new Set(liftedIds.split(' ')), [liftedIds]);
  const entrance = isEntrance(screen);

  // The first screen of a product with accounts greets people who are not signed in.
  const greets =
    !entrance && model.account !== null && person.account === null && navigation[0]?.screen === screen.name.text && shown.beside !== true;

  useTitle(shown.paper === null ? (label ?? name) : null);

  if (shown.paper !== null)
    return (
      <ScreenContext value={shown}>
        <PaperView caption={shown.paper.caption} />
      </ScreenContext>
    );
  const shownTitle = label === null || headedPart(body)?.kind === 'details' ? (label ?? name) : null;
  const titleAt = at(screen.heading ?? screen.name.span);
  const article = (
    <article className={cx(styles['screen'], entrance && styles['narrow'], isRecord && styles['record'])}>
      {entrance ? <EntranceMark /> : null}
      {greets && cover !== null ? <img src={cover} alt="" className={styles['band']} /> : null}
      <header className={styles['head']}>
        <div className={styles['way']}>
          {isOrganisation ? null : <Breadcrumb screen={screen.name.text} record={data.record} />}
          {isRecord && !isOrganisation && shown.beside !== true ? <Neighbours address={shown.address} /> : null}
        </div>
        <div className={styles['titles']}>
          <div className={styles['titleLine']}>
            {data.record === null || isOrganisation ? (
              <h1 className={styles['title']} tabIndex={-1} {...titleAt}>
                {name}
              </h1>
            ) : (
              <RecordTitle record={data.record} place={titleAt} />
            )}
            {screen.assumed && marks ? (
              <Mark kind="assumed" text={words.assumedScreen} onPress={onWhy ? () => onWhy(screen.span) : null} />
            ) : null}
          </div>
        </div>
        <div className={styles['actions']}>
          <PartList parts={inOrder([...lifted, ...head])} />
        </div>
      </header>
      <PartsInHeadContext value={isLifted}>
        {layout === null ? <PartList parts={body} shownTitle={shownTitle} /> : <RecordBody layout={layout} shownTitle={shownTitle} />}
      </PartsInHeadContext>
    </article>
  );
  return (
    <ScreenContext value={shown}>
      {isRecord ? (
        <InPlace shown={shown} isTitled={label !== null}>
          {article}
        </InPlace>
      ) : (
        article
      )}
    </ScreenContext>
  );
}
