import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Refusal } from '../../engine/outcome.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import { IconAlertTriangle, IconQuestionMark } from '../../ui/icons.ts';
import { usePlace, useProduct } from '../product-context.ts';
import { openWanted, wantedBy } from './open-wanted.ts';
import { RefusalPage } from './pages.ts';
import styles from './screen.module.css';
import { ScreenView } from './screen-view.tsx';
import { useScreen } from './use-screen.ts';
import { useTitle } from './use-title.ts';

interface Left {
  readonly top: number;
  /** The address of the link that had the focus. */
  readonly link: string | null;
}

/**
 * The current screen; if this person may not open the start screen, the first that they may open.
 */
export function ScreenHost({ scroller }: { readonly scroller: RefObject<HTMLElement | null> }) {
  const product = useProduct();
  const { navigation, words, open, person, path, location } = product;
  const place = usePlace();
  const state = useScreen();
  const seen = useRef(person.account?.id ?? '');
  const refused = state.kind === 'refused' ? state.refusal : null;
  const start = navigation[0];
  const startAddress = start ? { screen: start.screen, parameters: {} } : null;
  const startPath = startAddress ? path(startAddress) : null;

  // The start screen, and the screen on which the acting person changed, redirect to an open one if
  // they are closed.
  const closed = state.kind === 'nowhere' ? place.path === '/' : refused !== null && (refused.status === 401 || refused.status === 403);
  const id = person.account?.id ?? '';
  // A refusal of the former page does not apply to the new one.
  const lead = state.current && closed && startPath !== null && startPath !== place.path && (place.path === '/' || seen.current !== id);
  // A refusal that leads elsewhere is not shown either while the other page loads.
  const led = useRef<Refusal | null>(null);
  if (lead) led.current = refused;
  const hidden = lead || (!state.current && refused !== null && refused === led.current);
  const wanted = lead ? wantedBy(place.query) : null;
  useEffect(() => {
    if (lead) void openWanted(product, wanted);
  }, [lead, wanted, product]);
  useEffect(() => {
    // Not `id`: while the screen is read for a new person, the former person's is still shown.
    if (!lead && state.kind === 'shown') seen.current = state.account;
  });

  // Tells screen readers that the content is still the former screen's, or the former person's.
  const late = state.kind === 'shown' && state.account !== id;
  const busy = state.kind !== 'failed' && (!state.current || late);
  useLayoutEffect(() => scroller.current?.setAttribute('aria-busy', String(busy)), [scroller, busy]);

  useScroll(scroller, state.kind === 'shown' || state.kind === 'refused' ? state.key : null);

  useTitle(state.kind === 'nowhere' && !lead ? words.noScreen : null);

  if (hidden) return null;
  switch (state.kind) {
    case 'waiting':
      return (
        <div className={styles['page']}>
          <Spinner size={20} />
        </div>
      );
    case 'shown':
      return <ScreenView key={state.turn} shown={state.shown} />;
    case 'refused':
      return <RefusalPage refusal={state.refusal} />;
    case 'failed':
      return (
        <div className={styles['page']}>
          <EmptyState
            page
            icon={<IconAlertTriangle size={20} />}
            title={words.broken}
            actions={
              <Button variant="primary" onClick={state.retry}>
                {words.tryAgain}
              </Button>
            }
          />
        </div>
      );
    case 'nowhere':
      return (
        <div className={styles['page']}>
          <EmptyState
            page
            icon={<IconQuestionMark size={20} />}
            title={start || place.path !== '/' ? words.noScreen : words.noScreens}
            actions={
              startAddress ? (
                <Button onClick={() => (location.canGoBack() ? location.back() : open(startAddress))}>{words.goBack}</Button>
              ) : undefined
            }
          >
            {place.path === '/' ? null : words.noScreenText(place.path)}
          </EmptyState>
        </div>
      );
  }
}

/** A row of a long list is rendered a few frames after it becomes visible. */
const mostFrames = 10;

function focusLink(element: HTMLElement, address: string, frames: number): void {
  const link = element.querySelector<HTMLElement>(`a[href="${CSS.escape(address)}"]`);
  const free = document.activeElement === document.body || document.activeElement === null;
  if (link) link.focus({ preventScroll: true });
  else if (free && frames > 0) requestAnimationFrame(() => focusLink(element, address, frames - 1));
}

/** Back and forward restore scroll position and focus; a new screen starts at the top. */
function useScroll(scroller: RefObject<HTMLElement | null>, shownKey: string | null): void {
  const place = usePlace();
  const { location } = useProduct();
  const left = useRef(new Map<string, Left>());
  const last = useRef<string | null>(null);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const note = (): void => {
      const active = document.activeElement;
      const link = active instanceof HTMLAnchorElement && element.contains(active) ? active.getAttribute('href') : null;
      if (last.current !== null) left.current.set(last.current, { top: element.scrollTop, link });
    };
    // When the location announces a new place, the page still shows the old one.
    return location.subscribe(note);
  }, [location, scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || shownKey === null || shownKey === last.current) return;
    const first = last.current === null;
    last.current = shownKey;
    const before = place.by === 'pop' ? left.current.get(shownKey) : undefined;
    element.scrollTop = before?.top ?? 0;
    if (before?.link) {
      focusLink(element, before.link, mostFrames);
    } else if (!first && (document.activeElement === document.body || document.activeElement === null)) {
      // The link that led here is gone, so the keyboard continues from the new screen's title.
      element.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }
  }, [shownKey, place.by, scroller]);
}
