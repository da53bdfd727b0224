import type { FileSpace } from '../engine/change/files.ts';
import type { S3Settings } from '../serve/files/s3.ts';
import { megabyte } from '../serve/http/settings.ts';
import type { Machine } from './machine.ts';

/**
 * Parses `--files s3://BUCKET/PREFIX?endpoint=URL&region=NAME`; the keys come from the environment.
 * Returns null if files are stored in the database; a string describes the problem.
 */
export function readFiles(option: string | undefined, host: Pick<Machine, 'environment'>): S3Settings | string | null {
  const text = option ?? host.environment('NINEFOLD_FILES');
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:' || !/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(url.hostname) || url.username !== '')
    return '--files must be s3://BUCKET, s3://BUCKET/FOLDER, or s3://BUCKET?endpoint=https://s3.example.com; the keys are read from the environment.';
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region');
  if (unknown !== undefined) return `--files has only the parameters endpoint and region, not “${unknown}”.`;
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint !== null && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    return `--files: endpoint must be an address such as https://s3.example.com, not “${endpoint}”.`;
  const accessKeyId = host.environment('AWS_ACCESS_KEY_ID');
  const secretAccessKey = host.environment('AWS_SECRET_ACCESS_KEY');
  if (!accessKeyId || !secretAccessKey) return '--files needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.';
  const folder = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint,
    region: url.searchParams.get('region') ?? (host.environment('AWS_REGION') || 'us-east-1'),
    accessKeyId,
    secretAccessKey,
    sessionToken: host.environment('AWS_SESSION_TOKEN') || null,
  };
}

/** Parses `500,20000`: megabytes per person and in total; 0 means no limit. */
export function readFileSpace(text: string | undefined): FileSpace | string | null {
  if (text === undefined) return null;
  const [, person, all] = /^(\d{1,9}),(\d{1,9})$/.exec(text) ?? [];
  if (person === undefined || all === undefined)
    return `--file-space must be two whole numbers of megabytes (per person, in total), such as 500,20000, not “${text}”.`;
  return { person: Number(person) * megabyte, all: Number(all) * megabyte };
}
