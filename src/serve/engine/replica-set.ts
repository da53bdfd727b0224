import type { ChangeListener } from '../../engine/session.ts';
import { isWriteCall } from '../../engine/session-calls.ts';
import { ReadOnlyStore } from '../../store/store.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';
import { documentMark } from './document-mark.ts';
import type { Engine, ScreenAnswer, ScreenRequest } from './engine.ts';
import { type RequiredState, Service, type ServiceParts } from './service.ts';

/** How long a failed replica rests, in milliseconds; doubles with each failure. */
const rest = { first: 1000, longest: 60_000 };

/** One replica of the database, and the service on it. */
class Replica {
  readonly #parts: ServiceParts;
  readonly #log: ServiceParts['log'];
  #service: Service | null = null;
  #starting = false;
  #closed = false;
  #rests = { until: 0, next: rest.first };

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#log = parts.log;
    void this.#start();
  }

  /** Returns null if the replica cannot answer; the caller then asks the primary. */
  async ask<T>(question: (service: Service) => Promise<T>): Promise<T | null> {
    const service = this.#service;
    if (performance.now() < this.#rests.until) return null;
    if (service === null) {
      void this.#start();
      return null;
    }
    try {
      const answer = await question(service);
      this.#rests = { until: 0, next: rest.first };
      return answer;
    } catch (error) {
      if (!(error instanceof ReadOnlyStore)) this.#tire(error);
      return null;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#service?.close();
  }

  async #start(): Promise<void> {
    if (this.#starting || this.#closed) return;
    this.#starting = true;
    try {
      const service = await Service.start(this.#parts);
      if (this.#closed) await service.close();
      else this.#service = service;
    } catch (error) {
      this.#tire(error);
    } finally {
      this.#starting = false;
    }
  }

  #tire(error: unknown): void {
    const wait = this.#rests.next;
    this.#rests = { until: performance.now() + wait, next: Math.min(wait * 2, rest.longest) };
    const why = error instanceof Error ? error.message : String(error);
    this.#log('error', `a replica is not used for ${Math.round(wait / 1000)} s; reads go to the primary: ${why}`);
  }
}

/**
 * A product whose database has replicas (Postgres standbys). Reads rotate over the replicas. A
 * replica answers only if it has replayed everything that this process knows to be written and has
 * the same document; otherwise the primary answers. So no answer is older than what this process
 * has already shown or announced.
 */
export class ReplicaSet implements Engine {
  readonly #service: Service;
  readonly #replicas: readonly Replica[];
  #turn = 0;
  #marked: { readonly text: string; readonly mark: string };

  constructor(service: Service, replicas: readonly ServiceParts[]) {
    this.#service = service;
    this.#replicas = replicas.map((parts) => new Replica(parts));
    this.#marked = { text: service.text, mark: documentMark(service.text) };
  }

  async call(request: CallRequest): Promise<CallAnswer> {
    const looked = request.method === 'GET' ? await this.#look((service, after) => service.call(request, after)) : null;
    return looked ?? this.#service.call(request);
  }

  async screen(request: ScreenRequest): Promise<ScreenAnswer> {
    const looked =
      isWriteCall(request.name) || request.name === 'openId' ? null : await this.#look((service, after) => service.screen(request, after));
    return looked ?? this.#service.screen(request);
  }

  subscribe(listener: ChangeListener): () => void {
    return this.#service.subscribe(listener);
  }

  ready(): Promise<boolean> {
    return this.#service.ready();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#replicas.map((replica) => replica.close()), this.#service.close()]);
  }

  async #look<T>(question: (service: Service, after: RequiredState) => Promise<T>): Promise<T | null> {
    const { text } = this.#service;
    if (text !== this.#marked.text) this.#marked = { text, mark: documentMark(text) };
    const after: RequiredState = { position: this.#service.position, document: this.#marked.mark };
    this.#turn = (this.#turn + 1) % this.#replicas.length;
    return (await this.#replicas[this.#turn]?.ask((service) => question(service, after))) ?? null;
  }
}
