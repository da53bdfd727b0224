import { expect, test } from 'vitest';
import { createPending } from './pending.ts';

test('settles every call: answered, refused, or abandoned with its name', async () => {
  const pending = createPending();
  const sent: number[] = [];
  const call = (): Promise<unknown> => pending.call((id) => void sent.push(id), 'person');
  const [answered, failed, abandoned] = [call(), call(), call()];
  pending.answer(sent[0] ?? 0, 'Ana');
  pending.fail(sent[1] ?? 0, 'no such record');
  pending.answer(999, 'no such request');
  expect(await answered).toBe('Ana');
  await expect(failed).rejects.toThrow('no such record');
  pending.abandon('The tab was closed.');
  await expect(abandoned).rejects.toThrow('The tab was closed. (while asked for “person”)');
  await expect(
    pending.call(() => {
      throw new Error('the worker is gone');
    }, 'run'),
  ).rejects.toThrow('the worker is gone');
});
