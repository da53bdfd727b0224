import { mayPutFile } from '../../engine/access/may-put-file.ts';
import {
  type FileSpace,
  forgetOldUploads,
  keepPreview,
  keepUpload,
  mayPutPreview,
  previewId,
  spaceFull,
} from '../../engine/change/files.ts';
import { plainModel } from '../../engine/document/product-model.ts';
import type { Product } from '../../engine/product.ts';
import type { Address, FileData } from '../../engine/record-data.ts';
import { unlockAt } from '../../engine/screens/opened.ts';
import type { ChangeListener, Command, CommandResult, View, ViewRequest } from '../../engine/session.ts';
import { SessionHost } from '../../engine/session-host.ts';
import type { Origin, Person } from '../../engine/world/world.ts';
import { InfrastructureError } from '../../store/errors.ts';
import { ReadOnlyStore } from '../../store/store.ts';
import { Calls } from '../calls/answer-call.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';
import type { SecretOf } from '../calls/signature.ts';
import type { Engine, ScreenAnswer, ScreenRequest } from './engine.ts';
import { OpaqueNames, opaqueKey } from './opaque-names.ts';
import { type Claims, signInOpenId } from './sign-in-openid.ts';

/** Runs a body on the store. The body is re-run whenever an answer from elsewhere arrives. */
export type RunBody = <T>(body: () => T) => Promise<T>;

/** For a store that answers synchronously. */
export const runSynchronously: RunBody = async (body) => body();

/**
 * The arguments of `putFile`. `bytes` absent: only checks permission and returns the new id.
 * `bytes` null: the content is in a file store, under this id.
 */
export type PutArguments = readonly [
  file: {
    readonly id?: string;
    readonly name: string;
    readonly mediaType: string;
    readonly size: number;
    readonly bytes?: Uint8Array | null;
    /** The id of the uploaded file that this one is the preview of. */
    readonly previewOf?: string;
  },
  space: FileSpace,
  /** The screen of the upload; an address with a secret grants the roles of its link. */
  at?: Address,
];

export type PutAnswer = FileData | { readonly full: keyof FileSpace } | 'forbidden';

/** Connects one product to the HTTP layer. */
export class ProductEngine implements Engine {
  readonly #product: Product;
  readonly #calls: Calls;
  readonly #mistake: (error: unknown) => void;
  readonly #run: RunBody;
  #names: OpaqueNames | null = null;

  /**
   * `mistake` receives internal errors of screen requests; screens only learn that one occurred.
   */
  constructor(product: Product, mistake: (error: unknown) => void, run = runSynchronously, secretOf?: SecretOf) {
    this.#product = product;
    this.#mistake = mistake;
    this.#run = run;
    this.#calls = new Calls(product, { secretOf });
  }

  call(request: CallRequest): Promise<CallAnswer> {
    return this.#run(() => this.#calls.answer(request));
  }

  /** Each request is a session of its own; its token names the acting person. */
  async screen({ token, name, args, origin = null }: ScreenRequest): Promise<ScreenAnswer> {
    if (name === 'openId') return this.#signedIn(token, origin, args[0] as Claims);
    const [first, view] = args as readonly [Command, ViewRequest | undefined];
    const { value, acting } = await this.#run((): { value: unknown; acting: () => Person } => {
      const person = this.#product.personOf(token, origin);
      const same = (): Person => person;
      // The page does not receive the examples, which contain passwords.
      if (name === 'model') return { value: plainModel(this.#product.model), acting: same };
      if (name === 'putFile') return { value: this.#put(person, args as PutArguments), acting: same };
      const host = this.#host(person);
      if (name === 'file') {
        const found = host.fileAt(...(args as Parameters<SessionHost['fileAt']>));
        found.catch(() => undefined);
        return { value: found, acting: same };
      }
      const ask = host[name].bind(host) as (...args: readonly unknown[]) => Promise<unknown>;
      // The view is read in a body of its own: if that fails, the command is still done, and the
      // page asks again.
      const value = name === 'run' ? host.runAt(first, view?.address ?? null) : ask(...args);
      // If the body runs again, this result is discarded.
      value.catch(() => undefined);
      return { value, acting: () => host.acting };
    });
    const answer = await value;
    const person = acting();
    const { device } = person.origin ?? {};
    return {
      value:
        name === 'open'
          ? await this.#opaque(answer as View)
          : name === 'run'
            ? await this.#seen(answer as CommandResult, person, view)
            : answer,
      token: person.token,
      ...(device && device !== origin?.device ? { device } : {}),
    };
  }

  #put(person: Person, [file, space, at]: PutArguments): PutAnswer {
    const { store, newId } = this.#product;
    const world = this.#product.world(person);
    if (at !== undefined) unlockAt(world, at);
    if (!mayPutFile(world)) return 'forbidden';
    return store.transaction((): PutAnswer => {
      forgetOldUploads(this.#product);
      const { name, mediaType, size, bytes, previewOf } = file;
      if (previewOf !== undefined && !mayPutPreview(world, previewOf, bytes ?? null)) return 'forbidden';
      const full = spaceFull(store, person.account, size, space);
      if (full !== null) return { full };
      if (previewOf !== undefined) {
        keepPreview(store, previewOf, size, bytes ?? null);
        return { id: previewId(previewOf), name, mediaType, size };
      }
      const id = file.id ?? newId();
      if (bytes !== undefined) keepUpload(this.#product, { id, name, mediaType, size, bytes, by: person.account });
      return { id, name, mediaType, size };
    });
  }

  async #signedIn(token: string | null, origin: Origin | null, claims: Claims): Promise<ScreenAnswer> {
    const outcome = await this.#run(() =>
      this.#product.transact(this.#product.personOf(token, origin), (run) => run.perform(signInOpenId, { claims })),
    );
    const { device } = outcome.person.origin ?? {};
    return { value: outcome, token: outcome.person.token, ...(device && device !== origin?.device ? { device } : {}) };
  }

  subscribe(listener: ChangeListener): () => void {
    return this.#product.subscribe((change) => listener([this.#names?.change(change) ?? { ...change, wrote: null }]));
  }

  #host(person: Person): SessionHost {
    return new SessionHost(this.#product, { remembers: false, person, mistake: this.#mistake });
  }

  /** Adds the view that the page shows after a command. */
  async #seen(ran: CommandResult, person: Person, request: ViewRequest | undefined): Promise<CommandResult> {
    if (!ran.ok || request === undefined) return ran;
    try {
      const { view } = await this.#run(() => {
        const view = this.#host(person).open(request);
        view.catch(() => undefined);
        return { view };
      });
      return { ...ran, view: await this.#opaque(await view) };
    } catch (error) {
      // The command has succeeded, so the answer must not report a failure.
      if (!(error instanceof InfrastructureError)) this.#mistake(error);
      return ran;
    }
  }

  async #opaque(view: View): Promise<View> {
    return { ...view, reads: (await this.#named())?.of(view.reads) ?? null };
  }

  /**
   * Null if the key does not exist yet and this process may not write; pages then refresh after
   * every change.
   */
  async #named(): Promise<OpaqueNames | null> {
    if (this.#names === null) {
      try {
        this.#names = new OpaqueNames(await this.#run(() => opaqueKey(this.#product)));
      } catch (error) {
        if (!(error instanceof ReadOnlyStore)) throw error;
      }
    }
    return this.#names;
  }

  async ready(): Promise<boolean> {
    try {
      await this.#run(() => this.#product.store.meta('ready'));
      return true;
    } catch {
      // Whatever the reason, the database does not answer.
      return false;
    }
  }

  async close(): Promise<void> {
    this.#product.store.close();
  }
}
