import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Skeleton } from '../display/skeleton.tsx';
import { PlainField } from '../form/plain-field.tsx';
import { IconSearch } from '../icons.ts';
import { useUi } from '../root/ui-context.ts';
import list from './command-list.module.css';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { focusedElement, returnFocus } from './return-focus.ts';

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly placeholder: string;
  /** Maximum width in pixels. */
  readonly width: number;
}

/** What a palette passes to its list. */
export interface PaletteQuery {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Called when the list's input has received the focus. */
  readonly onShown: () => void;
}

/**
 * A dialog with a list of commands whose code may still be loading. Its input appears immediately,
 * and the list starts with the text typed so far.
 */
export function PaletteDialog({ children, ...props }: PaletteProps & { readonly children: (given: PaletteQuery) => ReactNode }) {
  const { open, onClose, title, width } = props;
  const [query, setQuery] = useState('');
  const [isShown, setIsShown] = useState(false);
  const state = useRef<{ readonly open: boolean; readonly before: HTMLElement | null }>({ open: false, before: null });
  if (open !== state.current.open) {
    state.current = { open, before: open ? focusedElement() : state.current.before };
    if (open) {
      setQuery('');
      setIsShown(false);
    }
  }
  // If the palette closes before its list has loaded, there is no dialog to return the focus.
  useEffect(() => {
    if (!open) return;
    return () => returnFocus(state.current.before);
  }, [open]);
  return (
    <>
      {open && !isShown ? <EarlyBox {...props} query={query} onQuery={setQuery} /> : null}
      {/* The element focused when the dialog opens is the early input, which disappears. */}
      <Dialog open={open} onClose={onClose} title={title} width={width} focusAfter={() => state.current.before}>
        {children({ query, onQuery: setQuery, onShown: () => setIsShown(true) })}
      </Dialog>
    </>
  );
}

/** Looks like the dialog that replaces it. */
function EarlyBox({
  title,
  placeholder,
  width,
  query,
  onQuery,
  onClose,
}: PaletteProps & { readonly query: string; readonly onQuery: (query: string) => void }) {
  const { layer } = useUi();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  if (layer === null) return null;
  return createPortal(
    <div className={styles['viewport']} onClick={(event) => event.target === event.currentTarget && onClose()}>
      <div
        role="dialog"
        aria-label={title}
        data-early
        className={styles['popup']}
        style={{ '--dialog-width': `${width}px` } as CSSProperties}
      >
        <div className={styles['head']}>
          <div className={styles['title']}>{title}</div>
        </div>
        <div className={`${styles['body']} ${list['palette']}`}>
          <PlainField
            ref={input}
            role="combobox"
            aria-expanded={false}
            aria-autocomplete="list"
            aria-label={title}
            placeholder={placeholder}
            lead={<IconSearch size={16} />}
            value={query}
            onValue={onQuery}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose();
            }}
          />
          <Skeleton lines={6} />
        </div>
      </div>
    </div>,
    layer ?? document.body,
  );
}
