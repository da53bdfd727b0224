import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sqliteOnNode } from '../../../testing/store/sqlite-database.ts';
import { type BlockFile, blockSize, createBlockFile } from './block-file.ts';
import { openBlockDatabase } from './database.ts';
import { prepareDatabase } from './open.ts';

const whole = (file: BlockFile): Uint8Array => {
  const bytes = new Uint8Array(file.size());
  expect(file.read(bytes, 0)).toBe(bytes.length);
  return bytes;
};

/** Stands in for IndexedDB: stores blocks by number, and the size. */
function shelf() {
  const kept = new Map<number, Uint8Array<ArrayBuffer>>();
  let size = 0;
  return {
    put(file: BlockFile): void {
      const written = file.take();
      for (const [index, block] of written.blocks) kept.set(index, block);
      for (const index of kept.keys()) if (index >= Math.ceil(written.size / blockSize)) kept.delete(index);
      size = written.size;
      file.saved();
    },
    reopened(): BlockFile {
      const count = Math.ceil(size / blockSize);
      expect([...kept.keys()].toSorted((left, right) => left - right)).toEqual(Array.from({ length: count }, (_, index) => index));
      return createBlockFile(
        size,
        Array.from({ length: count }, (_, index) => kept.get(index)?.slice() ?? new Uint8Array()),
      );
    },
  };
}

describe('a block file', () => {
  const at = fc.integer({ min: 0, max: blockSize * 4 });
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('write' as const),
      at,
      count: fc.integer({ min: 1, max: blockSize * 2 }),
      value: fc.integer({ min: 1, max: 255 }),
    }),
    fc.record({ kind: fc.constant('truncate' as const), at }),
    fc.record({ kind: fc.constant('keep' as const) }),
    fc.record({ kind: fc.constant('take' as const) }),
    fc.record({ kind: fc.constant('revert' as const) }),
  );

  it('has the content of a plain byte array, saves all of it, and reverts what was not saved', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const file = createBlockFile();
        const kept = shelf();
        let plain = new Uint8Array();
        let saved = plain;
        let taken = false;
        for (const one of steps) {
          if (one.kind === 'take') {
            if (!taken) file.take();
            taken = true;
          } else if (one.kind === 'revert' || (taken && one.kind === 'keep')) {
            file.revert();
            [plain, taken] = [saved.slice(), false];
          } else if (one.kind === 'keep') {
            kept.put(file);
            saved = plain.slice();
            expect(Buffer.compare(whole(kept.reopened()), plain)).toBe(0);
          } else if (one.kind === 'truncate') {
            file.truncate(one.at);
            plain = plain.slice(0, one.at);
          } else {
            file.write(new Uint8Array(one.count).fill(one.value), one.at);
            const longer = new Uint8Array(Math.max(plain.length, one.at + one.count));
            longer.set(plain);
            longer.fill(one.value, one.at, one.at + one.count);
            plain = longer;
          }
          expect(Buffer.compare(whole(file), plain)).toBe(0);
        }
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  it('reads zeros beyond its end, and returns the number of bytes found', () => {
    const file = createBlockFile();
    file.write(Uint8Array.of(1, 2, 3), 0);
    const into = new Uint8Array(6).fill(9);
    expect(file.read(into, 1)).toBe(2);
    expect([...into]).toEqual([2, 3, 0, 0, 0, 0]);
  });

  it('reverts what was taken and what was written afterwards', () => {
    const file = createBlockFile();
    file.write(Uint8Array.of(1), 0);
    file.take();
    file.saved();
    file.write(Uint8Array.of(2), 0);
    file.take();
    file.write(Uint8Array.of(3), blockSize * 2);
    file.revert();
    expect([...whole(file)]).toEqual([1]);
    expect(file.take().blocks.size).toBe(0);
  });
});

describe('SQLite on a block file', () => {
  it('immediately notices that the last writes could not be saved', async () => {
    const sqlite = await sqliteOnNode();
    const kept = shelf();
    const file = createBlockFile();
    const connection = prepareDatabase(openBlockDatabase(sqlite, file), 'MEMORY');
    const count = (): unknown => connection.row('SELECT count(*), max("text") FROM "t"');
    connection.run('CREATE TABLE "t" ("id" INTEGER PRIMARY KEY, "text" TEXT NOT NULL) STRICT');
    connection.run('INSERT INTO "t" ("text") VALUES (?)', ['kept']);
    kept.put(file);
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index <= round; index++) connection.run('INSERT INTO "t" ("text") VALUES (?)', ['not kept '.repeat(3000)]);
      connection.run('CREATE TABLE "u" ("id" INTEGER PRIMARY KEY) STRICT');
      expect(count()).toEqual([round + 2, 'not kept '.repeat(3000)]);
      file.take();
      file.revert();
      expect(count()).toEqual([1, 'kept']);
      expect(connection.row('PRAGMA integrity_check')).toEqual(['ok']);
    }
    connection.run('INSERT INTO "t" ("text") VALUES (?)', ['later']);
    kept.put(file);
    expect(connection.row('SELECT count(*) FROM "t"')).toEqual([2]);
    connection.close();
  });

  it('finds the database intact in its last saved state, after any transaction', async () => {
    const sqlite = await sqliteOnNode();
    const kept = shelf();
    let file = createBlockFile();
    let connection = prepareDatabase(openBlockDatabase(sqlite, file), 'MEMORY');
    expect(connection.row('PRAGMA journal_mode')).toEqual(['memory']);
    connection.run('CREATE TABLE "t" ("id" INTEGER PRIMARY KEY, "text" TEXT NOT NULL) STRICT');
    let rows = 0;
    for (let round = 1; round <= 12; round++) {
      connection.transaction(() => {
        for (let index = 0; index < 400; index++)
          connection.run('INSERT INTO "t" ("text") VALUES (?)', [`round ${round} `.repeat(1 + ((index * 7) % 60))]);
        if (round % 3 === 0) connection.run('DELETE FROM "t" WHERE "id" % 2 = 0');
      });
      expect(() =>
        connection.transaction(() => {
          connection.run('DELETE FROM "t"');
          throw new Error('thought better of it');
        }),
      ).toThrow('thought better of it');
      if (round === 9) connection.run('VACUUM');
      rows = Number(connection.row('SELECT count(*) FROM "t"')?.[0]);
      kept.put(file);
      // Written but never saved: the page was killed.
      connection.run('DELETE FROM "t"');
      connection.close();
      file = kept.reopened();
      connection = prepareDatabase(openBlockDatabase(sqlite, file), 'MEMORY');
      expect(connection.row('PRAGMA integrity_check')).toEqual(['ok']);
      expect(Number(connection.row('SELECT count(*) FROM "t"')?.[0])).toBe(rows);
    }
    expect(rows).toBeGreaterThan(1000);
  });
});
