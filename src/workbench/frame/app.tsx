import { useEffect, useRef } from 'react';
import { lazyComponent } from '../../runtime/lazy-component.tsx';
import { Split } from '../../ui/display/split.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { preloadDialogs } from '../../ui/overlay/dialog.tsx';
import { PaletteDialog } from '../../ui/overlay/palette-dialog.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { UiRoot } from '../../ui/root/root.tsx';
import { englishUiWords } from '../../ui/root/words.ts';
import { ProductPane } from '../product/product-pane.tsx';
import { useObservable } from '../state/use-observable.ts';
import type { Pane, Workbench } from '../state/workbench.ts';
import styles from './app.module.css';
import { EditorPane } from './editor-pane.tsx';
import { openSection } from './open-section.ts';
import { Strip } from './strip.tsx';
import { TopBar } from './top-bar.tsx';
import { useDrop } from './use-drop.ts';
import { useKeys } from './use-keys.ts';
import { ViewStage, ViewStages } from './view-stage.tsx';
import { ViewsPane } from './views-pane.tsx';
import { useOpenDocument, useWorkbench, WorkbenchProvider } from './workbench-context.ts';

// The product beside it has its own notifications region.
const words = { ...englishUiWords, notifications: 'Workbench notifications' };

export function App({ workbench }: { readonly workbench: Workbench }) {
  const { theme } = useObservable(workbench.settings);
  return (
    <UiRoot theme={theme} words={words} className={styles['root']}>
      <WorkbenchProvider value={workbench}>
        <Notices />
        <Frame />
      </WorkbenchProvider>
    </UiRoot>
  );
}

// Created once, so that moving the divider re-renders neither pane.
const editorPane = <EditorPane />;
const productPane = <ProductSide />;

const panes = [
  { value: 'text', label: 'Text' },
  { value: 'view', label: 'Views' },
  { value: 'product', label: 'Product' },
  { value: 'problems', label: 'Problems' },
];

function Frame() {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const { view, section, beside } = useObservable(workbench.address);
  const pane = useObservable(workbench.pane);
  const { split } = useObservable(workbench.settings);
  const frame = useRef<HTMLDivElement>(null);
  const dropping = useDrop(frame, workbench);
  useKeys(workbench);

  const analysis = useObservable(document.analysis);
  const name = analysis?.model.name;
  useEffect(() => {
    window.document.title = name ? `${name} – Ninefold` : 'Ninefold';
  }, [name]);

  return (
    <div ref={frame} className={styles['frame']} data-view={view} data-pane={pane} data-beside={section === null ? undefined : beside}>
      <TopBar />
      <Strip open={section} onOpen={(opened) => openSection(workbench, opened)} />
      <div className={styles['panes']}>
        <ViewStages view={section === null ? null : <ViewsPane section={section} />}>
          <Split
            share={split}
            minimum={0.2}
            onShare={(share) => workbench.settings.update((value) => ({ ...value, split: share }))}
            first={editorPane}
            second={productPane}
          />
        </ViewStages>
        <NotationOf />
      </div>
      <nav className={styles['tabs']} aria-label="Visible pane">
        <Segmented label="Show" value={pane} onChange={(next) => workbench.showPane(next as Pane)} items={panes} />
      </nav>
      <Keys />
      <Commands />
      <Popups />
      {dropping ? <div className={styles['drop']}>Drop a document to open it</div> : null}
    </div>
  );
}

/** The right pane: the product, or a view in its place. The product stays mounted but hidden. */
function ProductSide() {
  const { address } = useWorkbench();
  const { section, beside } = useObservable(address);
  return (
    <>
      <div className={styles['side']} data-product-place>
        <ProductPane />
      </div>
      {section !== null && beside === 'text' ? <ViewStage /> : null}
    </>
  );
}

const KeysPopup = lazyComponent(async () => (await import('./keys-sheet.tsx')).KeysSheet, null);

function Keys() {
  const { keysShown } = useWorkbench();
  if (!useObservable(keysShown)) return null;
  return <KeysPopup onClose={() => keysShown.set(false)} />;
}

const Palette = lazyComponent(async () => (await import('../commands/command-palette.tsx')).CommandPalette);
const paletteWords = { title: 'Search the workbench or run a command', placeholder: 'Search or run a command…' };

/** The command palette. */
function Commands() {
  const { paletteShown } = useWorkbench();
  const document = useOpenDocument();
  const shown = useObservable(paletteShown);
  const read = useObservable(document.analysis) !== null;
  // Preload it, so that the list appears without delay.
  useEffect(() => {
    if (!read) return;
    const timer = setTimeout(() => void Promise.allSettled([preloadDialogs(), Palette.preload()]), 1500);
    return () => clearTimeout(timer);
  }, [read]);
  const close = (): void => paletteShown.set(false);
  return (
    <PaletteDialog open={shown} onClose={close} width={600} {...paletteWords}>
      {(given) => <Palette {...given} {...paletteWords} onClose={close} />}
    </PaletteDialog>
  );
}

// Dialogs load after the first paint, each with its code when it opens.
const Popups = lazyComponent(async () => (await import('./popups.tsx')).Popups, null);

const NotationBeside = lazyComponent(async () => (await import('../notation/notation-pane.tsx')).NotationPane, null);

/** The notation reference beside the text. */
function NotationOf() {
  const { notationShown } = useWorkbench();
  const { id } = useOpenDocument();
  return useObservable(notationShown) ? <NotationBeside key={id} /> : null;
}

function Notices() {
  const { notice } = useWorkbench();
  const current = useObservable(notice);
  const toast = useToast();
  useEffect(() => {
    if (current) toast.show(current);
  }, [current, toast]);
  return null;
}
