import { expect, test } from 'vitest';
import { isCollision, isShardUnknown, PostgresError } from './postgres-error.ts';

const shard = 'could not commit transaction for shard 102042 on at least one active node';

test.each<[string, readonly string[], string, string, { readonly collision: boolean; readonly unknown: boolean }]>([
  ['a serialization failure', [], '40001', 'could not serialize access', { collision: true, unknown: false }],
  ['a deadlock', [], '40P01', 'deadlock detected', { collision: true, unknown: false }],
  ['a conflict on a worker of Citus', ['40001', '01000'], 'XX000', shard, { collision: true, unknown: false }],
  ['a deferred key on a worker of Citus', ['23503', 'XX000'], 'XX000', shard, { collision: false, unknown: false }],
  ['a worker of Citus that was lost', ['XX000'], 'XX000', shard, { collision: false, unknown: true }],
  ['a worker of Citus that gave no message', [], 'XX000', shard, { collision: false, unknown: true }],
  ['another internal error after such a warning', ['40001'], 'XX000', 'cache lookup failed', { collision: false, unknown: false }],
  ['another code with the same words', ['40001'], 'P0001', shard, { collision: false, unknown: false }],
])('%s', (_, warnings, code, words, { collision, unknown }) => {
  const error = new PostgresError({ code, message: words, warnings });
  expect([isCollision(error), isShardUnknown(error)]).toEqual([collision, unknown]);
});
