import type { RunModel } from '../../model/run-model.ts';
import { changesData } from '../../store/migration/plan.ts';
import { type RenameCandidate, renamedName } from '../../store/migration/renamed.ts';
import type { SnapshotSink, StreamingStore } from '../../store/snapshot/sink.ts';

/** The setting that stores the text of the data's document. */
export const textKey = 'document';

/**
 * Stores the text of a change that leaves the tables unchanged some time later. Until then the
 * earlier text matches the data equally well.
 */
export interface LateText {
  /** Schedules this text to be stored. */
  wait(text: string): void;
  /** Cancels it, because another text has been stored. */
  drop(): void;
}

/** A store that may be empty, or have the data of an earlier text. */
export interface OpeningStore extends StreamingStore {
  /** The schema of the existing data. Null: there is no data yet. */
  keptSchema(): object | null;
  /** Creates the tables. */
  begin(model: RunModel): void;
}

/** Thrown if the data cannot be migrated to the text without losses. */
export class DataWouldBeLost extends Error {
  override readonly name = 'DataWouldBeLost';
  readonly losses: readonly string[];

  constructor(why: string, losses: readonly string[], questions: readonly RenameCandidate[] = []) {
    super([`${why}, and would lose: ${losses.join('; ')}`, ...questions.map(bothReadings)].join('. '));
    this.losses = losses;
  }
}

/** A missing name may have been renamed or removed: the message offers both options. */
function bothReadings(question: RenameCandidate): string {
  const name = renamedName(question);
  const renamed = question.candidates.map((to) => `if “${name}” is called “${to}” now, “--renamed ${name}=${to} --apply”`);
  return `Run “ninefold data change” to say what you meant: ${renamed.join('; ')}; if “${name}” is gone, “--accept-losses --apply”. Or write it into the document: a table Was, Is, How below the entity’s fields`;
}

export interface Opening<M extends RunModel> {
  readonly store: OpeningStore;
  /** The requested document. */
  readonly wanted: M;
  /** Parses the text of the data's document, if it differs from the requested one. */
  readonly read: (text: string) => M;
  /**
   * What to do if migrating the data would lose something: `stay` keeps running the data's earlier
   * document; `refuse` throws DataWouldBeLost.
   */
  readonly onLoss: 'stay' | 'refuse';
  /** True: existing data keeps its document, whatever document is requested. */
  readonly keepDocument?: boolean;
  /**
   * Called before a change that deletes or converts data, with a function that writes all data to a
   * sink; if it throws, nothing changes.
   */
  readonly keep?: (give: (sink: SnapshotSink) => void) => void;
}

/**
 * Migrates a store's data to a document, and returns the model to run from now on. Throws
 * DataWouldBeLost.
 */
export function openModel<M extends RunModel>({ store, wanted, read, onLoss, keepDocument = false, keep }: Opening<M>): M {
  const { text } = wanted;
  const readKept = (kept: string): M => (kept === text ? wanted : read(kept));
  if (store.keptSchema() === null) {
    store.begin(wanted);
    store.setMeta(textKey, text);
    return wanted;
  }
  const kept = store.meta(textKey);
  if (!keepDocument || kept === null) {
    const plan = store.plan(wanted);
    if (plan.losses.length === 0) {
      if (keep !== undefined && changesData(plan)) keep((sink) => store.snapshotInto(sink, kept === null ? wanted : readKept(kept)));
      store.migrate(wanted, plan, text === kept ? undefined : () => store.setMeta(textKey, text));
      return wanted;
    }
    if (onLoss === 'refuse')
      throw new DataWouldBeLost('the data was made under another text of this document', plan.losses, plan.questions);
    if (kept === null)
      throw new DataWouldBeLost('the document that the product’s data was made under is no longer known', plan.losses, plan.questions);
  }
  const model = readKept(kept);
  // Another release of Ninefold may read the same text differently.
  const plan = store.plan(model);
  if (plan.losses.length > 0) throw new DataWouldBeLost('this version reads the document differently', plan.losses);
  if (keep !== undefined && changesData(plan)) keep((sink) => store.snapshotInto(sink, model));
  store.migrate(model, plan);
  return model;
}

/** A store shared by several processes, each of which may migrate it to another document. */
export interface SharedStore extends OpeningStore {
  /** Uses the existing data; throws if its schema differs. */
  adopt(model: RunModel): void;
  /** Accepts the tables in their current state. */
  look(): void;
  /**
   * The position in the database's log after this store's last write; null: it has not written, or
   * no reader needs the position.
   */
  readonly position: string | null;
  /** For a replica: whether it has replayed the log up to this position. */
  reached(position: string): boolean;
}

/**
 * After DocumentChanged: switches to the document that another process has migrated the data to.
 * Throws with a message if this process cannot.
 */
export function followDocument<M extends RunModel>(store: SharedStore, read: (text: string) => M): M {
  // Accept the tables before reading their document, so a change in between is noticed at the next
  // transaction.
  store.look();
  const text = store.meta(textKey);
  if (text === null) throw new Error('the data does not say which document it is kept under');
  const model = read(text);
  // Never migrate here: a newer release may have migrated the data, and this would undo it.
  if (store.plan(model).steps.length > 0)
    throw new Error('another version of Ninefold stores this document’s data differently: restart this process with that version');
  store.adopt(model);
  return model;
}
