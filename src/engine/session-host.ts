import { pending } from '../base/pending.ts';
import { StorageFull } from '../base/storage-full.ts';
import { TooExpensive } from '../expression/evaluate/budget.ts';
import type { Screen } from '../model/ast/screens.ts';
import { InfrastructureError } from '../store/errors.ts';
import { OnlyReads } from '../store/store.ts';
import { ownAccount } from './account/own-account.ts';
import { keepUpload, mayHaveFile } from './change/files.ts';
import { importRows } from './change/import-rows.ts';
import { Refused, refusal, tooExpensive } from './change/refusals.ts';
import { exampleRecords } from './change/seed.ts';
import { runCommand } from './commands.ts';
import type { Outcome } from './outcome.ts';
import { newRecord } from './parts/form.ts';
import { readPart } from './parts/index.ts';
import type { Product } from './product.ts';
import { opened, openedPart, visibleParts } from './screens/opened.ts';
import { ownFields, recordData, relationData } from './screens/record-data.ts';
import { readRecords } from './screens/records.ts';
import { screenRolesRefusal } from './screens/screens.ts';
import type {
  AccountData,
  Actor,
  Address,
  Command,
  Done,
  FileData,
  ImportReport,
  ImportRequest,
  ListOptions,
  NavigationItem,
  NewRecordData,
  PartAddress,
  PartData,
  PersonData,
  RecordsData,
  RelationData,
  ScreenData,
  Session,
} from './session.ts';
import { labelOf } from './world/labels.ts';
import { nobody, type Person, type World } from './world/world.ts';

const actingKey = 'acting';

export interface SessionOptions {
  /** The person survives a reload, because browser data belongs to its user; not on a server. */
  readonly remembers?: boolean;
  readonly person?: Person;
  /**
   * Receives our internal errors, whose details then stay hidden; without it, the caller gets them.
   */
  readonly mistake?: (error: unknown) => void;
}

/** The running product for one person's screens: plain data in and out, and it never throws. */
export class SessionHost implements Session {
  readonly #product: Product;
  readonly #remembers: boolean;
  readonly #mistake: ((error: unknown) => void) | null;
  #person: Person;

  constructor(product: Product, { remembers = true, person, mistake }: SessionOptions = {}) {
    this.#product = product;
    this.#remembers = remembers;
    this.#mistake = mistake ?? null;
    const acting = remembers ? product.store.meta(actingKey) : null;
    this.#person = person ?? (acting === null || acting === '' ? nobody : product.as(acting));
  }

  /** The acting person: changes with sign-in and sign-out. */
  get acting(): Person {
    return this.#person;
  }

  async person(): Promise<PersonData> {
    return this.#read((world) => {
      const me = world.me('person');
      const { password, sessions } = ownAccount(world);
      return {
        account: me === null ? null : recordData(world, me, ownFields(world, me.entity)),
        roles: [...world.access.roles()],
        manages: password || sessions.length > 0,
      };
    });
  }

  async account(): Promise<AccountData> {
    return this.#read(ownAccount);
  }

  async actors(): Promise<readonly Actor[]> {
    const account = this.#product.model.account?.entity.text;
    return Object.entries(exampleRecords(this.#product)).flatMap(([example, { entity, id }]): Actor[] => {
      if (entity !== account) return [];
      const world = this.#product.world(this.#product.as(id));
      const record = world.me();
      return record === null ? [] : [{ id, example, label: labelOf(world.index, record), roles: [...world.access.roles()] }];
    });
  }

  async actAs(id: string | null): Promise<PersonData> {
    this.#become(this.#product.as(id));
    return this.person();
  }

  async navigation(): Promise<readonly NavigationItem[]> {
    return this.#read((world) =>
      world.index.model.screens
        .filter((screen) => screen.parameters.length === 0 && isFirst(world, screen) && screenRolesRefusal(world, screen) === null)
        .map((screen) => ({ screen: screen.name.text, route: screen.route, assumed: screen.assumed })),
    );
  }

  async screen(address: Address): Promise<Outcome<ScreenData>> {
    return this.#outcome((world) => {
      const open = opened(world, address);
      const { screen, record } = open;
      const data = record === null ? null : recordData(world, record, ownFields(world, record.entity));
      return { screen: screen.name.text, record: data, visible: visibleParts(world, open) };
    });
  }

  async part({ address, part: id }: PartAddress, options: ListOptions = {}): Promise<Outcome<PartData>> {
    return this.#outcome((world) => {
      const open = opened(world, address);
      const part = openedPart(world, open, id);
      return readPart({ world, product: this.#product, person: this.#person, address, options, ...open }, part);
    });
  }

  async records(entity: string, options: ListOptions = {}): Promise<Outcome<RecordsData>> {
    return this.#outcome((world) => {
      if (world.index.entity(entity) === null)
        throw new Refused([refusal(world.index, { error: 'NOT_FOUND', entity: 'entity', because: `there is no entity “${entity}”` })]);
      return readRecords(world, entity, options);
    });
  }

  async choices(entity: string, search: string, limit: number): Promise<readonly RelationData[]> {
    return this.#read((world) => {
      if (world.index.entity(entity) === null) return [];
      const label = world.index.entity(entity)?.label ?? null;
      const text = search.trim();
      const sort = label === null ? [] : [{ field: label, descending: false }];
      const find = label === null || text === '' ? {} : { search: { text, fields: [label] } };
      const { records } = world.entity(entity, 'person').page({ sort, limit: Math.min(Math.max(limit, 1), 200), ...find });
      return records.map((record) => relationData(world, record));
    });
  }

  async run(command: Command): Promise<Outcome<Done>> {
    try {
      this.#product.runTimersIfDue();
      const outcome = runCommand(this.#product, this.#person, command);
      if (!outcome.ok) return { ok: false, refusals: outcome.refusals };
      if (outcome.person.account !== this.#person.account || outcome.person.token !== this.#person.token) this.#become(outcome.person);
      return { ok: true, value: outcome.value };
    } catch (error) {
      return this.#failed(error);
    }
  }

  async newRecord(entity: string): Promise<Outcome<NewRecordData>> {
    return this.#outcome((world) => newRecord(world, entity));
  }

  async importRows(request: ImportRequest): Promise<Outcome<ImportReport>> {
    try {
      this.#product.runTimersIfDue();
      return importRows(this.#product, this.#person, request);
    } catch (error) {
      return this.#failed(error);
    }
  }

  async putFile(file: { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }): Promise<FileData> {
    const id = this.#product.newId();
    const data = { name: file.name, mediaType: file.mediaType, size: file.bytes.length };
    const { store, platform } = this.#product;
    const { name, mediaType } = file;
    store.transaction(() => keepUpload(store, id, file.bytes, { name, mediaType, by: this.#person.account }, platform.now()));
    return { id, ...data };
  }

  async file(id: string): Promise<Uint8Array | null> {
    return this.#read((world) => (mayHaveFile(world, id) ? world.store.file(id) : null));
  }

  subscribe(listener: () => void): () => void {
    return this.#product.subscribe(listener);
  }

  #become(person: Person): void {
    this.#person = person;
    if (this.#remembers) this.#product.store.transaction(() => this.#product.store.setMeta(actingKey, person.account ?? ''));
    this.#product.changed();
  }

  #read<T>(look: (world: World) => T): T {
    this.#product.runTimersIfDue();
    return look(this.#product.world(this.#person));
  }

  #outcome<T>(look: (world: World) => T): Outcome<T> {
    try {
      return { ok: true, value: this.#read(look) };
    } catch (error) {
      return this.#failed(error);
    }
  }

  /** What a command answers whose changes were undone because they could not be saved. */
  refused(error: unknown): Outcome<never> {
    return this.#failed(error);
  }

  /**
   * A refusal is an answer; anything else is a mistake of ours, which is said without its insides.
   */
  #failed(error: unknown): { readonly ok: false; readonly refusals: Refused['refusals'] } {
    if (error === pending) throw error;
    if (error instanceof Refused) return { ok: false, refusals: error.refusals };
    if (error instanceof TooExpensive) return { ok: false, refusals: [tooExpensive(this.#product.index)] };
    // The caller asks again, or says what is known: the answer depends on where the session runs.
    if (error instanceof InfrastructureError || error instanceof OnlyReads) throw error;
    if (error instanceof StorageFull) {
      const input = {
        error: 'STORAGE_FULL',
        message: error.message,
        own: { code: 'storage-full', data: {} },
        because: 'the storage is full',
      } as const;
      return { ok: false, refusals: [{ ...refusal(this.#product.index, input), status: 507, shown: { kind: 'dialog', field: null } }] };
    }
    this.#mistake?.(error);
    const because = this.#mistake !== null ? '' : error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const message = 'Something went wrong. Nothing was changed.';
    return {
      ok: false,
      refusals: [
        {
          ...refusal(this.#product.index, { error: 'FAILED', message, own: { code: 'failed', data: {} }, because }),
          status: 500,
          shown: { kind: 'dialog', field: null },
        },
      ],
    };
  }
}

/** Of two screens with one name, or one route, the first counts. */
const isFirst = (world: World, screen: Screen): boolean => world.index.screen(screen.name.text) === screen;
