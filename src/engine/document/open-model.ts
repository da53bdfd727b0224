import type { RunModel } from '../../model/run-model.ts';
import { takesAway } from '../../store/migration/plan.ts';
import { type MaybeRenamed, renamedName } from '../../store/migration/renamed.ts';
import type { PouringStore, SnapshotSink } from '../../store/snapshot/sink.ts';

/** Under this setting the store keeps the text that its data was made under. */
export const textKey = 'document';

/**
 * The text of a change that changes nothing of the tables can be stored some time later: data that
 * is found with the text before has the same form.
 */
export interface LateText {
  /** Stores this text in a moment. */
  wait(text: string): void;
  /** Another one has been stored. */
  drop(): void;
}

/** A store that may be empty, or hold the data of an earlier text. */
export interface OpeningStore extends PouringStore {
  /** Null: there is no data yet. */
  keptSchema(): object | null;
  /** Makes the tables. */
  begin(model: RunModel): void;
}

/** Thrown when the data cannot come along to the text. */
export class DataWouldBeLost extends Error {
  override readonly name = 'DataWouldBeLost';
  readonly losses: readonly string[];

  constructor(why: string, losses: readonly string[], questions: readonly MaybeRenamed[] = []) {
    super([`${why}, and would lose: ${losses.join('; ')}`, ...questions.map(bothReadings)].join('. '));
    this.losses = losses;
  }
}

/** What has disappeared may have another name now, or be gone: a person says which. */
function bothReadings(question: MaybeRenamed): string {
  const name = renamedName(question);
  const renamed = question.candidates.map((to) => `if “${name}” is called “${to}” now, “--renamed ${name}=${to} --apply”`);
  return `Say to “ninefold data change” what is meant: ${renamed.join('; ')}; if “${name}” is gone, “--accept-losses --apply”. Or write it into the document: a table Was, Is, How below the entity’s fields`;
}

export interface Opening<M extends RunModel> {
  readonly store: OpeningStore;
  /** The document that is to run. */
  readonly asked: M;
  /** Reads the text that the data was made under, where that is another one. */
  readonly read: (text: string) => M;
  /**
   * What to do if the data has another document and migrating it would lose something: `stay` keeps
   * running the earlier document; `refuse` throws DataWouldBeLost.
   */
  readonly onLoss: 'stay' | 'refuse';
  /** If there is data, use its document, whatever is asked. */
  readonly goOn?: boolean;
  /**
   * Called before a change that deletes or converts data, with a function that gives all of it; if
   * it throws, nothing changes.
   */
  readonly keep?: (give: (sink: SnapshotSink) => void) => void;
}

/** Brings a store's data to a document, and gives the model that it runs under from now on. */
export function openModel<M extends RunModel>({ store, asked, read, onLoss, goOn = false, keep }: Opening<M>): M {
  const { text } = asked;
  const readKept = (kept: string): M => (kept === text ? asked : read(kept));
  if (store.keptSchema() === null) {
    store.begin(asked);
    store.setMeta(textKey, text);
    return asked;
  }
  const kept = store.meta(textKey);
  if (!goOn || kept === null) {
    const plan = store.plan(asked);
    if (plan.losses.length === 0) {
      if (keep !== undefined && takesAway(plan)) keep((sink) => store.snapshotInto(sink, kept === null ? asked : readKept(kept)));
      store.migrate(asked, plan, text === kept ? undefined : () => store.setMeta(textKey, text));
      return asked;
    }
    if (onLoss === 'refuse')
      throw new DataWouldBeLost('the data was made under another text of this document', plan.losses, plan.questions);
    if (kept === null)
      throw new DataWouldBeLost('the product’s data was made under a document that is not known any more', plan.losses, plan.questions);
  }
  const model = readKept(kept);
  // Another release of Ninefold may read the same text differently.
  const plan = store.plan(model);
  if (plan.losses.length > 0) throw new DataWouldBeLost('this version reads the document otherwise', plan.losses);
  if (keep !== undefined && takesAway(plan)) keep((sink) => store.snapshotInto(sink, model));
  store.migrate(model, plan);
  return model;
}

/** A store that several processes share: one of them may bring it to another document. */
export interface SharedStore extends OpeningStore {
  /** Uses the existing data; throws if it has another schema. */
  adopt(model: RunModel): void;
  /** Takes the tables as they are now. */
  look(): void;
  /**
   * The position of the database's log when this store last wrote; null: it has not, or no
   * reader needs it.
   */
  readonly position: string | null;
  /** Of a copy: whether it has come as far. */
  reached(position: string): boolean;
}

/**
 * After DocumentChanged: switches to the document that another process has migrated the data to.
 * Throws with a message if this process cannot.
 */
export function followDocument<M extends RunModel>(store: SharedStore, read: (text: string) => M): M {
  // First accept the tables, then read their document: a change in between is noticed at the next
  // transaction.
  store.look();
  const text = store.meta(textKey);
  if (text === null) throw new Error('the data does not say which document it is kept under');
  const model = read(text);
  // Never migrate from here: a newer release may have migrated the data, and this would undo it.
  if (store.plan(model).steps.length > 0)
    throw new Error('another version of Ninefold stores this document’s data differently: restart this process with that version');
  store.adopt(model);
  return model;
}
