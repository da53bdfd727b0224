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
import { speaking } from './languages/speaking.ts';
import { useLanguage } from './languages/use-language.ts';
import { useOwnLanguage } from './languages/use-own-language.ts';
import { Trails } from './lists/trails.ts';
import type { ProductLocation } from './location.ts';
import { createMinutes } from './minutes.ts';
import { preloadPalette } from './palette/palette.tsx';
import { partComponents } from './parts/index.ts';
import { PlaceContext, type Product, ProductContext, type WhyOf } from './product-context.ts';
import { isOwnPage, pathOf } from './routes.ts';
import { EmptyProduct, OwnPage, RefusalPage } from './screen/pages.ts';
import { PartComponentsContext } from './screen/part-view.tsx';

import { ScreenHost } from './screen/screen-host.tsx';
import { RefusalBanner, RefusalDialog, useRefusals } from './shell/refusals.tsx';
import { type Chrome, Shell } from './shell/shell.tsx';
import { zoneOf } from './time-zone.ts';
import type { Words } from './words.ts';

export interface ProductAppProps {
  readonly session: Session;
  /** What the session runs; a new one for each change of the document. */
  readonly model: ProductModel;
  readonly location: ProductLocation;
  readonly theme?: Theme;
  /** The person chooses another theme; without it, they cannot. */
  readonly onTheme?: (theme: Theme) => void;
  /** Shows a place of the document: a refusal's row, a hole. Without it no “Why?” is offered. */
  readonly onWhy?: (span: Span) => void;
  /** Explains a refusal: why, who may, what would allow it. Left out: `onWhy` shows its row. */
  readonly onRefused?: (refusal: Refusal) => void;
  /**
   * Hears what the page is about; the page's title is set when left out. In a pane, the page has a
   * title of its own.
   */
  readonly onTitle?: (title: string) => void;
  /** Fills in a section (1 to 9) of a product that nothing is known about. */
  readonly onFill?: (section: number) => void;
  /** What is around the screens; both when left out. */
  readonly chrome?: Partial<Chrome>;
  /** Marks for holes and assumptions; drawn when left out. */
  readonly marks?: boolean;
  /** Everything says in its attributes which place of the document it shows; not when left out. */
  readonly places?: boolean;
  /** A press of a button that is refused runs its command all the same; not when left out. */
  readonly triesRefused?: boolean;
  /**
   * Of the reader, best first; the browser's when left out. The document's own comes before them.
   */
  readonly languages?: readonly string[];
  readonly components?: ComponentLibrary;
  /** The address of a picture in place of the product's initial. */
  readonly logo?: string | null;
  /** The address of a picture for the way in. */
  readonly cover?: string | null;
  /** Is above the screens. */
  readonly notice?: ReactNode;
  readonly platform?: Platform;
}

/** The running product. It fills its parent. */
export function ProductApp(props: ProductAppProps) {
  const { theme = 'system', languages = navigator.languages } = props;
  const { model } = props;
  const turn = useTurn(props.session);
  const { chosen, isKept, choose } = useOwnLanguage(model.name);
  const [ofPerson, setOfPerson] = useState<string | null>(null);
  const readers = [...(chosen === null ? [] : [chosen]), ...(ofPerson === null ? [] : [ofPerson]), ...languages];
  const language = offeredLanguage(model.languages, readers);
  const { words, locale, direction } = useLanguage(language ?? model.language, readers);
  // For a moment an empty page is better than words in the wrong language.
  if (words === null) return null;
  // Beside another product on one page, each has its own.
  const ui = props.chrome?.main === false ? { ...words.ui, notifications: `${words.ui.notifications} 2` } : words.ui;
  return (
    <UiRoot theme={theme} words={ui} language={locale} direction={direction}>
      <Running
        key={turn}
        {...props}
        words={words}
        locale={locale}
        language={language}
        languageKept={isKept}
        onLanguage={choose}
        onPerson={setOfPerson}
      />
    </UiRoot>
  );
}

/** A number that goes up with each other session. */
function useTurn(session: Session): number {
  const turn = useRef({ session, count: 0 });
  if (turn.current.session !== session) turn.current = { session, count: turn.current.count + 1 };
  return turn.current.count;
}

const noComponents: ComponentLibrary = {};

/**
 * The session did not answer (its tab or its server went away): whether the command was done is
 * unknown, and its message says so.
 */
const unanswered = (error: unknown, words: Words): { readonly ok: false; readonly refusals: readonly Refusal[] } => ({
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
  locale,
  language,
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
  readonly words: Words;
  readonly locale: string;
  /** Which of the document's languages is shown; null: it has at most one. */
  readonly language: string | null;
  readonly onLanguage: (language: string) => void;
  /** False: the browser could not keep the chosen language. */
  readonly languageKept: boolean;
  /** Hears which language the document reads from the record of who acts. */
  readonly onPerson: (language: string | null) => void;
}) {
  const labels = useMemo(
    () => new Labels(model.labels, language ?? model.language, new Map(Object.entries(words.builtIn))),
    [model, language, words],
  );
  const isOther = language !== null && language !== model.language;
  const session = useMemo(() => speaking(plainSession, words.refusal, isOther ? labels : null), [plainSession, words, labels, isOther]);
  const clock = useRef(platform);
  clock.current = platform;
  const minutes = useMemo(() => createMinutes(platform), [platform]);
  // One for as long as the component lives: queries never move to another client.
  const [cache] = useState(() => new ProductCache(session, { locale, now: () => clock.current.now() }));
  const [trails] = useState(() => new Trails());
  useLayoutEffect(() => cache.speak(session, locale), [cache, session, locale]);
  const place = useSyncExternalStore(location.subscribe, location.current);
  const { data: known } = useQuery<Known>(cache.me(), cache.client);
  const [failed, setFailed] = useState(false);
  const scroller = useRef<HTMLElement>(null);
  // The workbench makes a new function each time it draws; parts must not be drawn again for that.
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
  const { confirmed, asked } = useConfirmed();

  const toaster = useToast();
  useEffect(() => {
    if (!languageKept) toaster.show({ message: words.languageNotKept, tone: 'danger' });
  }, [languageKept, toaster, words]);

  useEffect(() => cache.start(), [cache]);

  // The first screen, and with it who acts; screen/use-screen.ts then finds it there.
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

  // The first form should not wait for its code, nor the first screen for the forms'.
  useEffect(() => {
    const timer = setTimeout(() => void Promise.allSettled([preloadForms(), preloadDialogs(), preloadPalette()]), 1500);
    return () => clearTimeout(timer);
  }, []);

  const chooseLanguage = useRef(onLanguage);
  chooseLanguage.current = onLanguage;
  const { refuse, clear } = refusals;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused belongs to the place where it was.
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
        <CurrentPasswordDialog asked={asked} />
        <RefusalDialog refusal={refusals.dialog} words={words} whyOf={whyOf} onClose={() => clear('dialog')} />
      </PlaceContext>
    </ProductContext>
  );
}
