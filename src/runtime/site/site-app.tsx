import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { SiteConfig } from '../../base/site-config.ts';
import type { Session } from '../../engine/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { UiRoot } from '../../ui/root/root.tsx';
import type { Theme } from '../../ui/root/theme.ts';
import { useDelayed } from '../../ui/use-delayed.ts';
import type { ComponentLibrary } from '../component.ts';
import { Unanswered } from '../host/unanswered.ts';
import { useLanguage } from '../languages/use-language.ts';
import type { ProductLocation } from '../location.ts';
import { ProductApp } from '../product-app.tsx';
import { localStorageOrNull } from '../storage.ts';
import { browserZone } from '../time-zone.ts';
import { type Opened, type StartedProduct, startProduct } from './begin.ts';
import type { LastVisit } from './last-visit.ts';
import { Notices } from './notices.tsx';
import styles from './site.module.css';
import type { Update } from './updates.ts';

interface Running extends StartedProduct {
  readonly session: Session;
  readonly library: ComponentLibrary;
  /** Null while the worker starts and the screens of the last visit are shown. */
  readonly opened: Opened | null;
}

type State =
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly why: string | null }
  | ({ readonly kind: 'running' } & Running);

const rememberedKey = 'ninefold/acted';
const themeKey = 'ninefold/theme';

/** Milliseconds after which the first screen should have loaded. */
const afterFirst = 1000;

/** The theme chosen at an earlier visit; the system's if none was. */
function keptTheme(): Theme {
  const kept = localStorageOrNull()?.getItem(themeKey);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** A built product: starts it, and shows notices about its release and data. */
export function SiteApp({
  config,
  location,
  open,
  loadLibrary,
  lastVisit,
  watchUpdates,
}: {
  readonly config: SiteConfig;
  readonly location: ProductLocation;
  readonly open: () => Promise<Opened>;
  readonly loadLibrary: () => Promise<ComponentLibrary>;
  /** Null if nothing is stored for the next visit. */
  readonly lastVisit: LastVisit | null;
  readonly watchUpdates: ((tell: (update: Update) => void) => Promise<void>) | null;
}) {
  const [state, setState] = useState<State>({ kind: 'starting' });
  const [update, setUpdate] = useState<Update | null>(null);
  const [theme, setTheme] = useState<Theme>(keptTheme);
  const chooseTheme = useCallback((next: Theme) => {
    setTheme(next);
    localStorageOrNull()?.setItem(themeKey, next);
  }, []);
  const key = `${rememberedKey} ${document.baseURI.replace(/[#?].*$/u, '')}`;

  const run = useCallback(async (): Promise<void> => {
    setState({ kind: 'starting' });
    try {
      const opening = open();
      // The error is reported below, where the promise is awaited.
      opening.catch(() => undefined);
      // The first request needs the zone, and the first formatter of a page takes some
      // milliseconds, which are free while the worker starts.
      browserZone();
      const [library] = await Promise.all([loadLibrary(), lastVisit?.model ? null : opening]);
      const session = lastVisit?.session(opening.then(({ host }) => host)) ?? (await opening).host;
      const model = lastVisit?.model ?? null;
      if (model !== null) setState({ kind: 'running', session, library, opened: null, model, losses: [], fleeting: false });
      const opened = await opening;
      const begun = await startProduct(opened.host, opened.written, {
        get: () => localStorageOrNull()?.getItem(key) ?? null,
        set: () => localStorageOrNull()?.setItem(key, '1'),
      });
      setState({ kind: 'running', session, library, opened, ...begun, model: lastVisit?.runs(begun.model) ?? begun.model });
    } catch (error) {
      // A file that failed to load (fetch throws a TypeError) gets a message in the reader's
      // language.
      console.warn(error);
      const isMissing = error instanceof Unanswered || error instanceof TypeError;
      setState({ kind: 'failed', why: isMissing ? null : error instanceof Error ? error.message : String(error) });
    }
  }, [open, loadLibrary, lastVisit, key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page starts once.
  useEffect(() => void run(), []);

  useEffect(() => {
    if (lastVisit === null) return;
    const keep = (): void => {
      if (document.visibilityState === 'hidden') lastVisit.keep();
    };
    document.addEventListener('visibilitychange', keep);
    return () => document.removeEventListener('visibilitychange', keep);
  }, [lastVisit]);

  const settled = state.kind === 'failed' || (state.kind === 'running' && state.opened !== null);
  useEffect(() => {
    if (!settled) return;
    // The service worker fetches all of the product's files, which must not delay the first screen.
    const timer = setTimeout(() => {
      // Without a service worker (its file did not load) the product works, but only online.
      watchUpdates?.(setUpdate).catch((error: unknown) => console.warn(error));
    }, afterFirst);
    return () => clearTimeout(timer);
  }, [settled, watchUpdates]);

  if (state.kind !== 'running') return <Waiting name={config.name} state={state} onAgain={() => void run()} />;
  const { session, model, opened } = state;
  return (
    <ProductApp
      session={session}
      model={model}
      location={location}
      chrome={{ wholePage: true }}
      marks={false}
      theme={theme}
      onTheme={chooseTheme}
      components={state.library}
      logo={config.logo}
      cover={config.cover}
      notice={
        <Notices
          model={model}
          reach={opened?.host.reach}
          fleeting={state.fleeting}
          losses={state.losses}
          update={update}
          onLose={async () => {
            // The losses are known only once the host is open.
            if (opened === null) return;
            await opened.host.change(opened.written, true);
            setState({ ...state, model: await opened.host.model(), losses: [] });
          }}
          onKeep={() => setState({ ...state, losses: [] })}
          onLater={() => setUpdate(null)}
        />
      }
    />
  );
}

/**
 * Renders nothing at first, then a note that the product is starting, or the error with a button to
 * try again.
 */
function Waiting({
  name,
  state,
  onAgain,
}: {
  readonly name: string;
  readonly state: Exclude<State, { readonly kind: 'running' }>;
  readonly onAgain: () => void;
}): ReactNode {
  const { texts, locale, direction } = useLanguage(null, navigator.languages);
  const late = useDelayed(state.kind === 'starting', 300);
  useEffect(() => {
    document.title = name;
  }, [name]);
  if (texts === null || (state.kind === 'starting' && !late)) return null;
  const { words } = texts;
  return (
    <UiRoot words={words.ui} language={locale} direction={direction}>
      <main className={styles['waiting']}>
        {state.kind === 'starting' ? (
          <div className={styles['starting']} role="status">
            <Spinner size={20} />
            {words.site.starting}
          </div>
        ) : (
          <EmptyState
            page
            icon={<IconAlertTriangle size={20} />}
            title={words.site.notStarted}
            actions={
              <Button variant="primary" onClick={onAgain}>
                {words.tryAgain}
              </Button>
            }
          >
            {state.why ?? words.ui.didNotLoad}
          </EmptyState>
        )}
      </main>
    </UiRoot>
  );
}
