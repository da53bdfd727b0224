import { mayPutFile } from '../../engine/access/may-put-file.ts';
import { plainModel } from '../../engine/document/product-model.ts';
import type { Product } from '../../engine/product.ts';
import { SessionHost } from '../../engine/session-host.ts';
import type { Person } from '../../engine/world/world.ts';
import { Calls } from '../calls/answer-call.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';
import type { Engine, ScreenAnswer, ScreenRequest } from './engine.ts';

/** Runs a body on the store, more than once where its answers come from elsewhere. */
export type RunBody = <T>(body: () => T) => Promise<T>;

/** For a store that answers synchronously. */
export const runAtOnce: RunBody = async (body) => body();

/** One product as HTTP sees it. */
export class ProductEngine implements Engine {
  readonly #product: Product;
  readonly #calls: Calls;
  readonly #mistake: (error: unknown) => void;
  readonly #run: RunBody;

  /**
   * `mistake` receives internal errors of a screen's request; the screen learns only that there was
   * one.
   */
  constructor(product: Product, mistake: (error: unknown) => void, run = runAtOnce) {
    this.#product = product;
    this.#mistake = mistake;
    this.#run = run;
    this.#calls = new Calls(product);
  }

  call(request: CallRequest): Promise<CallAnswer> {
    return this.#run(() => this.#calls.answer(request));
  }

  /** Each request is its own session: its token names the acting person. */
  async screen({ token, name, args, origin = null }: ScreenRequest): Promise<ScreenAnswer> {
    const { value, acting } = await this.#run((): { value: unknown; acting: () => Person } => {
      const person = this.#product.personOf(token, origin);
      const same = (): Person => person;
      // Examples, with their passwords, stay behind.
      if (name === 'model') return { value: plainModel(this.#product.model), acting: same };
      const host = new SessionHost(this.#product, { remembers: false, person, mistake: this.#mistake });
      if (name === 'putFile' && !mayPutFile(this.#product.world(person))) return { value: null, acting: same };
      const ask = host[name].bind(host) as (...args: readonly unknown[]) => Promise<unknown>;
      const value = ask(...args);
      // Where the body runs again nobody looks at this one.
      value.catch(() => undefined);
      return { value, acting: () => host.acting };
    });
    const said = await value;
    const { token: now, origin: from } = acting();
    const { device } = from ?? {};
    return { value: said, token: now, ...(device && device !== origin?.device ? { device } : {}) };
  }

  subscribe(listener: () => void): () => void {
    return this.#product.subscribe(listener);
  }

  async ready(): Promise<boolean> {
    try {
      await this.#run(() => this.#product.store.meta('ready'));
      return true;
    } catch {
      // Whatever the reason: it does not answer.
      return false;
    }
  }

  async close(): Promise<void> {
    this.#product.store.close();
  }
}
