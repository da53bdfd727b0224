import { useEffect, useState } from 'react';
import type { BrokenReport, BrokenRuleData } from '../../engine/host.ts';
import { pathOf } from '../../runtime/routes.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import { useOpenDocument, useWorkbench } from '../frame/workbench-context.ts';
import { debounce } from '../state/debounce.ts';
import { useObservable } from '../state/use-observable.ts';
import styles from './banner.module.css';
import type { ProductState } from './product.ts';

type Running = Extract<ProductState, { readonly kind: 'running' }>;

/**
 * Milliseconds without changes before all records are checked, which is too slow between
 * keystrokes.
 */
const quiet = 1000;

/**
 * Lists records that are older than a rule and break it. Each must be corrected before it can be
 * saved again.
 */
export function BrokenRules() {
  const document = useOpenDocument();
  const state = useObservable(document.product.state);
  return state.kind === 'running' ? <Found running={state} /> : null;
}

function Found({ running }: { readonly running: Running }) {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const { host, model } = running;
  const found = useBroken(running);
  /** Dismissed until other rules are broken, or other records break them. */
  const [away, setAway] = useState('');
  const [first, ...others] = found?.rules ?? [];
  const key = JSON.stringify(found?.rules.map(({ rule, entity, count }) => [rule, entity, count]) ?? []);
  if (found === null || first === undefined || away === key || found.host !== host) return null;
  const { at } = first;
  return (
    <section className={styles['banner']} aria-label="Records that break a rule">
      <div className={styles['words']}>
        <p role="status">
          {first.count === 1 ? 'One record' : `${first.count} records`} of {first.entity} {first.count === 1 ? 'breaks' : 'break'} the rule
          “{first.rule}”. Any change to {first.count === 1 ? 'it' : 'them'} must fix this:{' '}
          {first.records.map(({ id, label, address }, index) => (
            <span key={id}>
              {index > 0 ? ', ' : ''}
              {address === null ? (
                label
              ) : (
                <button
                  type="button"
                  className={styles['way']}
                  onClick={() => {
                    workbench.showPane('product');
                    workbench.product.push(pathOf(model.screens, address));
                  }}
                >
                  {label}
                </button>
              )}
            </span>
          ))}
          {first.count > first.records.length ? ` and ${first.count - first.records.length} more` : ''}. {otherRules(others)}
          {found.most === null
            ? ''
            : ` Only the first ${found.most} records of each entity were checked; “ninefold data change” checks all.`}
        </p>
      </div>
      <Button
        size="small"
        variant="ghost"
        onClick={() => {
          workbench.showPane('text');
          document.why(at);
        }}
      >
        Show the rule
      </Button>
      <IconButton size="small" label="Dismiss" icon={<IconX size={14} />} onClick={() => setAway(key)} />
    </section>
  );
}

/** Describes the other broken rules. */
function otherRules([other, ...more]: readonly BrokenRuleData[]): string {
  if (other === undefined) return '';
  return more.length === 0 ? `“${other.rule}” is broken too.` : `${more.length + 1} other rules are broken too.`;
}

/**
 * Checks again when the product follows the text and, if anything was found, when its data changes.
 */
function useBroken({ host, model, version }: Running): (BrokenReport & Pick<Running, 'host'>) | null {
  const [found, setFound] = useState<(BrokenReport & Pick<Running, 'host'>) | null>(null);
  const any = found !== null && found.rules.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may have other rules.
  useEffect(() => {
    let live = true;
    const soon = debounce(
      () =>
        void host.brokenRules().then(
          (report) => live && setFound({ ...report, host }),
          // The product itself reports when it does not respond.
          () => live && setFound(null),
        ),
      () => quiet,
    );
    soon.call();
    const end = any ? host.subscribe(soon.call) : null;
    return () => {
      live = false;
      soon.cancel();
      end?.();
    };
  }, [host, model, version, any]);
  return found;
}
