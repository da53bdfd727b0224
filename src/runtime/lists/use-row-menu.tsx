import { type ComponentProps, type ReactNode, useCallback, useRef, useState } from 'react';
import type { RecordData } from '../../engine/record-data.ts';
import { lazyPart } from '../lazy-part.ts';
import type { DataOf } from '../screen/use-part.ts';
import type { RecordDrawer as Beside } from './record-drawer.tsx';
import type { RowMenuAt, RowMenu as Shown } from './row-menu.tsx';

const RowMenu = lazyPart<ComponentProps<typeof Shown>>(async () => (await import('./row-menu.tsx')).RowMenu, null);
const RecordDrawer = lazyPart<ComponentProps<typeof Beside>>(async () => (await import('./record-drawer.tsx')).RecordDrawer, null);

/** Loads the code of rows' menus, and in a built product of all that is done with rows. */
export const preloadRowMenus = (): Promise<void> => RowMenu.preload();

/** `point`: the position of the press; null to open below the button. */
export type OpenRowMenu = (row: RecordData, button: HTMLElement, point: RowMenuAt['point'], byKeyboard: boolean) => void;

/** One menu for all rows of a list, and the record that is open beside it. */
export function useRowMenu(data: DataOf<'list' | 'cards'>): { readonly open: OpenRowMenu; readonly shown: ReactNode } {
  const anchor = useRef<HTMLElement>(null);
  const [at, setAt] = useState<RowMenuAt | null>(null);
  const [open, setOpen] = useState(false);
  const [beside, setBeside] = useState<string | null>(null);
  const close = useCallback(() => setBeside(null), []);
  return {
    open: useCallback((row, button, point, byKeyboard) => {
      anchor.current = button;
      setAt({ row, point, byKeyboard });
      setOpen(true);
    }, []),
    shown: (
      <>
        {at === null ? null : (
          <RowMenu at={at} open={open} anchor={anchor} data={data} onClose={() => setOpen(false)} onBeside={(row) => setBeside(row.id)} />
        )}
        {beside === null ? null : (
          <RecordDrawer rows={data.rows} addresses={data.addresses} id={beside} onMove={setBeside} onClose={close} />
        )}
      </>
    ),
  };
}
