import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as encryptedRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type FileStore, FileStoreError } from './file-store.ts';

export interface S3Settings {
  readonly bucket: string;
  /** A prefix for each key, including its slash; may be empty. */
  readonly prefix: string;
  /** Null for Amazon's endpoint of the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
}

/** In milliseconds; a request without a byte for this long has failed. */
const patience = 30_000;
/** How much of an error's body is read, in bytes. */
const mostExplained = 2000;

/** An S3-compatible store. Bodies are streamed, so requests sign `UNSIGNED-PAYLOAD`. */
export function s3Files(settings: S3Settings): FileStore {
  const { bucket, prefix, endpoint, region } = settings;
  const base = endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com/` : `${endpoint.replace(/\/$/, '')}/${bucket}/`;
  const addressOf = (id: string): string => base + `${prefix}${id}`.split('/').map(encodeURIComponent).join('/');

  const send = async (method: string, address: string, body?: { readonly bytes: Readable | Uint8Array; readonly size: number }) => {
    const signed = await new AwsV4Signer({
      method,
      url: address,
      service: 's3',
      region,
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      ...(settings.sessionToken === null ? {} : { sessionToken: settings.sessionToken }),
      headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    }).sign();
    const headers = { ...Object.fromEntries(signed.headers), ...(body === undefined ? {} : { 'content-length': String(body.size) }) };
    const ask = signed.url.protocol === 'http:' ? plainRequest : encryptedRequest;
    const sending = ask(signed.url, { method, headers, timeout: patience });
    sending.on('timeout', () => sending.destroy(new Error('it did not answer in time')));
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sending.on('response', resolve);
      sending.on('error', reject);
    });
    const bytes = body === undefined ? [] : body.bytes instanceof Readable ? body.bytes : [body.bytes];
    try {
      const [answer] = await Promise.all([answered, pipeline(bytes, sending)]);
      return answer;
    } catch (error) {
      throw new FileStoreError(`the file store: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };

  /** Sends a request. Rejects with FileStoreError unless the response has one of these statuses. */
  const sent = async (statuses: readonly number[], ...args: Parameters<typeof send>): Promise<IncomingMessage> => {
    const answer = await send(...args);
    if (statuses.includes(answer.statusCode ?? 0)) return answer;
    let why = '';
    for await (const chunk of answer) if (why.length < mostExplained) why += String(chunk);
    const code = /<Code>([^<]{1,100})<\/Code>/.exec(why)?.[1];
    throw new FileStoreError(`the file store answered ${answer.statusCode}${code === undefined ? '' : ` (${code})`}`);
  };

  return {
    async put(id, bytes, size) {
      (await sent([200], 'PUT', addressOf(id), { bytes, size })).resume();
    },
    async get(id) {
      const answer = await sent([200, 404], 'GET', addressOf(id));
      if (answer.statusCode === 404) {
        answer.resume();
        return null;
      }
      const length = answer.headers['content-length'];
      return { bytes: answer, size: length === undefined ? null : Number(length) };
    },
    async delete(id) {
      (await sent([200, 204, 404], 'DELETE', addressOf(id))).resume();
    },
    async problem() {
      try {
        (await sent([200], 'GET', `${base}?list-type=2&max-keys=1`)).resume();
        return null;
      } catch (error) {
        if (error instanceof FileStoreError) return error.message;
        throw error;
      }
    },
  };
}
