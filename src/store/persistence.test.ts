import { expect, it } from 'vitest';
import { NotSaved, StorageFull } from '../base/storage-full.ts';
import { persistFile } from './persistence.ts';
import { createBlockFile, type Written } from './sqlite/block-file.ts';

/** A `keep` whose calls the test settles itself. */
function slowly() {
  const asked: { readonly written: Written; readonly done: () => void; readonly failed: (error: Error) => void }[] = [];
  const keep = (written: Written): Promise<void> =>
    new Promise((done, failed) => {
      asked.push({ written, done, failed });
    });
  const nth = async (index: number) => {
    await expect.poll(() => asked.length).toBeGreaterThan(index);
    const found = asked[index];
    if (found === undefined) throw new Error(`there is no request ${index}`);
    return found;
  };
  return { asked, keep, nth };
}

it('saves each write once, for all callers, in the order of the writes', async () => {
  const file = createBlockFile();
  const { asked, keep, nth } = slowly();
  const keeping = persistFile(file, keep);
  await keeping.kept();
  expect(asked).toEqual([]);

  file.write(Uint8Array.of(1), 0);
  const first = keeping.kept();
  const beside = keeping.kept();
  const one = await nth(0);
  file.write(Uint8Array.of(2), 0);
  const second = keeping.kept();
  expect(one.written.blocks.get(0)?.[0]).toBe(1);
  one.done();
  await Promise.all([first, beside]);
  const two = await nth(1);
  expect(two.written.blocks.get(0)?.[0]).toBe(2);
  two.done();
  await second;
  await keeping.kept();
  expect(asked).toHaveLength(2);
});

it('reverts what cannot be saved, with later writes, and rejects for every writer', async () => {
  const file = createBlockFile();
  const { asked, keep, nth } = slowly();
  const keeping = persistFile(file, keep);
  let reverted = 0;
  keeping.onRevert = () => reverted++;
  file.write(Uint8Array.of(1), 0);
  const saved = keeping.kept();
  (await nth(0)).done();
  await saved;

  file.write(Uint8Array.of(2), 0);
  const first = keeping.kept();
  const one = await nth(1);
  file.write(Uint8Array.of(3), 40_000);
  const second = keeping.kept();
  one.failed(new Error('the disk is full'));
  await expect(first).rejects.toThrow('Your browser couldn’t save this, so nothing was changed. (the disk is full)');
  await expect(second).rejects.toBeInstanceOf(NotSaved);
  expect([reverted, asked.length, file.size()]).toEqual([1, 2, 1]);
  const found = new Uint8Array(1);
  file.read(found, 0);
  expect(found[0]).toBe(1);
  await keeping.kept();

  file.write(Uint8Array.of(4), 0);
  const third = keeping.kept();
  const again = await nth(2);
  expect([...again.written.blocks]).toEqual([[0, expect.objectContaining({ 0: 4 })]]);
  again.done();
  await third;
});

it('reports full storage with an error of its own', async () => {
  const file = createBlockFile();
  const { keep, nth } = slowly();
  const keeping = persistFile(file, keep);
  file.write(Uint8Array.of(1), 0);
  const rejection = expect(keeping.kept()).rejects.toBeInstanceOf(StorageFull);
  (await nth(0)).failed(new DOMException('no', 'QuotaExceededError'));
  await rejection;
});
