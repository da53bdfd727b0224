import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';
import { Spinner } from './display/spinner.tsx';
import { Tooltip } from './overlay/tooltip.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  readonly size?: 'small' | 'medium';
  readonly icon?: ReactNode;
  /** Shows a spinner (after 300 ms) and ignores presses. */
  readonly busy?: boolean;
  /** Why the button can't be pressed now. It stays focusable and shows the reason in a tooltip. */
  readonly unavailable?: ReactNode;
  /** Called on a press while `unavailable`, because touch screens show no tooltip. */
  readonly onUnavailable?: () => void;
}

/** The class that makes another element, such as a link, look like a button. */
export const buttonClass = (variant: ButtonVariant = 'secondary', size: 'small' | 'medium' = 'medium', square = false): string =>
  cx(styles['button'], styles[variant], size === 'small' && styles['small'], square && styles['square']);

export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  busy,
  unavailable,
  onUnavailable,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const off = busy === true || unavailable !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    if (off) {
      event.preventDefault();
      if (unavailable !== undefined) onUnavailable?.();
    } else onClick?.(event);
  };
  const button = (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-disabled={off || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      data-variant={variant}
      className={cx(buttonClass(variant, size), busy && styles['busy'], className)}
    >
      <span className={styles['label']}>
        {icon}
        <span>{children}</span>
      </span>
      {busy ? <Spinner size={16} /> : null}
    </button>
  );
  return unavailable === undefined ? button : <Tooltip content={unavailable}>{button}</Tooltip>;
}
