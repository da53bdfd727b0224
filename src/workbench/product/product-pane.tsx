import { type RefObject, useDeferredValue, useRef, useState, useSyncExternalStore } from 'react';
import type { Refusal } from '../../engine/outcome.ts';
import { lazyComponent } from '../../runtime/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import { useOpenDocument, useWorkbench } from '../frame/workbench-context.ts';
import { useObservable } from '../state/use-observable.ts';
import styles from './banner.module.css';
import { ProductApp } from './late-product-app.tsx';
import type { ProductState } from './product.ts';
import { ProductBar } from './product-bar.tsx';
import { ProductBoundary } from './product-boundary.tsx';
import pane from './product-pane.module.css';
import { Starting } from './starting.tsx';
import { useDocumentLinks } from './use-document-links.ts';
import { useProductLook } from './use-product-look.ts';
import { useProductPlatform } from './use-product-platform.ts';

const SecondPerson = lazyComponent(async () => (await import('./second-person.tsx')).SecondPerson, null);

const WatchPane = lazyComponent(async () => (await import('./watch/watch-pane.tsx')).WatchPane, null);

const RecordPane = lazyComponent(async () => (await import('./record/record-pane.tsx')).RecordPane, null);

const BehindBanner = lazyComponent(async () => (await import('./behind-banner.tsx')).BehindBanner, null);

const RefusedTimers = lazyComponent(async () => (await import('./refused-timers.tsx')).RefusedTimers, null);

const ClockBanner = lazyComponent(async () => (await import('./clock/clock-banner.tsx')).ClockBanner, null);

const InspectLayer = lazyComponent(async () => (await import('./inspect/inspect-layer.tsx')).InspectLayer, null);

const BrokenRules = lazyComponent(async () => (await import('./broken-rules.tsx')).BrokenRules, null);

const WhyCard = lazyComponent(async () => (await import('./why/why-card.tsx')).WhyCard, null);

type RunningState = Extract<ProductState, { readonly kind: 'running' }>;

/** The running product, in a surface of its own. */
export function ProductPane() {
  const workbench = useWorkbench();
  const { settings } = workbench;
  const two = useObservable(workbench.two);
  const { phone } = useObservable(settings);
  const document = useOpenDocument();
  const watched = useObservable(document.watched);
  const recording = useObservable(document.recording);
  const { ahead } = useObservable(document.clock.state);
  const turn = useObservable(workbench.reloads);
  const screen = useRef<HTMLDivElement>(null);
  const inspecting = useObservable(workbench.inspecting);
  return (
    // No landmark and no name here: the product has its own.
    <div className={pane['pane']} data-phone={phone || undefined}>
      <Fleeting key={document.id} />
      {ahead === 0 ? null : <ClockBanner key={`clock ${document.id}`} />}
      <RefusedTimers key={`timers ${document.id}`} />
      <BrokenRules key={`rules ${document.id}`} />
      {watched !== null ? (
        <WatchPane key={`${document.id} ${typeof watched === 'number' ? watched : watched.scenario.title}`} watched={watched} />
      ) : null}
      {recording ? <RecordPane key={`record ${document.id}`} /> : null}
      <div className={pane['devices']} hidden={watched !== null || recording}>
        <div className={pane['device']}>
          <ProductBar />
          <div ref={screen} className={pane['screen']} data-product data-inspecting={inspecting || undefined}>
            <Running key={`${document.id} ${turn}`} />
            {inspecting ? <Inspecting screen={screen} /> : null}
          </div>
        </div>
        {two ? <SecondPerson key={document.id} onClose={() => workbench.two.set(false)} /> : null}
      </div>
      <BehindBanner />
    </div>
  );
}

/** Names the row of the part under the pointer. */
function Inspecting({ screen }: { readonly screen: RefObject<HTMLElement | null> }) {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const state = useObservable(document.product.state);
  if (state.kind !== 'running') return null;
  return (
    <InspectLayer
      screen={screen}
      model={state.model}
      onGo={(place) => {
        workbench.showPane('text');
        document.why(place);
      }}
      onLeave={() => workbench.inspecting.set(false)}
    />
  );
}

function Running() {
  const workbench = useWorkbench();
  const documentLinks = useDocumentLinks();
  const { theme } = useObservable(workbench.settings);
  const document = useOpenDocument();
  // Deferred, so that typing stays fast: a new model may change the whole screen.
  const state = useDeferredValue(useObservable(document.product.state));
  const platform = useProductPlatform();
  const look = useProductLook(state.kind === 'running' ? state.model.name : null);
  const place = useSyncExternalStore(workbench.product.subscribe, workbench.product.current);
  // The refusal to explain. It is valid only while the product and the path are those that refused.
  const [refused, setRefused] = useState<{ readonly refusal: Refusal; readonly running: RunningState; readonly path: string } | null>(null);
  switch (state.kind) {
    case 'starting':
      return <Starting />;
    case 'failed':
      return (
        <div className={pane['failed']}>
          <Callout
            tone="danger"
            title="The product couldn’t start"
            actions={
              <Button size="small" onClick={document.product.retry}>
                Try again
              </Button>
            }
          >
            <p>{state.message}</p>
            <p>You can keep editing; your text is saved.</p>
          </Callout>
        </div>
      );
    case 'running':
      return (
        <ProductBoundary turn={state.model}>
          {look === null ? null : <style>{look.styles}</style>}
          <ProductApp
            theme={theme}
            cover={look?.cover ?? null}
            session={state.host}
            model={state.model}
            location={workbench.product}
            platform={platform}
            places
            {...documentLinks}
            onRefused={(refusal) => {
              setRefused({ refusal, running: state, path: place.path });
              if (refusal.at !== null) document.why(refusal.at);
            }}
          />
          {refused?.running.model === state.model && refused.path === place.path ? (
            <WhyCard key={`${refused.refusal.error} ${refused.refusal.because}`} {...refused} onClose={() => setRefused(null)} />
          ) : null}
        </ProductBoundary>
      );
  }
}

/** Shown once per document, unobtrusively, until it is dismissed. */
function Fleeting() {
  const document = useOpenDocument();
  const state = useObservable(document.product.state);
  const [away, setAway] = useState(false);
  if (state.kind !== 'running' || state.fleeting === null || away) return null;
  return (
    <div className={styles['banner']} data-tone="quiet" role="status">
      <p>The product’s data is only in memory and is gone when this page is closed. {state.fleeting}</p>
      <IconButton size="small" label="Dismiss" icon={<IconX size={14} />} onClick={() => setAway(true)} />
    </div>
  );
}
