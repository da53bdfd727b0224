import { useEffect, useState } from 'react';
import { systemPlatform } from '../../../base/platform.ts';
import type { FiredTimer } from '../../../engine/host.ts';
import { formatDateTime, formatDuration } from '../../../runtime/format.ts';
import { browserZone } from '../../../runtime/time-zone.ts';
import { Button } from '../../../ui/button.tsx';
import { useOpenDocument, useWorkbench } from '../../frame/workbench-context.ts';
import styles from '../banner.module.css';
import own from './clock-banner.module.css';
import { useClock } from './use-clock.ts';

/**
 * Shown while the product's clock is ahead: by how much, which timers have fired since, and how to
 * return.
 */
export function ClockBanner() {
  const { clock, actions } = useClock();
  const now = useRealNow();
  if (clock.ahead === 0) return null;
  const { language } = navigator;
  const { fired, total, busy } = clock;
  return (
    <section className={styles['banner']} aria-label="The product’s clock">
      <div className={styles['words']}>
        <p role="status">
          The product’s clock is {formatDuration(`PT${Math.round(clock.ahead / 1000)}S`, language)} ahead:{' '}
          <strong>{formatDateTime(new Date(now + clock.ahead).toISOString(), language, browserZone())}</strong>.{' '}
          {total === 0 ? 'No timers were due.' : total === 1 ? 'One timer fired.' : `${total} timers fired.`}
        </p>
        {fired.length === 0 ? null : (
          <ul className={own['fired']}>
            {fired.map((one) => (
              <Fired key={`${one.entity} ${one.id} ${one.at} ${one.row.from}`} timer={one} />
            ))}
            {total > fired.length ? <li>and {total - fired.length} more</li> : null}
          </ul>
        )}
      </div>
      <div className={styles['choices']}>
        {clock.before ? (
          <Button size="small" unavailable={busy ? 'The clock is changing…' : undefined} onClick={() => void actions.undo()}>
            Go back and restore the data
          </Button>
        ) : null}
        <Button size="small" busy={busy} onClick={() => void actions.backToNow()}>
          Reset to now
        </Button>
      </div>
    </section>
  );
}

function Fired({ timer }: { readonly timer: FiredTimer }) {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const [refusal] = timer.refusals;
  const became = timer.to === null ? 'its timer fired' : `is ${timer.to}`;
  return (
    <li>
      <button
        type="button"
        className={own['row']}
        onClick={() => {
          workbench.showPane('text');
          document.why(refusal?.at ?? timer.row);
        }}
      >
        {timer.entity} “{timer.label}” {refusal === undefined ? became : `was refused: ${refusal.message}`}
      </button>{' '}
      <span className={own['when']}>{formatDateTime(timer.at, navigator.language, browserZone())}</span>
    </li>
  );
}

/** Returns the real time in milliseconds, updated twice a minute. */
function useRealNow(): number {
  const [now, setNow] = useState(() => systemPlatform.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(systemPlatform.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
