import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { type Opening, openModel } from './open-model.ts';

/**
 * Migrates a store's data to a text, and returns the model to run from now on. Throws like
 * openModel.
 */
export const openDocument = ({ text, ...opening }: Omit<Opening<Model>, 'wanted' | 'read'> & { readonly text: string }): Model =>
  openModel({ ...opening, wanted: readModel(text), read: readModel });
