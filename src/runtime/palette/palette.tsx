import { type ComponentProps, type RefObject, useEffect, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { PaletteDialog } from '../../ui/overlay/palette-dialog.tsx';
import { lazyPart } from '../lazy-part.ts';
import { useProduct } from '../product-context.ts';
import styles from './palette.module.css';
import type { PaletteList as List } from './palette-list.tsx';

const PaletteList = lazyPart<ComponentProps<typeof List>>(async () => (await import('./palette-list.tsx')).PaletteList);
const ShortcutList = lazyPart<object>(async () => (await import('./shortcut-list.tsx')).ShortcutList);

/** Loads the palette's code, so that its list appears as soon as the palette opens. */
export const preloadPalette = (): Promise<void> => PaletteList.preload();

/** The shortcut in the notation of this machine. */
const keyOfPalette = (): string => (/mac|iphone|ipad/iu.test(navigator.platform) ? '⌘K' : 'Ctrl K');

export type PaletteState = 'closed' | 'palette' | 'shortcuts';

/** Whether a key typed there enters a character. */
const types = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null);

/**
 * Ctrl-K opens the palette, `?` the list of shortcuts. `whole`: the product owns the page, so also
 * handles keys pressed while nothing has the focus; otherwise only those pressed inside `shell`.
 */
export function usePaletteKeys(
  shell: RefObject<HTMLElement | null>,
  whole: boolean,
): readonly [PaletteState, (state: PaletteState) => void] {
  const [state, setState] = useState<PaletteState>('closed');
  useEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      const { target } = event;
      const ours = (target instanceof Node && shell.current?.contains(target)) || (whole && target === document.body);
      if (!ours || event.defaultPrevented || event.altKey || event.isComposing) return;
      const control = event.ctrlKey || event.metaKey;
      if (control && !event.shiftKey && event.key.toLowerCase() === 'k') setState('palette');
      else if (!control && event.key === '?' && !types(target)) setState('shortcuts');
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  }, [shell, whole]);
  return [state, setState];
}

/** Opens the palette without the shortcut. `field`: looks like a search box. */
export function PaletteButton({ field = false, onPress }: { readonly field?: boolean; readonly onPress: () => void }) {
  const { words } = useProduct();
  // The accessible name contains the visible text, so that voice control finds the button.
  const { title } = words.palette;
  const visible = title.includes(words.search) ? words.search : title;
  if (field)
    return (
      <button
        type="button"
        className={styles['field']}
        data-key={keyOfPalette()}
        aria-label={title}
        aria-keyshortcuts="Control+K"
        onClick={onPress}
      >
        <IconSearch size={16} />
        <span>{visible}</span>
      </button>
    );
  return <IconButton size="small" label={words.palette.title} icon={<IconSearch size={16} />} onClick={onPress} />;
}

/**
 * All screens and actions of the product, by name. `acting`: the person may act as the example
 * people.
 */
export function Palette({
  state,
  acting,
  onState,
}: {
  readonly state: PaletteState;
  readonly acting: boolean;
  readonly onState: (state: PaletteState) => void;
}) {
  const { words } = useProduct();
  return (
    <>
      <PaletteDialog
        open={state === 'palette'}
        onClose={() => onState('closed')}
        title={words.palette.title}
        placeholder={words.palette.placeholder}
        width={520}
      >
        {(given) => <PaletteList {...given} acting={acting} onShortcuts={() => onState('shortcuts')} onDone={() => onState('closed')} />}
      </PaletteDialog>
      <Dialog open={state === 'shortcuts'} onClose={() => onState('closed')} title={words.palette.shortcuts} width={440}>
        <ShortcutList />
      </Dialog>
    </>
  );
}
