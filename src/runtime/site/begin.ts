import type { ProductModel } from '../../engine/document/product-model.ts';
import type { WorkbenchSession } from '../../engine/host.ts';
import { actAsFirst } from '../choose-actor.ts';
import type { ConnectedHost } from '../host/connection.ts';

export interface Opened {
  /** The serialized model of this release; empty if a server keeps the document. */
  readonly written: string;
  readonly host: ConnectedHost;
}

export interface StartedProduct {
  readonly model: ProductModel;
  /** The data that this release's document would lose; empty if the product runs that document. */
  readonly losses: readonly string[];
  /** Whether the data is lost when the page closes. */
  readonly fleeting: boolean;
}

/** A stored mark that the first visit is over, so that later visits do not choose who acts. */
export interface Remembered {
  get(): string | null;
  set(): void;
}

/**
 * Starts the product of this release: migrates data of an earlier one if nothing is lost. At the
 * first visit, acts as a person who may see the first screen, so that there is something to see.
 */
export async function startProduct(host: ConnectedHost, written: string, remembered: Remembered): Promise<StartedProduct> {
  const storage = await host.storage();
  const fleeting = storage.kind === 'memory';
  const report = await host.change(written, fleeting);
  const model = await host.model();
  if (remembered.get() === null) {
    await actAtFirstVisit(host, model);
    remembered.set();
  }
  return { model, losses: report.applied ? [] : report.losses, fleeting };
}

async function actAtFirstVisit(host: WorkbenchSession, model: ProductModel): Promise<void> {
  if ((await host.person()).account !== null) return;
  await actAsFirst(model, host);
}
