import { DirectionProvider } from '@base-ui/react/direction-provider';
import { type ReactNode, useMemo, useState } from 'react';
import { cx } from '../cx.ts';
import { ToastProvider } from '../overlay/toast.tsx';
import styles from './root.module.css';
import { type Theme, useTheme } from './theme.ts';
import '../tokens.css';
import { UiContextValue } from './ui-context.ts';
import { englishUiWords, type UiWords } from './words.ts';

/**
 * Wraps everything that uses the kit: sets the theme and the fonts, and contains the layer for
 * menus, dialogs and toasts. It fills its parent's height and may be nested (the product inside the
 * workbench has its own).
 */
export function UiRoot({
  theme = 'system',
  words = englishUiWords,
  language,
  direction = 'ltr',
  className,
  children,
}: {
  readonly theme?: Theme;
  readonly words?: UiWords;
  /** The language of the content, as a BCP 47 tag. */
  readonly language?: string | undefined;
  readonly direction?: 'ltr' | 'rtl';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const shown = useTheme(theme);
  const [tips] = useState(() => ({ closed: -1000 }));
  const context = useMemo(() => ({ layer, words, tips }), [layer, words, tips]);
  return (
    <div className={cx(styles['root'], className)} data-theme={shown} lang={language} dir={direction}>
      <DirectionProvider direction={direction}>
        <UiContextValue value={context}>
          <ToastProvider>{children}</ToastProvider>
        </UiContextValue>
      </DirectionProvider>
      <div className={styles['layer']} ref={setLayer} />
    </div>
  );
}
