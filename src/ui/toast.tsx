import { Toast as Base } from '@base-ui/react/toast';
import { type ReactNode, useMemo } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from './icons.ts';
import styles from './toast.module.css';
import { useUi } from './ui-context.ts';

export interface ToastContent {
  readonly message: ReactNode;
  readonly tone?: 'neutral' | 'success' | 'danger';
  /** One thing to do about it: undo, why. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface Toaster {
  /** Says something in passing. It does not take the focus; F6 goes to it. */
  readonly show: (toast: ToastContent) => void;
}

interface Data {
  readonly tone: 'neutral' | 'success' | 'danger';
}

const icons = { neutral: IconInfoCircle, success: IconCheck, danger: IconAlertTriangle };

export function useToast(): Toaster {
  const { add } = Base.useToastManager<Data>();
  return useMemo(
    () => ({
      show: ({ message, tone = 'neutral', action }) => {
        add({
          title: message,
          data: { tone },
          priority: tone === 'danger' ? 'high' : 'low',
          timeout: action || tone === 'danger' ? 8000 : 4000,
          ...(action ? { actionProps: { children: action.label, onClick: action.run } } : {}),
        });
      },
    }),
    [add],
  );
}

/** Part of <UiRoot>. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider limit={3}>
      {children}
      <Toasts />
    </Base.Provider>
  );
}

function Toasts() {
  const { layer, words } = useUi();
  const { toasts } = Base.useToastManager<Data>();
  return (
    <Base.Portal container={layer}>
      <Base.Viewport className={styles['viewport']} aria-label={words.notifications}>
        {toasts.map((toast) => {
          const tone = toast.data?.tone ?? 'neutral';
          const Icon = icons[tone];
          return (
            <Base.Root key={toast.id} toast={toast} className={styles['toast']} swipeDirection={['right', 'down']}>
              <Base.Content className={styles['content']}>
                <Icon size={16} className={cx(styles['icon'], tone !== 'neutral' && styles[tone])} />
                <div className={styles['text']}>
                  <Base.Title render={<p />} />
                </div>
                {toast.actionProps ? <Base.Action render={<Button size="small" variant="ghost" />} /> : null}
                <Base.Close render={<IconButton size="small" label={words.close} icon={<IconX size={14} />} />} />
              </Base.Content>
            </Base.Root>
          );
        })}
      </Base.Viewport>
    </Base.Portal>
  );
}
