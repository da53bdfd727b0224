import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '../icons.ts';
import { useUi } from '../root/ui-context.ts';
import styles from './toast.module.css';

export interface ToastContent {
  readonly message: ReactNode;
  readonly tone?: 'neutral' | 'success' | 'danger';
  /** One action on the message: undo, or explain why. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface Toaster {
  /** Shows a brief message. It does not take the focus; F6 moves there. */
  readonly show: (toast: ToastContent) => void;
}

interface Shown extends ToastContent {
  readonly id: number;
}

const ToasterContext = createContext<Toaster>({ show: () => undefined });

export const useToast = (): Toaster => useContext(ToasterContext);

const icons = { neutral: IconInfoCircle, success: IconCheck, danger: IconAlertTriangle };
/** The maximum number shown at a time; the oldest is dropped. */
const most = 3;

/** Part of <UiRoot>. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const count = useRef(0);
  const toaster = useMemo<Toaster>(
    () => ({
      show(toast) {
        const id = ++count.current;
        // A new success message replaces earlier ones that offer no action.
        const still = (one: Shown): boolean => !(toast.tone === 'success' && one.tone === 'success' && !one.action);
        setToasts((before) => [...before.filter(still), { ...toast, id }].slice(-most));
      },
    }),
    [],
  );
  return (
    <ToasterContext value={toaster}>
      {children}
      <Toasts toasts={toasts} onClose={(id) => setToasts((before) => before.filter((toast) => toast.id !== id))} />
    </ToasterContext>
  );
}

function Toasts({ toasts, onClose }: { readonly toasts: readonly Shown[]; readonly onClose: (id: number) => void }) {
  const { layer, words } = useUi();
  const viewport = useRef<HTMLElement>(null);
  // No toast disappears while the pointer or the focus is on one.
  const [held, setHeld] = useState(false);
  const some = toasts.length > 0;
  useEffect(() => {
    if (!some) return;
    const keys = (event: KeyboardEvent): void => {
      if (event.key !== 'F6') return;
      event.preventDefault();
      viewport.current?.focus();
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  }, [some]);
  if (!layer) return null;
  return createPortal(
    <section
      ref={viewport}
      tabIndex={-1}
      aria-label={words.notifications}
      className={styles['viewport']}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* A live region must exist before the message that it announces. */}
      <div aria-live="polite" style={{ display: 'contents' }}>
        {toasts.map((toast) => (
          <OneToast key={toast.id} toast={toast} held={held} onClose={() => onClose(toast.id)} />
        ))}
      </div>
    </section>,
    layer,
  );
}

function OneToast({ toast, held, onClose }: { readonly toast: Shown; readonly held: boolean; readonly onClose: () => void }) {
  const { words } = useUi();
  const { message, tone = 'neutral', action } = toast;
  const close = useRef(onClose);
  close.current = onClose;
  const time = action || tone === 'danger' ? 8000 : 3000;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close.current(), time);
    return () => clearTimeout(timer);
  }, [held, time]);
  const Icon = icons[tone];
  return (
    <div
      className={styles['toast']}
      role={tone === 'danger' ? 'alert' : undefined}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Icon size={16} className={cx(styles['icon'], tone !== 'neutral' && styles[tone])} />
      <div className={styles['text']}>{message}</div>
      {action ? (
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            onClose();
            action.run();
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton size="small" label={words.close} icon={<IconX size={14} />} onClick={onClose} />
    </div>
  );
}
