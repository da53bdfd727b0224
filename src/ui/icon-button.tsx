import type { ReactNode } from 'react';
import { Button, type ButtonProps, buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { Tooltip } from './overlay/tooltip.tsx';

/** A button that shows only an icon; `label` is its accessible name and its tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'medium',
  className,
  ...rest
}: Omit<ButtonProps, 'children' | 'icon' | 'unavailable'> & { readonly label: string; readonly icon: ReactNode }) {
  return (
    <Tooltip content={label}>
      <Button {...rest} variant={variant} size={size} aria-label={label} className={cx(buttonClass(variant, size, true), className)}>
        {icon}
      </Button>
    </Tooltip>
  );
}
