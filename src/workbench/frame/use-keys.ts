import { useEffect } from 'react';
import type { Workbench } from '../state/workbench.ts';

/**
 * Global keys of the workbench, except where the product uses them itself: command palette, save to
 * disk, next finding, views, keyboard shortcuts, inspect the product.
 */
export function useKeys(workbench: Workbench): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return;
      const control = (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (control && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        // The running product has its own palette, and a dialog in it may need the focus.
        const inProduct = event.target instanceof Element && event.target.closest('[data-product]') !== null;
        if (inProduct && workbench.open.get().product.state.get().kind === 'running') return;
        // Show only one dialog at a time.
        workbench.keysShown.set(false);
        workbench.historyShown.set(false);
        workbench.paletteShown.update((shown) => !shown);
      } else if (control && event.key.toLowerCase() === 's') {
        event.preventDefault();
        void workbench.saveToDisk(false);
      } else if (event.key === 'F1') {
        event.preventDefault();
        const writing = event.target instanceof Element && event.target.closest('.cm-editor, [data-notation]') !== null;
        (writing ? workbench.notationShown : workbench.keysShown).update((shown) => !shown);
      } else if (event.key === 'F4' && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        workbench.toggleView();
        // Move the focus there, for people who use the keyboard.
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-views] h2')?.focus());
      } else if (event.key === 'F9' && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        if (event.shiftKey) void import('../product/inspect/show-row.ts').then(({ showRow }) => showRow(workbench, document));
        else {
          workbench.inspecting.update((on) => !on);
          if (workbench.inspecting.get()) workbench.showPane('product');
        }
      } else if (event.key === 'F8' && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        workbench.showPane('text');
        workbench.open.get().editor.nextFinding(event.shiftKey);
      }
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [workbench]);
}
