import { lazyComponent } from '../../runtime/lazy-component.tsx';
import { useObservable } from '../state/use-observable.ts';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

const HistoryPopup = lazyComponent(async () => (await import('../history/history-dialog.tsx')).HistoryDialog, null);

const TourPopup = lazyComponent(async () => (await import('../tour/tour.tsx')).Tour, null);

/** The tour, if the person has started it. */
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

const OfferPopup = lazyComponent(async () => (await import('../share/offer-dialog.tsx')).OfferDialog, null);

/** Offers the document that a link contained. */
function OfferOf() {
  const { offered, answerOffer } = useWorkbench();
  const document = useObservable(offered);
  return document === null ? null : <OfferPopup document={document} onAnswer={answerOffer} />;
}

const ImportPopup = lazyComponent(async () => (await import('../documents/import-dialog.tsx')).ImportDialog, null);

/** The dialog that imports a file of another format. */
function ImportOf() {
  const { importing, keepImported } = useWorkbench();
  const file = useObservable(importing);
  return file === null ? null : <ImportPopup key={file.name} file={file} onKeep={keepImported} onClose={() => importing.set(null)} />;
}

const PublishPopup = lazyComponent(async () => (await import('../publish/publish-of.tsx')).PublishOf, null);

/** The dialog that publishes the product and the document. */
function PublishOf() {
  const { publishing } = useWorkbench();
  return useObservable(publishing) ? <PublishPopup /> : null;
}

/** The history of the open document. */
function HistoryOf() {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const shown = useObservable(workbench.historyShown);
  const analysis = useObservable(document.analysis);
  if (!shown) return null;
  const close = (): void => workbench.historyShown.set(false);
  return (
    <HistoryPopup
      name={analysis?.model.name ?? 'this document'}
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

/** Dialogs that open over the workbench. */
export function Popups() {
  return (
    <>
      <HistoryOf />
      <PublishOf />
      <TourOf />
      <OfferOf />
      <ImportOf />
    </>
  );
}
