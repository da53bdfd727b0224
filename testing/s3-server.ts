import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Settings } from '../src/serve/files/s3.ts';

/** An S3-compatible store on this machine, with a bucket `files`. */
export async function openS3(): Promise<{ readonly settings: S3Settings; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'ninefold-s3-'));
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'files' }] });
  const { port } = await server.run();
  return {
    settings: {
      bucket: 'files',
      prefix: 'team/',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      sessionToken: null,
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
