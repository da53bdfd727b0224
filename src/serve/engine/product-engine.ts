import { mayPutFile } from '../../engine/may-put-file.ts';
import type { Product } from '../../engine/product.ts';
import { plainModel } from '../../engine/product-model.ts';
import { SessionHost } from '../../engine/session-host.ts';
import { Calls } from '../calls/answer-call.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';
import type { Engine, ScreenAnswer, ScreenRequest } from './engine.ts';

/** A product in this thread. */
export class ProductEngine implements Engine {
  readonly #product: Product;
  readonly #calls: Calls;
  readonly #mistake: (error: unknown) => void;

  /** `mistake` is told of what goes wrong in the product itself while a screen asks; whoever asks learns only that something did. */
  constructor(product: Product, mistake: (error: unknown) => void) {
    this.#product = product;
    this.#mistake = mistake;
    this.#calls = new Calls(product);
  }

  async call(request: CallRequest): Promise<CallAnswer> {
    return this.#calls.answer(request);
  }

  /** Each request is a session of its own: who asks is said by the token, every time. */
  async screen({ token, name, args, origin = null }: ScreenRequest): Promise<ScreenAnswer> {
    const person = this.#product.personOf(token, origin);
    const host = new SessionHost(this.#product, { remembers: false, person, mistake: this.#mistake });
    // Examples, with their passwords, stay behind.
    if (name === 'model') return { value: plainModel(this.#product.model), token: person.token };
    if (name === 'putFile' && !mayPutFile(this.#product.world(person))) return { value: null, token: person.token };
    const ask = host[name].bind(host) as (...args: readonly unknown[]) => Promise<unknown>;
    const value = await ask(...args);
    const { device } = host.acting.origin ?? {};
    return { value, token: host.acting.token, ...(device && device !== origin?.device ? { device } : {}) };
  }

  subscribe(listener: () => void): () => void {
    return this.#product.subscribe(listener);
  }

  async ready(): Promise<boolean> {
    try {
      this.#product.store.meta('ready');
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
