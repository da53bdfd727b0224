import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type Platform, systemPlatform } from '../base/platform.ts';
import type { Span } from '../base/span.ts';
import type { ProductModel } from '../engine/document/product-model.ts';
import { offeredLanguage } from '../engine/languages/choose.ts';
import type { Refusal } from '../engine/outcome.ts';
import type { Address } from '../engine/record-data.ts';
import type { Command, Session } from '../engine/session.ts';
import { Labels } from '../model/labels.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { IconAlertTriangle } from '../ui/icons.ts';
import { preloadDialogs } from '../ui/overlay/dialog.tsx';
import { useToast } from '../ui/overlay/toast.tsx';
import { UiRoot } from '../ui/root/root.tsx';
import type { Theme } from '../ui/root/theme.ts';
import { CurrentPasswordDialog, useConfirmed } from './account/current-password-dialog.tsx';
import { pageAt } from './cache/page.ts';
import { type Known, ProductCache } from './cache/product-cache.ts';
import type { ComponentLibrary } from './component.ts';
import { failureText } from './host/failure-text.ts';
import { preloadForms } from './inputs/event-dialog.tsx';
import { NewRecords } from './inputs/new-records.tsx';
import type { translatedSession } from './languages/translated-session.ts';
import { useLanguage } from './languages/use-language.ts';
import { useOwnLanguage } from './languages/use-own-language.ts';
import { Trails } from './lists/trails.ts';
import { preloadRowMenus } from './lists/use-row-menu.tsx';
import type { ProductLocation } from './location.ts';
import { createMinutes } from './minutes.ts';
import { preloadPalette } from './palette/palette.tsx';
import { partComponents } from './parts/index.ts';
import { PlaceContext, type Product, ProductContext, type WhyOf } from './product-context.ts';
import { isOwnPage, pathOf } from './routes.ts';
import { EmptyProduct, OwnPage, RefusalPage } from './screen/pages.ts';
import { PartComponentsContext } from './screen/part-view.tsx';

import { preloadRecords } from './screen/record-parts.ts';
import { ScreenHost } from './screen/screen-host.tsx';
import { RefusalBanner, RefusalDialog, useRefusals } from './shell/refusals.tsx';
import { type Chrome, Shell } from './shell/shell.tsx';
import { zoneOf } from './time-zone.ts';
import type { FirstWords } from './words.ts';

export interface ProductAppProps {
  readonly session: Session;
  /** The session's model; a new object for each change of the document. */
  readonly model: ProductModel;
  readonly location: ProductLocation;
  readonly theme?: Theme;
  /** Called when the person chooses a theme; without it they cannot. */
  readonly onTheme?: (theme: Theme) => void;
  /** Shows a place of the document, such as a refusal's row. Without it there is no “Why?”. */
  readonly onWhy?: (span: Span) => void;
  /** Explains a refusal: the reason, who may do it, what would allow it. Defaults to `onWhy`. */
  readonly onRefused?: (refusal: Refusal) => void;
  /**
   * Called with the title of the screen. By default it becomes the page's title; in a pane, the
   * page has a title of its own.
   */
  readonly onTitle?: (title: string) => void;
  /** Starts filling in a section (1 to 9) of an empty product. */
  readonly onFill?: (section: number) => void;
  /** What surrounds the screens; all of it by default. */
  readonly chrome?: Partial<Chrome>;
  /** Whether holes and assumptions are marked; true by default. */
  readonly marks?: boolean;
  /** Whether elements have attributes that name their place in the document; false by default. */
  readonly places?: boolean;
  /** Whether pressing a refused button still runs its command; false by default. */
  readonly triesRefused?: boolean;
  /**
   * The reader's languages, preferred first; by default the browser's. The document's own comes
   * first.
   */
  readonly languages?: readonly string[];
  readonly components?: ComponentLibrary;
  /** The URL of a picture that replaces the product's initial. */
  readonly logo?: string | null;
  /** The URL of a picture for the sign-in page. */
  readonly cover?: string | null;
  /** Shown above the screens. */
  readonly notice?: ReactNode;
  readonly platform?: Platform;
}

/** The running product. It fills its parent element. */
export function ProductApp(props: ProductAppProps) {
  const { theme = 'system', languages = navigator.languages } = props;
  const { model } = props;
  const turn = useTurn(props.session);
  const { chosen, isKept, choose } = useOwnLanguage(model.name);
  const [ofPerson, setOfPerson] = useState<string | null>(null);
  const readers = [...(chosen === null ? [] : [chosen]), ...(ofPerson === null ? [] : [ofPerson]), ...languages];
  const language = offeredLanguage(model.languages, readers);
  const isOther = language !== null && language !== model.language;
  const { texts, locale, direction } = useLanguage(language ?? model.language, readers, isOther);
  // Briefly nothing is better than texts in the wrong language.
  if (texts === null) return null;
  const { words, translate } = texts;
  // Two products on one page need notification regions with different names.
  const ui = props.chrome?.main === false ? { ...words.ui, notifications: `${words.ui.notifications} 2` } : words.ui;
  return (
    <UiRoot theme={theme} words={ui} language={locale} direction={direction}>
      <Running
        key={turn}
        {...props}
        words={words}
        translate={translate}
        locale={locale}
        language={language}
        isOther={isOther}
        languageKept={isKept}
        onLanguage={choose}
        onPerson={setOfPerson}
      />
    </UiRoot>
  );
}

/** A number that rises whenever the session changes. */
function useTurn(session: Session): number {
  const turn = useRef({ session, count: 0 });
  if (turn.current.session !== session) turn.current = { session, count: turn.current.count + 1 };
  return turn.current.count;
}

const noComponents: ComponentLibrary = {};

/**
 * The refusal of a command whose session did not answer, because its tab or server is gone. Whether
 * it was done is unknown, and the message says so.
 */
const unanswered = (error: unknown, words: FirstWords): { readonly ok: false; readonly refusals: readonly Refusal[] } => ({
  ok: false,
  refusals: [
    {
      error: 'UNANSWERED',
      status: 0,
      message: failureText(error, words, words.broken),
      field: null,
      shown: { kind: 'toast', field: null },
      at: null,
      because: '',
    },
  ],
});

const everything: Chrome = { navigation: true, people: true, main: true, wholePage: false };

function Running({
  session: plainSession,
  model,
  location,
  onWhy,
  onRefused,
  onTitle,
  onFill,
  chrome,
  marks = true,
  places = false,
  triesRefused = false,
  words,
  translate,
  locale,
  language,
  isOther,
  languageKept,
  onLanguage,
  onPerson,
  components = noComponents,
  logo = null,
  cover = null,
  notice,
  theme = 'system',
  onTheme,
  platform = systemPlatform,
}: ProductAppProps & {
  readonly words: FirstWords;
  /** Null if the session speaks the reader's language. */
  readonly translate: typeof translatedSession | null;
  readonly locale: string;
  /** The language of the document's that is shown; null if it has at most one. */
  readonly language: string | null;
  /** Whether that is not the document's own. */
  readonly isOther: boolean;
  readonly onLanguage: (language: string) => void;
  /** False if the browser could not store the chosen language. */
  readonly languageKept: boolean;
  /** Called with the language that the acting person's record names. */
  readonly onPerson: (language: string | null) => void;
}) {
  const labels = useMemo(
    () => new Labels(model.labels, language ?? model.language, new Map(Object.entries(words.builtIn))),
    [model, language, words],
  );
  const session = useMemo(
    () => translate?.(plainSession, words.refusal, isOther ? labels : null) ?? plainSession,
    [plainSession, translate, words, labels, isOther],
  );
  const clock = useRef(platform);
  clock.current = platform;
  const minutes = useMemo(() => createMinutes(platform), [platform]);
  // One for the component's whole life, because queries cannot move to another client.
  const [cache] = useState(() => new ProductCache(session, { locale, now: () => clock.current.now() }));
  const [trails] = useState(() => new Trails());
  useLayoutEffect(() => cache.speak(session, locale), [cache, session, locale]);
  const place = useSyncExternalStore(location.subscribe, location.current);
  const { data: known } = useQuery<Known>(cache.me(), cache.client);
  const [failed, setFailed] = useState(false);
  const scroller = useRef<HTMLElement>(null);
  // The workbench passes a new function with every render, which must not render the parts again.
  const why = useRef(onWhy);
  why.current = onWhy;
  const hasWhy = onWhy !== undefined;
  const showWhy = useMemo(() => (hasWhy ? (span: Span) => why.current?.(span) : null), [hasWhy]);
  const titled = useRef(onTitle);
  titled.current = onTitle;
  const title = useCallback((text: string) => {
    if (titled.current) titled.current(text);
    else document.title = text;
  }, []);
  const explain = useRef(onRefused);
  explain.current = onRefused;
  const hasExplain = onRefused !== undefined;
  const whyOf = useCallback<WhyOf>(
    (refusal) => {
      const { at, permission } = refusal;
      if (hasExplain && (at !== null || permission !== undefined)) return () => explain.current?.(refusal);
      return showWhy !== null && at !== null ? () => showWhy(at) : null;
    },
    [hasExplain, showWhy],
  );
  const refusals = useRefusals(words, whyOf);
  const { confirmed, prompt } = useConfirmed();

  const toaster = useToast();
  useEffect(() => {
    if (!languageKept) toaster.show({ message: words.languageNotKept, tone: 'danger' });
  }, [languageKept, toaster, words]);

  useEffect(() => cache.start(), [cache]);

  // Reads the first screen and the acting person; screen/use-screen.ts then finds both in the
  // cache.
  const begin = useCallback(() => {
    setFailed(false);
    const { path, query } = location.current();
    cache.client.fetchQuery(cache.page(pageAt(model, path), query)).catch(() => setFailed(true));
  }, [cache, location, model]);
  const begun = known !== undefined;
  const ofPerson = known?.person.language ?? null;
  useEffect(() => onPerson(ofPerson), [onPerson, ofPerson]);
  useEffect(() => {
    if (!begun) begin();
  }, [begun, begin]);

  // Loads forms early, so that the first one opens immediately, but after the first screen.
  useEffect(() => {
    const timer = setTimeout(
      () => void Promise.allSettled([preloadRecords(), preloadForms(), preloadDialogs(), preloadPalette(), preloadRowMenus()]),
      1500,
    );
    return () => clearTimeout(timer);
  }, []);

  const chooseLanguage = useRef(onLanguage);
  chooseLanguage.current = onLanguage;
  const { refuse, clear } = refusals;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place clears refusals.
  useEffect(() => clear('all'), [clear, place.path]);

  const isBeside = chrome?.main === false;
  const product = useMemo<Product | null>(() => {
    if (!known) return null;
    const path = (address: Address): string => pathOf(model.screens, address);
    return {
      session,
      cache,
      model,
      trails,
      location,
      words,
      labels,
      languages: language === null ? null : { offered: model.languages, shown: language, choose: (next) => chooseLanguage.current(next) },
      components,
      logo,
      cover,
      themes: onTheme ? { chosen: theme, choose: onTheme } : null,
      locale,
      zone: zoneOf(known.person.timeZone),
      platform,
      minutes,
      person: known.person,
      navigation: known.navigation,
      organisations: known.organisations,
      onWhy: showWhy,
      whyOf,
      marks,
      places,
      triesRefused,
      region: (name) => (isBeside ? `${name}, ${known.person.account?.label ?? words.signedOut}` : name),
      title,
      path,
      open: (address, how = 'push') => (how === 'replace' ? location.replace(path(address)) : location.push(path(address))),
      refuse,
      async run(command: Command) {
        const outcome = await confirmed((one) => cache.run(one).catch((error: unknown) => unanswered(error, words)), command);
        if (outcome.ok) clear('banner');
        return outcome;
      },
      async actAs(id) {
        try {
          await cache.actAs(id);
        } catch (error) {
          refuse(unanswered(error, words).refusals);
        }
      },
    };
  }, [
    known,
    session,
    cache,
    model,
    trails,
    location,
    words,
    labels,
    language,
    components,
    logo,
    cover,
    theme,
    onTheme,
    locale,
    platform,
    minutes,
    showWhy,
    whyOf,
    marks,
    places,
    triesRefused,
    isBeside,
    title,
    refuse,
    clear,
    confirmed,
  ]);

  if (!product) {
    const again = (
      <Button variant="primary" onClick={begin}>
        {words.tryAgain}
      </Button>
    );
    return failed ? <EmptyState page icon={<IconAlertTriangle size={20} />} title={words.broken} actions={again} /> : null;
  }
  const empty = model.screens.length === 0 && model.entities.length === 0;
  const shownChrome: Chrome = { ...everything, ...chrome };
  return (
    <ProductContext value={product}>
      <PlaceContext value={place}>
        <NewRecords>
          <Shell
            chrome={empty ? { ...shownChrome, navigation: false, people: false } : shownChrome}
            scroller={scroller}
            banner={
              refusals.banner ? (
                <RefusalBanner refusal={refusals.banner} words={words} whyOf={whyOf} onClose={() => clear('banner')} />
              ) : null
            }
            notice={notice}
          >
            {empty ? (
              <EmptyProduct onFill={onFill ?? null} />
            ) : refusals.page ? (
              <RefusalPage refusal={refusals.page} onBack={() => clear('page')} />
            ) : isOwnPage(place.query) ? (
              <OwnPage query={place.query} />
            ) : (
              <PartComponentsContext value={partComponents}>
                <ScreenHost scroller={scroller} />
              </PartComponentsContext>
            )}
          </Shell>
        </NewRecords>
        <CurrentPasswordDialog prompt={prompt} />
        <RefusalDialog refusal={refusals.dialog} words={words} whyOf={whyOf} onClose={() => clear('dialog')} />
      </PlaceContext>
    </ProductContext>
  );
}
