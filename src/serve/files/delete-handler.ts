import { type FileDeletion, fileDeletion } from '../../engine/change/files.ts';
import type { JobHandler } from '../engine/job-runner.ts';
import { type FileStore, FileStoreError } from './file-store.ts';

/** Deletes the stored bytes of uploads that no record uses. */
export const deleteHandler = (files: FileStore): JobHandler => ({
  kind: fileDeletion,
  async attempt({ payload }) {
    const { file } = JSON.parse(payload) as FileDeletion;
    try {
      await files.delete(file);
      return { status: 'done' };
    } catch (error) {
      if (!(error instanceof FileStoreError)) throw error;
      return { status: 'again', error: error.message };
    }
  },
});
