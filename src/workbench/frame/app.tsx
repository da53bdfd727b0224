import { useEffect, useRef } from 'react';
import type { SectionInfo } from '../../model/facts/common.ts';
import { whenNeeded } from '../../runtime/when-needed.tsx';
import { UiRoot } from '../../ui/root.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Split } from '../../ui/split.tsx';
import { useToast } from '../../ui/toast.tsx';
import { englishUiWords } from '../../ui/words.ts';
import { viewInSight } from '../address.ts';
import { ProductPane } from '../product/product-pane.tsx';
import { useObservable } from '../state/use-observable.ts';
import type { Attention, Workbench } from '../state/workbench.ts';
import styles from './app.module.css';
import { EditorPane } from './editor-pane.tsx';
import { KeysSheet } from './keys-sheet.tsx';
import { Strip } from './strip.tsx';
import { TopBar } from './top-bar.tsx';
import { useDrop } from './use-drop.ts';
import { useKeys } from './use-keys.ts';
import { ViewStage, ViewStages } from './view-stage.tsx';
import { ViewsPane } from './views-pane.tsx';
import { useOpenDocument, useWorkbench, WorkbenchProvider } from './workbench-context.ts';

// The product beside it has notifications of its own.
const words = { ...englishUiWords, notifications: 'Notifications of the workbench' };

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

// Made once: moving the bar between them renders neither.
const editorPane = <EditorPane />;
const productPane = <ProductSide />;

const attentions = [
  { value: 'text', label: 'Text' },
  { value: 'view', label: 'Views' },
  { value: 'product', label: 'Product' },
  { value: 'problems', label: 'Problems' },
];

const isNarrow = (): boolean => window.matchMedia('(max-width: 760px)').matches;

function Frame() {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const address = useObservable(workbench.address);
  const { view, section, beside } = address;
  const attention = useObservable(workbench.attention);
  const { split } = useObservable(workbench.settings);
  const frame = useRef<HTMLDivElement>(null);
  const dropping = useDrop(frame, workbench);
  useKeys(workbench);

  const analysis = useObservable(document.analysis);
  const name = analysis?.model.name;
  useEffect(() => {
    window.document.title = name ? `${name} – Ninefold` : 'Ninefold';
  }, [name]);

  const openSection = (section: SectionInfo): void => {
    const version = document.analysis.get()?.version ?? 0;
    const looking = isNarrow() ? attention === 'view' : viewInSight(address);
    if (looking) workbench.showSection(section.name);
    else workbench.attend('text');
    // Whoever looks at the views goes on there; the text only follows.
    document.editor.reveal(version, section.heading ?? section.span, !looking);
  };
  return (
    <div
      ref={frame}
      className={styles['frame']}
      data-view={view}
      data-attention={attention}
      data-beside={section === null ? undefined : beside}
    >
      <TopBar />
      <Strip open={section} onOpen={openSection} />
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
      </div>
      <nav className={styles['tabs']} aria-label="What is shown">
        <Segmented label="Show" value={attention} onChange={(next) => workbench.attend(next as Attention)} items={attentions} />
      </nav>
      <Keys />
      <HistoryOf />
      <TourOf />
      {dropping ? <div className={styles['drop']}>Drop the document to open it</div> : null}
    </div>
  );
}

/** The right pane: the product, or a view in its place. The product goes on out of sight. */
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

function Keys() {
  const { keysShown } = useWorkbench();
  return <KeysSheet open={useObservable(keysShown)} onClose={() => keysShown.set(false)} />;
}

const HistoryPopup = whenNeeded(async () => (await import('../history/history-dialog.tsx')).HistoryDialog, null);

const TourPopup = whenNeeded(async () => (await import('../tour/tour.tsx')).Tour, null);

/** Shows somebody around, when they ask. */
function TourOf() {
  const workbench = useWorkbench();
  if (!useObservable(workbench.touring)) return null;
  return (
    <TourPopup
      workbench={workbench}
      onLeave={() => {
        workbench.touring.set(false);
        workbench.settings.update((value) => ({ ...value, toured: true }));
      }}
    />
  );
}

/** How the open document was. */
function HistoryOf() {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const shown = useObservable(workbench.historyShown);
  const analysis = useObservable(document.analysis);
  if (!shown) return null;
  const close = (): void => workbench.historyShown.set(false);
  return (
    <HistoryPopup
      name={analysis?.model.name ?? 'the document'}
      history={document.history}
      text={document.editor.text()}
      onRestore={(text) => {
        workbench.restore(text);
        close();
      }}
      onClose={close}
    />
  );
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
