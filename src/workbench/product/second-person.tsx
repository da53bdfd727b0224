import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Refusal } from '../../engine/outcome.ts';
import type { Model } from '../../model/model.ts';
import { memoryLocation } from '../../runtime/memory-location.ts';
import { ProductApp } from '../../runtime/product-app.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import { useOpenDocument, useWorkbench } from '../frame/workbench-context.ts';
import { useObservable } from '../state/use-observable.ts';
import { AddressLine } from './address-line.tsx';
import { chooseSecond } from './choose-second.ts';
import type { ConnectedHost } from './product.ts';
import bar from './product-bar.module.css';
import { ProductBoundary } from './product-boundary.tsx';
import pane from './product-pane.module.css';
import { useDocumentLinks } from './use-document-links.ts';
import { useProductPlatform } from './use-product-platform.ts';
import { WhyCard } from './why/why-card.tsx';

type Second =
  | { readonly kind: 'coming' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'here'; readonly host: ConnectedHost };

/**
 * A second view of the product for another person, on the same data: each sees what the other does.
 */
export function SecondPerson({ onClose }: { readonly onClose: () => void }) {
  const { settings } = useWorkbench();
  const { theme } = useObservable(settings);
  const document = useOpenDocument();
  const state = useObservable(document.product.state);
  const platform = useProductPlatform();
  const location = useMemo(() => memoryLocation(), []);
  const documentLinks = useDocumentLinks();
  const [attempt, setAttempt] = useState(0);
  const second = useSecond(attempt);
  const running = state.kind === 'running' ? state : null;
  const { path } = useSyncExternalStore(location.subscribe, location.current);
  // As for the first person: valid for the model and the path that refused.
  const [refused, setRefused] = useState<{ readonly refusal: Refusal; readonly model: Model; readonly path: string } | null>(null);
  return (
    <section className={pane['device']} aria-label="The product for a second person">
      <div className={bar['bar']}>
        <AddressLine location={location} name="Address for the second person" />
        <IconButton size="small" label="Close the second person’s product" icon={<IconX size={16} />} onClick={onClose} />
      </div>
      <div className={pane['screen']} data-second-product>
        {second.kind === 'failed' ? (
          <div className={pane['failed']}>
            <Callout
              tone="danger"
              title="Couldn’t open a second person"
              actions={
                <Button size="small" onClick={() => setAttempt(attempt + 1)}>
                  Try again
                </Button>
              }
            >
              <p>{second.message}</p>
            </Callout>
          </div>
        ) : second.kind === 'coming' || running === null ? (
          <div className={pane['waiting']} role="status">
            <Spinner size={20} />
          </div>
        ) : (
          <ProductBoundary turn={running.model}>
            <ProductApp
              theme={theme}
              session={second.host}
              model={running.model}
              location={location}
              platform={platform}
              chrome={{ main: false }}
              onTitle={() => undefined}
              places
              {...documentLinks}
              onRefused={(refusal) => {
                setRefused({ refusal, model: running.model, path: location.current().path });
                if (refusal.at !== null) document.why(refusal.at);
              }}
            />
            {refused !== null && refused.model === running.model && refused.path === path ? (
              <WhyCard
                key={`${refused.refusal.error} ${refused.refusal.because}`}
                refusal={refused.refusal}
                running={{ ...running, host: second.host }}
                onClose={() => setRefused(null)}
              />
            ) : null}
          </ProductBoundary>
        )}
      </div>
    </section>
  );
}

/** Opens a separate session while the second person is shown. */
function useSecond(attempt: number): Second {
  const { product } = useOpenDocument();
  const state = useObservable(product.state);
  const first = state.kind === 'running' ? state.host : null;
  const [second, setSecond] = useState<Second>({ kind: 'coming' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again on each attempt.
  useEffect(() => {
    if (first === null) return;
    let host: ConnectedHost | null = null;
    let left = false;
    setSecond({ kind: 'coming' });
    const open = async (): Promise<void> => {
      // Without locks, every connection would have data of its own.
      if (!('locks' in navigator)) throw new Error('This browser can’t share a page’s data between two people.');
      host = await product.visit();
      if (left) {
        host.close();
        return;
      }
      const [actors, person] = await Promise.all([first.actors(), first.person()]);
      await host.actAs(chooseSecond(actors, person.account?.id ?? null)?.id ?? null);
      if (!left) setSecond({ kind: 'here', host });
    };
    open().catch((error: unknown) => {
      if (!left) setSecond({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    });
    return () => {
      left = true;
      host?.close();
    };
  }, [first, product, attempt]);
  return second;
}
