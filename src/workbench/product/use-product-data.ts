import { useOpenDocument, useWorkbench } from '../frame/workbench-context.ts';

/** Actions on all data of the product, which report errors. */
export interface ProductData {
  /** Downloads a snapshot. */
  save(): Promise<void>;
  /** Asks for a snapshot and restores it; the previous data can be brought back. */
  choose(): Promise<void>;
  /** Reloads the examples; the previous data can be brought back. */
  reset(): Promise<void>;
  /** Applies the change although data is lost, and offers to undo it. */
  changeAnyway(): Promise<void>;
}

export function useProductData(): ProductData {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const { product, editor } = document;

  const saying = async (what: string, body: () => Promise<void>): Promise<void> => {
    try {
      await body();
    } catch (error) {
      workbench.say({ message: `${what}: ${error instanceof Error ? error.message : String(error)}`, tone: 'danger' });
    }
  };
  // Restores the snapshot's text too, so that the product and the document match.
  const putBack = async (snapshot: Uint8Array): Promise<void> => editor.replace(await product.restore(snapshot));
  const wayBack = (before: Uint8Array) => ({
    label: 'Undo',
    run: () => void saying('Couldn’t restore the data', () => putBack(before)),
  });

  return {
    save: () =>
      saying('Couldn’t save the snapshot', async () => {
        const bytes = await product.snapshot();
        download(bytes, `${document.saver.file.get().name.replace(/\.[^.]+$/, '')}.snapshot`);
      }),
    choose: () =>
      saying('Couldn’t restore the snapshot', async () => {
        const file = await chooseSnapshot();
        if (file === null) return;
        const before = await product.snapshot();
        await putBack(new Uint8Array(await file.arrayBuffer()));
        workbench.say({ message: 'Snapshot restored.', tone: 'success', action: wayBack(before) });
      }),
    reset: () =>
      saying('Couldn’t reset the data', async () => {
        const before = await product.snapshot();
        await product.reset();
        workbench.say({ message: 'Sample data restored.', tone: 'success', action: wayBack(before) });
      }),
    changeAnyway: () =>
      saying('Couldn’t update the product', async () => {
        const before = await product.snapshot();
        product.force();
        workbench.say({ message: 'Product updated.', tone: 'success', action: wayBack(before) });
      }),
  };
}

function download(bytes: Uint8Array, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' }));
  const link = window.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Resolves to null if the person cancels. */
const chooseSnapshot = (): Promise<File | null> =>
  new Promise((resolve) => {
    const input = window.document.createElement('input');
    input.type = 'file';
    input.accept = '.snapshot';
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null), { once: true });
    input.addEventListener('cancel', () => resolve(null), { once: true });
    input.click();
  });
