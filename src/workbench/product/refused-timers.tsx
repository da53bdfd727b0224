import { useEffect, useState } from 'react';
import type { RefusedTimer } from '../../engine/host.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import { useOpenDocument, useWorkbench } from '../frame/workbench-context.ts';
import { useObservable } from '../state/use-observable.ts';
import styles from './banner.module.css';

const keyOf = ({ id, at }: RefusedTimer): string => `${id} ${at}`;

/** Reports refused timers to the author, because no user sees them. */
export function RefusedTimers() {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const state = useObservable(document.product.state);
  const host = state.kind === 'running' ? state.host : null;
  const [refused, setRefused] = useState<readonly RefusedTimer[]>([]);
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (host === null) return;
    let live = true;
    const look = (): void => {
      host.refusedTimers().then(
        (found) => live && setRefused(found),
        // The product itself reports when it does not respond.
        () => live && setRefused([]),
      );
    };
    look();
    const end = host.subscribe(look);
    return () => {
      live = false;
      end();
    };
  }, [host]);

  const shown = refused.filter((timer) => !away.has(keyOf(timer)));
  const [first] = shown;
  if (first === undefined) return null;
  const [refusal] = first.refusals;
  const at = refusal?.at ?? null;
  const others = shown.length - 1;
  return (
    <div className={styles['banner']} role="status">
      <p>
        A timer of {first.entity} “{first.label}” was refused, and the record is unchanged: {refusal?.message}
        {others > 0 ? ` ${others} more ${others === 1 ? 'was' : 'were'} refused, too.` : ''}
      </p>
      {at === null ? null : (
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            workbench.showPane('text');
            document.why(at);
          }}
        >
          Why?
        </Button>
      )}
      <IconButton
        size="small"
        label="Dismiss"
        icon={<IconX size={14} />}
        onClick={() => setAway(new Set([...away, ...shown.map(keyOf)]))}
      />
    </div>
  );
}
