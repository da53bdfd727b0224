import type { ProductModel } from '../../engine/document/product-model.ts';
import type { WorkbenchSession } from '../../engine/session.ts';
import { chooseActor } from '../choose-actor.ts';
import type { ConnectedHost } from '../host/connection.ts';

export interface Begun {
  readonly model: ProductModel;
  /** What the document of this release would lose of the data; empty when the product runs it. */
  readonly losses: readonly string[];
  /** What is written is gone when the page is closed. */
  readonly fleeting: boolean;
}

/** Where it is kept that somebody has chosen who acts. */
export interface Remembered {
  get(): string | null;
  set(): void;
}

/**
 * The product as this release has it: data that was made under an earlier one comes along when nothing of it is lost. At the first look somebody acts
 * who may see the first screen, so that the product is alive.
 */
export async function begin(host: ConnectedHost, text: string, remembered: Remembered): Promise<Begun> {
  const storage = await host.storage();
  const fleeting = storage.kind === 'memory';
  const report = await host.change(text, fleeting);
  const model = await host.model();
  if (remembered.get() === null) {
    await becomeSomebody(host, model);
    remembered.set();
  }
  return { model, losses: report.applied ? [] : report.losses, fleeting };
}

async function becomeSomebody(host: WorkbenchSession, model: ProductModel): Promise<void> {
  if ((await host.person()).account !== null) return;
  const actor = chooseActor(model, await host.actors());
  if (actor) await host.actAs(actor.id);
}
