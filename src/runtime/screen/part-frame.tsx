import { Component, type ReactNode, useContext } from 'react';
import { MissingCode } from '../../base/on-demand.ts';
import type { Part } from '../../engine/document/product-model.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Callout } from '../../ui/display/callout.tsx';
import { IconCircleDashed } from '../../ui/icons.ts';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';
import { usePlaces } from '../places.ts';
import { useProduct } from '../product-context.ts';
import type { FirstWords } from '../words.ts';
import { AddForm } from './add-form.tsx';
import { InPlaceContext } from './in-place-context.ts';
import { CountedContext, ListCount } from './list-count.tsx';
import { MessageBox } from './message-box.tsx';
import { hasListState, hasParts } from './part-lists.ts';
import { titleOfPart } from './part-title.ts';
import styles from './screen.module.css';
import { useShownScreen } from './screen-context.ts';
import { Titled } from './titled.tsx';

/** Marks an assumption or a hole; pressing it shows its place in the document. */
export function Mark({
  kind,
  text,
  onPress,
}: {
  readonly kind: 'assumed' | 'hole';
  readonly text: string;
  readonly onPress: (() => void) | null;
}) {
  const { words } = useProduct();
  const look = cx(styles['mark'], kind === 'hole' && styles['hole']);
  const content = (
    <>
      <IconCircleDashed size={12} />
      {kind === 'assumed' ? words.assumed : words.hole}
    </>
  );
  return (
    <Tooltip content={text}>
      {onPress ? (
        <button type="button" className={look} onClick={onPress}>
          {content}
        </button>
      ) : (
        <span className={look} tabIndex={0}>
          {content}
        </span>
      )}
    </Tooltip>
  );
}

/** Adds to the list above it: the form opens at the list's end, or is a message box. */
export type AddTarget = 'row' | 'message' | null;

/** Wraps every part: marks its holes, and contains its errors. */
export function PartFrame({
  part,
  shownTitle,
  adds,
  children,
}: {
  readonly part: Part;
  /** The heading directly above the part; null if there is none. */
  readonly shownTitle: string | null;
  readonly adds: AddTarget;
  readonly children: ReactNode;
}) {
  const { model, marks, onWhy, words, labels } = useProduct();
  const { screen, data } = useShownScreen();
  const { at } = usePlaces();
  const place = screen.assumed ? {} : at(part.span);
  const holes =
    marks && !screen.assumed && !hasParts(part) && part.kind !== 'unread'
      ? model.holes.filter((hole) => hole.span.from >= part.span.from && hole.span.to <= part.span.to)
      : [];
  const heading = data.record?.label ?? labels.screen(screen.name.text);
  // A form that looks like details needs no title.
  const isRead = useContext(InPlaceContext).further.has(part.id);
  const title = isRead ? null : titleOfPart(part, { heads: shownTitle !== null, shownTitle: shownTitle ?? heading }, labels, words);
  const counted = title !== null && hasListState(part) ? part : null;
  const titled =
    adds === 'row' && part.kind === 'form' ? (
      <AddForm part={part}>{children}</AddForm>
    ) : adds === 'message' ? (
      <MessageBox>{children}</MessageBox>
    ) : title === null ? (
      children
    ) : (
      <Titled title={title} count={counted === null ? null : <ListCount part={counted} />}>
        <CountedContext value={counted?.id ?? null}>{children}</CountedContext>
      </Titled>
    );
  const framed = (
    <PartBoundary key={part.id} words={words}>
      {holes.length === 0 ? (
        titled
      ) : (
        <div className={styles['framed']}>
          <div className={styles['marks']}>
            {holes.map((hole) => (
              <Mark
                key={hole.span.from}
                kind="hole"
                text={`${hole.about}. ${hole.consequence}`}
                onPress={onWhy ? () => onWhy(hole.span) : null}
              />
            ))}
          </div>
          {titled}
        </div>
      )}
    </PartBoundary>
  );
  // A wrapper without a box, so that the screen looks the same with it.
  return 'data-at' in place ? (
    <div {...place} data-part style={{ display: 'contents' }}>
      {framed}
    </div>
  ) : (
    framed
  );
}

class PartBoundary extends Component<
  { readonly words: FirstWords; readonly children: ReactNode },
  { readonly broken: 'code' | 'other' | null }
> {
  override state = { broken: null };

  static getDerivedStateFromError(error: unknown): { broken: 'code' | 'other' } {
    return { broken: error instanceof MissingCode ? 'code' : 'other' };
  }

  override render(): ReactNode {
    const { words, children } = this.props;
    const { broken } = this.state;
    if (broken === null) return children;
    const [message, label, run] =
      broken === 'code'
        ? [words.ui.didNotLoad, words.ui.reload, () => location.reload()]
        : [words.broken, words.tryAgain, () => this.setState({ broken: null })];
    const action = (
      <Button size="small" variant="ghost" onClick={run}>
        {label}
      </Button>
    );
    return (
      <Callout tone="danger" actions={action}>
        {message}
      </Callout>
    );
  }
}
