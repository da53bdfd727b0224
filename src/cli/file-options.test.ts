import { expect, test } from 'vitest';
import { readFileSpace, readFiles } from './file-options.ts';

const keys: Readonly<Record<string, string>> = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
const host = (environment: Readonly<Record<string, string>> = keys) => ({ environment: (name: string) => environment[name] });

test('a file store is named by its bucket, and its keys come from the environment', () => {
  expect(readFiles(undefined, host())).toBeNull();
  expect(readFiles('s3://team', host())).toEqual({
    bucket: 'team',
    prefix: '',
    endpoint: null,
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    sessionToken: null,
  });
  const other = 's3://team/a/b/?endpoint=https://s3.example.com&region=eu-west-1';
  expect(readFiles(undefined, host({ ...keys, NINEFOLD_FILES: other, AWS_SESSION_TOKEN: 't' }))).toMatchObject({
    prefix: 'a/b/',
    endpoint: 'https://s3.example.com',
    region: 'eu-west-1',
    sessionToken: 't',
  });
});

test('an invalid file store is rejected with advice', () => {
  for (const wrong of ['team', 'https://team', 's3://', 's3://id:secret@team', 's3://a'])
    expect(readFiles(wrong, host())).toContain('--files must be s3://BUCKET');
  expect(readFiles('s3://team?acl=public', host())).toContain('“acl”');
  expect(readFiles('s3://team?endpoint=s3.example.com', host())).toContain('endpoint must be an address');
  expect(readFiles('s3://team', host({}))).toContain('AWS_ACCESS_KEY_ID');
});

test('the space for files is given as two numbers of megabytes', () => {
  expect(readFileSpace(undefined)).toBeNull();
  expect(readFileSpace('500,20000')).toEqual({ person: 500_000_000, all: 20_000_000_000 });
  expect(readFileSpace('0,1')).toEqual({ person: 0, all: 1_000_000 });
  for (const wrong of ['', '5', '5,-1', '1,2,3', 'a,b']) expect(readFileSpace(wrong)).toContain('--file-space must be two whole numbers');
});
