import type { ProductModel } from '../../engine/document/product-model.ts';
import type { WorkbenchSession } from '../../engine/host.ts';
import { actAsFirst } from '../choose-actor.ts';
import type { ConnectedHost } from '../host/connection.ts';

export interface Opened {
  /** The model of this release; empty where a server keeps the document. */
  readonly written: string;
  readonly host: ConnectedHost;
}

export interface Begun {
  readonly model: ProductModel;
  /** What the document of this release would lose of the data; empty when the product runs it. */
  readonly losses: readonly string[];
  /** What is written is gone when the page is closed. */
  readonly fleeting: boolean;
}

/** The storage key for whether a person has chosen whom to act as. */
export interface Remembered {
  get(): string | null;
  set(): void;
}

/**
 * The product of this release: data of an earlier one is migrated if nothing is lost. At the first
 * visit a person acts who may see the first screen, so that there is something to see.
 */
export async function begin(host: ConnectedHost, written: string, remembered: Remembered): Promise<Begun> {
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
