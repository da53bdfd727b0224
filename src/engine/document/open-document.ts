import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { type Opening, openModel } from './open-model.ts';

/** Brings a store's data to a text, and gives the model that it runs under from now on. */
export const openDocument = ({ text, ...opening }: Omit<Opening<Model>, 'asked' | 'read'> & { readonly text: string }): Model =>
  openModel({ ...opening, asked: readModel(text), read: readModel });
