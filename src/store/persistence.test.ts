import { expect, it } from 'vitest';
import { persistFile } from './persistence.ts';
import { createBlockFile, type Written } from './sqlite/block-file.ts';

/** Keeps when it is told to. */
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

it('what was written is kept once, for all who wait, and in the order in which it was written', async () => {
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

it('what cannot be kept is said, and tried again with what is written next', async () => {
  const file = createBlockFile();
  const { keep, nth } = slowly();
  const keeping = persistFile(file, keep);
  file.write(Uint8Array.of(1), 0);
  const first = expect(keeping.kept()).rejects.toThrow(
    'This browser could not keep what was written: it is here only until the page is closed. (the disk is full)',
  );
  (await nth(0)).failed(new Error('the disk is full'));
  await first;
  file.write(Uint8Array.of(2), 40_000);
  const second = keeping.kept();
  const again = await nth(1);
  expect([...again.written.blocks.keys()].toSorted()).toEqual([0, 1, 2]);
  again.done();
  await second;
});

it('a browser without room is told apart, and what to do', async () => {
  const file = createBlockFile();
  const { keep, nth } = slowly();
  const keeping = persistFile(file, keep);
  file.write(Uint8Array.of(1), 0);
  const told = expect(keeping.kept()).rejects.toThrow(/^Your browser’s storage is full: .* Delete what you no longer need/);
  (await nth(0)).failed(new DOMException('no', 'QuotaExceededError'));
  await told;
});
