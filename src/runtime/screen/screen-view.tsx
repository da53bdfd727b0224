import type { Part } from '../../engine/document/product-model.ts';
import { cx } from '../../ui/cx.ts';
import { usePlaces } from '../places.ts';
import { useProduct } from '../product-context.ts';
import { PaperView } from './paper-view.tsx';
import { Mark } from './part-frame.tsx';
import { headedPart } from './part-title.ts';
import { PartList } from './part-view.tsx';
import styles from './screen.module.css';
import { ScreenContext, type ShownScreen } from './screen-context.ts';
import { useTitle } from './use-title.ts';

/**
 * What is done from a screen is in its head, wherever the document names it at the top level.
 */
const inHead = (part: Part): boolean => part.kind === 'button' || part.kind === 'link' || part.kind === 'buttons' || part.kind === 'print';

const isWayIn = (part: Part): boolean => part.kind === 'sign-in' || part.kind === 'sign-up';

export function ScreenView({ shown }: { readonly shown: ShownScreen }) {
  const { words, marks, onWhy, labels } = useProduct();
  const { screen, data } = shown;
  const { at } = usePlaces();
  const name = labels.screen(screen.name.text);
  const label = data.record?.label ?? null;

  const body = screen.parts.filter((part) => !inHead(part));
  const entrance =
    screen.parts.some(isWayIn) && screen.parts.every((part) => isWayIn(part) || part.kind === 'text' || part.kind === 'link');

  useTitle(shown.paper === null ? (label ?? name) : null);

  if (shown.paper !== null)
    return (
      <ScreenContext value={shown}>
        <PaperView caption={shown.paper.caption} />
      </ScreenContext>
    );
  return (
    <ScreenContext value={shown}>
      <article className={cx(styles['screen'], entrance && styles['narrow'])}>
        <header className={styles['head']}>
          <div className={styles['titles']}>
            {label === null ? null : <p className={styles['over']}>{name}</p>}
            <h1 className={styles['title']} tabIndex={-1} {...at(screen.heading ?? screen.name.span)}>
              {label ?? name}
              {screen.assumed && marks ? (
                <Mark kind="assumed" text={words.assumedScreen} onPress={onWhy ? () => onWhy(screen.span) : null} />
              ) : null}
            </h1>
          </div>
          <div className={styles['actions']}>
            <PartList parts={screen.parts.filter(inHead)} />
          </div>
        </header>
        <PartList parts={body} said={label === null || headedPart(body)?.kind === 'details' ? (label ?? name) : null} />
      </article>
    </ScreenContext>
  );
}
