import type { ReactNode } from 'react';
import type { Refusal } from '../../engine/outcome.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { useProduct } from '../product-context.ts';
import { WhyButton } from '../screen/why-button.tsx';
import styles from './layout.module.css';

/**
 * Pressing a button may remove it: then the title gets the focus, so that it stays in the product.
 */
function passOn(button: HTMLButtonElement | null) {
  return () => {
    if (button !== null && button === document.activeElement)
      button.closest('[data-product-main]')?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  };
}

/**
 * A button whose action may be refused in advance. It stays focusable, gives the reason (in a
 * tooltip, to screen readers, and on tap), and leads to the refusing row.
 */
export function RefusableButton({
  refusal,
  variant = 'secondary',
  size = 'medium',
  busy = false,
  place,
  onPress,
  children,
}: {
  readonly refusal: Refusal | null;
  readonly variant?: ButtonVariant;
  readonly size?: 'small' | 'medium';
  readonly busy?: boolean;
  /** Attributes that name its place in the document. */
  readonly place?: Readonly<Record<string, string>>;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  const { words, whyOf, triesRefused } = useProduct();
  const toaster = useToast();
  if (!refusal) {
    return (
      <Button ref={passOn} {...place} variant={variant} size={size} busy={busy} onClick={onPress}>
        {children}
      </Button>
    );
  }
  const tell = (): void => {
    const explain = whyOf(refusal);
    toaster.show({
      message: refusal.message,
      tone: 'danger',
      ...(explain ? { action: { label: words.why, run: explain } } : {}),
    });
  };
  return (
    <span {...place} className={styles['withWhy']}>
      <Button
        ref={passOn}
        variant={variant}
        size={size}
        unavailable={refusal.message}
        aria-description={refusal.message}
        onUnavailable={triesRefused ? onPress : tell}
      >
        {children}
      </Button>
      <WhyButton refusal={refusal} />
    </span>
  );
}
