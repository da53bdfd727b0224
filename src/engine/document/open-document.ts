import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { type Opening, openModel } from './open-model.ts';

type DocumentOpening = Omit<Opening<Model>, 'wanted' | 'read'> & { readonly text: string };

/** Reads each text once. On Postgres a body runs again with every answer of the database. */
export function readEachOnce(): (text: string) => Model {
  const models = new Map<string, Model>();
  return (text) => {
    const model = models.get(text) ?? readModel(text);
    models.set(text, model);
    return model;
  };
}

/** Returns a body like `openDocument` that may run several times. */
export function documentOpener({ text, ...opening }: DocumentOpening): () => Model {
  const read = readEachOnce();
  const wanted = read(text);
  return () => openModel({ ...opening, wanted, read });
}

/**
 * Migrates a store's data to a text, and returns the model to run from now on. Throws like
 * openModel.
 */
export const openDocument = (opening: DocumentOpening): Model => documentOpener(opening)();
