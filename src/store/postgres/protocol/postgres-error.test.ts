import { expect, test } from 'vitest';
import { readAnswer } from './answer.ts';
import { isCollision, isShardUnknown } from './postgres-error.ts';

/** An ErrorResponse or a NoticeResponse of these fields. */
function report(kind: 'E' | 'N', code: string, words: string): Buffer {
  const body = Buffer.from(`SX\0C${code}\0M${words}\0\0`);
  const head = Buffer.alloc(5);
  head.write(kind, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const shard = 'could not commit transaction for shard 102042 on at least one active node';
const errorOf = (...messages: Buffer[]): unknown => readAnswer(Buffer.concat(messages)).error;

test.each<[string, readonly string[], string, string, { readonly collision: boolean; readonly unknown: boolean }]>([
  ['a serialization failure', [], '40001', 'could not serialize access', { collision: true, unknown: false }],
  ['a deadlock', [], '40P01', 'deadlock detected', { collision: true, unknown: false }],
  ['a conflict on a worker of Citus', ['40001', '01000'], 'XX000', shard, { collision: true, unknown: false }],
  ['a deferred key on a worker of Citus', ['23503', 'XX000'], 'XX000', shard, { collision: false, unknown: false }],
  ['a worker of Citus that was lost', ['XX000'], 'XX000', shard, { collision: false, unknown: true }],
  ['a worker of Citus of which nothing was said', [], 'XX000', shard, { collision: false, unknown: true }],
  ['another internal error after such a warning', ['40001'], 'XX000', 'cache lookup failed', { collision: false, unknown: false }],
  ['another code with the same words', ['40001'], 'P0001', shard, { collision: false, unknown: false }],
])('%s', (_, warnings, code, words, { collision, unknown }) => {
  const error = errorOf(...warnings.map((warning) => report('N', warning, 'what the worker said')), report('E', code, words));
  expect([isCollision(error), isShardUnknown(error)]).toEqual([collision, unknown]);
});
