import { lazyPart } from '../lazy-part.ts';

/*
 * What only screens of records need, in one file of the build (record-pieces.tsx), which loads with
 * the first record or when the page is idle.
 */

const pieces = () => import('./record-pieces.tsx');

export const InPlace = lazyPart(async () => (await pieces()).InPlace, null);
export const Neighbours = lazyPart(async () => (await pieces()).Neighbours, null);
export const RecordBody = lazyPart(async () => (await pieces()).RecordBody);
export const RecordTitle = lazyPart(async () => (await pieces()).RecordTitle, null);

/** Loads all of them, so that a record appears whole. */
export async function preloadRecords(): Promise<void> {
  await Promise.all([InPlace, Neighbours, RecordBody, RecordTitle].map((one) => one.preload()));
}
