import { expect, test } from 'vitest';
import { secret } from '../../model/types/secret.ts';
import { withoutSecrets } from './observed.ts';

test('removes secrets from logged paths', () => {
  const [key] = secret.examples.right;
  expect(withoutSecrets(`/shared/${String(key)}`)).toBe('/shared/…');
  expect(withoutSecrets(`/shared/${String(key)}/files`)).toBe('/shared/…/files');
  for (const path of ['/', '/tasks/12', '/api/tasks/019abc12-0000-7000-8000-000000000001', '/assets/run-worker-D4f8kQ2x.js'])
    expect(withoutSecrets(path)).toBe(path);
});
