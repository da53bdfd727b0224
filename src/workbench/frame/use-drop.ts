import { type RefObject, useEffect, useState } from 'react';
import type { FileHandle } from '../documents/disk.ts';
import type { Workbench } from '../state/workbench.ts';

interface HandleItem {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

/**
 * Opens files that are dropped anywhere on the workbench, except on the product's own inputs.
 * Returns true while a file is dragged over it.
 */
export function useDrop(target: RefObject<HTMLElement | null>, workbench: Workbench): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const files = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const inProduct = (event: DragEvent): boolean => event.target instanceof Element && event.target.closest('[data-product]') !== null;
    const hover = (event: DragEvent): void => {
      if (!files(event) || event.defaultPrevented) return;
      event.preventDefault();
      setOver(!inProduct(event));
    };
    const leave = (event: DragEvent): void => {
      if (!(event.relatedTarget instanceof Node) || !element.contains(event.relatedTarget)) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!files(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (inProduct(event)) return;
      const item = event.dataTransfer?.items[0] as (DataTransferItem & HandleItem) | undefined;
      const file = item?.getAsFile();
      if (!file) return;
      const handle = item?.getAsFileSystemHandle?.() ?? Promise.resolve(null);
      void handle.catch(() => null).then((found) => workbench.openDropped(file, found?.kind === 'file' ? (found as FileHandle) : null));
    };
    // In the capture phase, because the editor would insert the file's text.
    element.addEventListener('dragover', hover, true);
    element.addEventListener('dragleave', leave);
    element.addEventListener('drop', drop, true);
    return () => {
      element.removeEventListener('dragover', hover, true);
      element.removeEventListener('dragleave', leave);
      element.removeEventListener('drop', drop, true);
    };
  }, [target, workbench]);
  return over;
}
