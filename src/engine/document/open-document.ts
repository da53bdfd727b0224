import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { takesAway } from '../../store/migration/plan.ts';
import { type MaybeRenamed, renamedName } from '../../store/migration/renamed.ts';
import type { DocumentStore, Snapshot } from '../../store/store.ts';

/** Under this setting the store keeps the text that its data was made under. */
export const textKey = 'document';

/** A store that may be empty, or hold the data of an earlier text. */
export interface OpeningStore extends DocumentStore {
  /** Null: there is no data yet. */
  keptSchema(): object | null;
  /** Makes the tables. */
  begin(model: Model): void;
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
  return `Say to “ninefold data change” what is meant: ${renamed.join('; ')}; if “${name}” is gone, “--accept-losses --apply”`;
}

export interface Opening {
  readonly store: OpeningStore;
  readonly text: string;
  /**
   * What to do with data that was made under another text and would lose something: `stay` goes on as the document that it was made under says;
   * `refuse` throws DataWouldBeLost.
   */
  readonly onLoss: 'stay' | 'refuse';
  /** Go on with the document that the data was made under, where there is data, whatever the text says. */
  readonly goOn?: boolean;
  /** Called with all data before a change that deletes or converts any of it; where it throws nothing is changed. */
  readonly keep?: (before: Snapshot) => void;
}

/** Brings a store's data to a text, and gives the model that it runs under from now on. */
export function openDocument({ store, text, onLoss, goOn = false, keep }: Opening): Model {
  const asked = readModel(text);
  if (store.keptSchema() === null) {
    store.begin(asked);
    store.setMeta(textKey, text);
    return asked;
  }
  const kept = store.meta(textKey);
  if (!goOn || kept === null) {
    const plan = store.plan(asked);
    if (plan.losses.length === 0) {
      if (keep !== undefined && takesAway(plan)) keep(store.snapshot(kept === null ? asked : readModel(kept)));
      store.migrate(asked, plan, text === kept ? undefined : () => store.setMeta(textKey, text));
      return asked;
    }
    if (onLoss === 'refuse')
      throw new DataWouldBeLost('the data was made under another text of this document', plan.losses, plan.questions);
    if (kept === null)
      throw new DataWouldBeLost('the product’s data was made under a document that is not known any more', plan.losses, plan.questions);
  }
  const model = readModel(kept);
  // A release of ours may read the same text otherwise than the one that made the data.
  const plan = store.plan(model);
  if (plan.losses.length > 0) throw new DataWouldBeLost('this version reads the document otherwise', plan.losses);
  if (keep !== undefined && takesAway(plan)) keep(store.snapshot(model));
  store.migrate(model, plan);
  return model;
}

/** A store that several processes share: one of them may bring it to another document. */
export interface SharedStore extends OpeningStore {
  /** Goes on with the data that is there; throws when it was made under another schema. */
  adopt(model: Model): void;
  /** Takes the tables as they are now. */
  look(): void;
  /** How far the database's log had come when this store last wrote; null: it has not, or nobody wants to know. */
  readonly position: string | null;
  /** Of a copy: whether it has come as far. */
  reached(position: string): boolean;
}

/** Goes on, after DocumentChanged, as the document that another process has brought the data to. Throws, in words, where this one cannot. */
export function followDocument(store: SharedStore): Model {
  // First the tables, then what they are: whoever changes them in between is noticed at the next transaction.
  store.look();
  const text = store.meta(textKey);
  if (text === null) throw new Error('the data does not say which document it is kept under');
  const model = readModel(text);
  // Never brought along from here: a newer release of ours may have kept it otherwise, and would bring it back.
  if (store.plan(model).steps.length > 0)
    throw new Error('another version of Ninefold keeps the data of this document otherwise: start this one anew with that version');
  store.adopt(model);
  return model;
}
