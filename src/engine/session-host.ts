import { pending } from '../base/pending.ts';
import { NotSaved, StorageFull } from '../base/storage-full.ts';
import { TooExpensive } from '../expression/evaluate/budget.ts';
import { InfrastructureError } from '../store/errors.ts';
import { ReadOnlyStore } from '../store/store.ts';
import { ownAccount } from './account/own-account.ts';
import { deletion } from './change/deletion.ts';
import { forgetOldUploads, hasPreview, isInFileStore, keepPreview, keepUpload, mayHaveFile, previewId } from './change/files.ts';
import { importRows } from './change/import-rows.ts';
import { type RefusalInput, Refused, refusal, tooExpensive } from './change/refusals.ts';
import { exampleRecords } from './change/seed.ts';
import { runCommand } from './commands.ts';
import { anythingChanged, type DataChange } from './data-change.ts';
import type { ChoosingFor, FormNow, InputData, NewRecordData } from './form-data.ts';
import { givenOf } from './given.ts';
import { type JobsData, jobsOf } from './jobs/jobs.ts';
import { type InboxData, inboxOf } from './messages/inbox.ts';
import { type LinkData, linkData } from './operations/use-link.ts';
import type { Outcome } from './outcome.ts';
import type { ListOptions, PartData, RecordsData } from './part-data.ts';
import { newRecord } from './parts/form.ts';
import { formNow } from './parts/form-now.ts';
import { editable } from './parts/list.ts';
import type { Product } from './product.ts';
import type { Address, FileData, Json, RelationData } from './record-data.ts';
import { offered } from './screens/offered.ts';
import { unlockAt } from './screens/opened.ts';
import { readRecords } from './screens/records.ts';
import {
  type AccountData,
  type Actor,
  type Command,
  type CommandResult,
  type DeletionData,
  type ImportReport,
  type ImportRequest,
  mostDeleted,
  type NavigationItem,
  type NewFile,
  type PartAddress,
  type PersonData,
  type ScreenData,
  type Session,
  type View,
  type ViewRequest,
} from './session.ts';
import { navigationOf, partData, personData, readView, screenData } from './view.ts';
import { labelled } from './world/labels.ts';
import { nobody, type Person, type World } from './world/world.ts';

const actingKey = 'acting';

export interface SessionOptions {
  /**
   * Remembers the person over a reload, for data that belongs to one browser; never on a server.
   */
  readonly remembers?: boolean;
  readonly person?: Person;
  /**
   * Called with internal errors, whose details are then hidden; without it, the caller receives
   * them.
   */
  readonly mistake?: (error: unknown) => void;
}

/**
 * The running product for one person's screens: plain data in and out. Refuses instead of throwing,
 * except for `pending` and errors that depend on where the session runs.
 */
export class SessionHost implements Session {
  readonly #product: Product;
  readonly #remembers: boolean;
  readonly #mistake: ((error: unknown) => void) | null;
  readonly #listeners = new Set<(changes: readonly DataChange[]) => void>();
  #person: Person;

  constructor(product: Product, { remembers = true, person, mistake }: SessionOptions = {}) {
    this.#product = product;
    this.#remembers = remembers;
    this.#mistake = mistake ?? null;
    const acting = remembers ? product.store.meta(actingKey) : null;
    this.#person = person ?? (acting === null || acting === '' ? nobody : product.as(acting));
  }

  /** The acting person; changes with sign-in and sign-out. */
  get acting(): Person {
    return this.#person;
  }

  async person(): Promise<PersonData> {
    return this.#read(personData);
  }

  async account(): Promise<AccountData> {
    return this.#read(ownAccount);
  }

  async jobs(): Promise<Outcome<JobsData>> {
    return this.#outcome((world) => jobsOf(this.#product, world));
  }

  async link(token: string): Promise<LinkData | null> {
    return this.#read((world) => linkData(world, token));
  }

  async inbox(before?: string): Promise<InboxData> {
    return this.#read((world) => inboxOf(world, before));
  }

  async actors(): Promise<readonly Actor[]> {
    const account = this.#product.model.account?.entity.text;
    return Object.entries(exampleRecords(this.#product)).flatMap(([example, { entity, id }]): Actor[] => {
      if (entity !== account) return [];
      const world = this.#product.world(this.#product.as(id));
      const record = world.me();
      return record === null ? [] : [{ id, example, ...labelled(world.index, record), roles: [...world.access.roles()] }];
    });
  }

  async actAs(id: string | null): Promise<PersonData> {
    this.#become(this.#product.as(id));
    // Everything that shows this session now shows another person; other sessions are unaffected.
    for (const listener of [...this.#listeners]) listener([anythingChanged]);
    return this.person();
  }

  async navigation(): Promise<readonly NavigationItem[]> {
    return this.#read(navigationOf);
  }

  async screen(address: Address): Promise<Outcome<ScreenData>> {
    return this.#outcome((world) => screenData(world, address));
  }

  async open(request: ViewRequest): Promise<View> {
    this.#product.runTimersIfDue();
    return this.#view(request);
  }

  async part({ address, part: id }: PartAddress, options: ListOptions = {}): Promise<Outcome<PartData>> {
    return this.#outcome((world) => partData({ world, product: this.#product, person: this.#person }, address, id, options));
  }

  async records(entity: string, options: ListOptions = {}): Promise<Outcome<RecordsData>> {
    return this.#outcome((world) => {
      if (world.index.entity(entity) === null)
        throw new Refused([refusal(world.index, { error: 'NOT_FOUND', entity: 'entity', because: `there is no entity “${entity}”` })]);
      return readRecords(world, entity, options);
    });
  }

  async formNow(part: PartAddress, values: Readonly<Record<string, Json>>): Promise<Outcome<FormNow>> {
    return this.#outcome((world) => formNow(world, part, givenOf(values)));
  }

  async choices(entity: string, search: string, limit: number, choosing?: ChoosingFor, at?: Address): Promise<readonly RelationData[]> {
    return this.#readAt(at, (world) => offered(world, entity, { search, limit, choosing, given: givenOf(choosing?.values ?? {}) }));
  }

  async run(command: Command, view?: ViewRequest): Promise<CommandResult> {
    return this.#run(command, view?.address ?? null, view);
  }

  /** Like `run` without the view; `at`: the screen that is open. */
  async runAt(command: Command, at: Address | null): Promise<CommandResult> {
    return this.#run(command, at);
  }

  #run(command: Command, at: Address | null, view?: ViewRequest): CommandResult {
    try {
      this.#product.runTimersIfDue();
      const outcome = runCommand(this.#product, this.#person, command, at);
      if (!outcome.ok) return { ok: false, refusals: outcome.refusals };
      if (outcome.person.account !== this.#person.account || outcome.person.token !== this.#person.token) this.#become(outcome.person);
      const change = outcome.change?.mark ?? null;
      return { ok: true, value: outcome.value, change, ...(view === undefined ? {} : { view: this.#view(view) }) };
    } catch (error) {
      return this.#failed(error);
    }
  }

  async newRecord(entity: string, like?: string, at?: Address): Promise<Outcome<NewRecordData>> {
    return this.#outcomeAt(at, (world) => newRecord(world, entity, like ?? null));
  }

  async editable(entity: string, at?: Address): Promise<Outcome<readonly InputData[]>> {
    return this.#outcomeAt(at, (world) => editable(world, entity));
  }

  async deletion(entity: string, ids: readonly string[], at?: Address): Promise<Outcome<DeletionData>> {
    return this.#outcomeOf(() => deletion(this.#product, this.#person, entity, ids.slice(0, mostDeleted), at));
  }

  async importRows(request: ImportRequest): Promise<Outcome<ImportReport>> {
    try {
      this.#product.runTimersIfDue();
      return importRows(this.#product, this.#person, request);
    } catch (error) {
      return this.#failed(error);
    }
  }

  async putFile({ name, mediaType, bytes, preview = null }: NewFile): Promise<FileData> {
    const id = this.#product.newId();
    const data = { id, name, mediaType, size: bytes.length };
    this.#product.store.transaction(() => {
      forgetOldUploads(this.#product);
      keepUpload(this.#product, { ...data, bytes, by: this.#person.account });
      if (preview !== null) keepPreview(this.#product.store, id, preview.length, preview);
    });
    return data;
  }

  async file(id: string, at?: Address, preview = false): Promise<Uint8Array | null> {
    const found = await this.fileAt(id, at, preview);
    return found === 'elsewhere' ? null : found;
  }

  /**
   * Like `file`; `elsewhere`: the person may read it, but its bytes are stored outside the
   * database.
   */
  async fileAt(id: string, at?: Address, preview = false): Promise<Uint8Array | 'elsewhere' | null> {
    return this.#readAt(at, (world) => {
      if (!mayHaveFile(world, id) || (preview && !hasPreview(world.store, id))) return null;
      return isInFileStore(world.store, id) ? 'elsewhere' : world.store.file(preview ? previewId(id) : id);
    });
  }

  subscribe(listener: (changes: readonly DataChange[]) => void): () => void {
    this.#listeners.add(listener);
    const end = this.#product.subscribe((change) => listener([change]));
    return () => {
      this.#listeners.delete(listener);
      end();
    };
  }

  #become(person: Person): void {
    this.#person = person;
    if (this.#remembers) this.#product.store.transaction(() => this.#product.store.setMeta(actingKey, person.account ?? ''));
  }

  #view(request: ViewRequest): View {
    const outcome = <T>(read: () => T): Outcome<T> => this.#outcomeOf(read);
    return readView({ product: this.#product, person: this.#person, outcome }, request);
  }

  #read<T>(look: (world: World) => T): T {
    this.#product.runTimersIfDue();
    return look(this.#product.world(this.#person));
  }

  /** Like `#read`, with the roles that the address grants by link. */
  #readAt<T>(at: Address | undefined, look: (world: World) => T): T {
    return this.#read((world) => {
      if (at !== undefined) unlockAt(world, at);
      return look(world);
    });
  }

  #outcome<T>(look: (world: World) => T): Outcome<T> {
    return this.#outcomeOf(() => this.#read(look));
  }

  #outcomeAt<T>(at: Address | undefined, look: (world: World) => T): Outcome<T> {
    return this.#outcomeOf(() => this.#readAt(at, look));
  }

  #outcomeOf<T>(read: () => T): Outcome<T> {
    try {
      return { ok: true, value: read() };
    } catch (error) {
      return this.#failed(error);
    }
  }

  /** The outcome of a command whose changes were rolled back because they could not be saved. */
  refused(error: unknown): Outcome<never> {
    return this.#failed(error);
  }

  /**
   * Turns Refused and TooExpensive into refusals; reports any other error as internal, without its
   * details.
   */
  #failed(error: unknown): { readonly ok: false; readonly refusals: Refused['refusals'] } {
    if (error === pending) throw error;
    if (error instanceof Refused) return { ok: false, refusals: error.refusals };
    if (error instanceof TooExpensive) return { ok: false, refusals: [tooExpensive(this.#product.index)] };
    // The caller retries or reports these: the answer depends on where the session runs.
    if (error instanceof InfrastructureError || error instanceof ReadOnlyStore) throw error;
    if (error instanceof StorageFull || error instanceof NotSaved) {
      const isFull = error instanceof StorageFull;
      const why = isFull ? 'the storage is full' : error.why;
      const input: RefusalInput = {
        error: isFull ? 'STORAGE_FULL' : 'NOT_SAVED',
        own: () => ({ code: isFull ? 'storage-full' : 'not-saved', data: { why }, message: error.message }),
        because: why,
      };
      return { ok: false, refusals: [{ ...refusal(this.#product.index, input), status: 507, shown: { kind: 'dialog', field: null } }] };
    }
    this.#mistake?.(error);
    const because = this.#mistake !== null ? '' : error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const own = () => ({ code: 'failed', data: {}, message: 'Something went wrong. Nothing was changed.' }) as const;
    return {
      ok: false,
      refusals: [
        {
          ...refusal(this.#product.index, { error: 'FAILED', own, because }),
          status: 500,
          shown: { kind: 'dialog', field: null },
        },
      ],
    };
  }
}
