import { useCallback, useMemo, useState } from 'react';
import type { Refusal } from '../../engine/outcome.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import type { WhyOf } from '../product-context.ts';
import type { FirstWords } from '../words.ts';

/** The refusals shown beside or instead of the screen. */
export interface ShownRefusals {
  readonly page: Refusal | null;
  readonly banner: Refusal | null;
  readonly dialog: Refusal | null;
  refuse(refusals: readonly Refusal[]): void;
  clear(what: 'page' | 'banner' | 'dialog' | 'all'): void;
}

const nothing = { page: null, banner: null, dialog: null };

/**
 * Shows each refusal where section 8 says: toast, dialog, page or banner. A refusal at a field that
 * no form handled becomes a toast.
 */
export function useRefusals(words: FirstWords, whyOf: WhyOf): ShownRefusals {
  const toaster = useToast();
  const [shown, setShown] = useState<Pick<ShownRefusals, 'page' | 'banner' | 'dialog'>>(nothing);
  const refuse = useCallback(
    (refusals: readonly Refusal[]) => {
      for (const refusal of refusals) {
        const { kind } = refusal.shown;
        if (kind === 'dialog' || kind === 'page' || kind === 'banner') setShown((before) => ({ ...before, [kind]: refusal }));
        else {
          const explain = whyOf(refusal);
          toaster.show({
            message: refusal.message,
            tone: 'danger',
            ...(explain ? { action: { label: words.why, run: explain } } : {}),
          });
        }
      }
    },
    [toaster, whyOf, words],
  );
  const clear = useCallback((what: 'page' | 'banner' | 'dialog' | 'all') => {
    setShown((before) =>
      what === 'all' ? (before.page || before.banner || before.dialog ? nothing : before) : { ...before, [what]: null },
    );
  }, []);
  return useMemo(() => ({ ...shown, refuse, clear }), [shown, refuse, clear]);
}

export function RefusalDialog({
  refusal,
  words,
  whyOf,
  onClose,
}: {
  readonly refusal: Refusal | null;
  readonly words: FirstWords;
  readonly whyOf: WhyOf;
  readonly onClose: () => void;
}) {
  const explain = refusal === null ? null : whyOf(refusal);
  return (
    <Dialog
      open={refusal !== null}
      onClose={onClose}
      title={refusal?.message ?? ''}
      width={440}
      actions={
        <>
          {explain ? (
            <Button
              variant="ghost"
              onClick={() => {
                // The explanation appears beside the screen, so the dialog must not cover it.
                onClose();
                explain();
              }}
            >
              {words.why}
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            {words.ui.close}
          </Button>
        </>
      }
    />
  );
}

export function RefusalBanner({
  refusal,
  words,
  whyOf,
  onClose,
}: {
  readonly refusal: Refusal;
  readonly words: FirstWords;
  readonly whyOf: WhyOf;
  readonly onClose: () => void;
}) {
  const explain = whyOf(refusal);
  return (
    <Callout
      tone="danger"
      actions={
        <>
          {explain ? (
            <Button size="small" variant="ghost" onClick={explain}>
              {words.why}
            </Button>
          ) : null}
          <IconButton size="small" label={words.ui.close} icon={<IconX size={16} />} onClick={onClose} />
        </>
      }
    >
      {refusal.message}
    </Callout>
  );
}
