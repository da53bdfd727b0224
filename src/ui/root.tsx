import { type ReactNode, useMemo, useState } from 'react';
import { cx } from './cx.ts';
import styles from './root.module.css';
import { type Theme, useTheme } from './theme.ts';
import { ToastProvider } from './toast.tsx';
import './tokens.css';
import { UiContextValue } from './ui-context.ts';
import { englishUiWords, type UiWords } from './words.ts';

/**
 * Stands around everything that uses the kit: sets the theme, the type, and the layer for menus, dialogs and toasts.
 * It fills its parent's height and may be nested (the product inside the workbench has its own).
 */
export function UiRoot({
  theme = 'system',
  words = englishUiWords,
  className,
  children,
}: {
  readonly theme?: Theme;
  readonly words?: UiWords;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const shown = useTheme(theme);
  const [tips] = useState(() => ({ closed: -1000 }));
  const context = useMemo(() => ({ layer, words, tips }), [layer, words, tips]);
  return (
    <div className={cx(styles['root'], className)} data-theme={shown}>
      <UiContextValue value={context}>
        <ToastProvider>{children}</ToastProvider>
      </UiContextValue>
      <div className={styles['layer']} ref={setLayer} />
    </div>
  );
}
