// A process of its own: its database works, then the disk is full, and it prints the errors that
// follow (tests/faults/faults.test.ts starts it).
import { rmSync, writeFileSync } from 'node:fs';
import { InfrastructureError } from '../../src/store/errors.ts';
import { openEmbedded } from '../../src/store/postgres/embedded/open-embedded.ts';

const [folder = ''] = process.argv.slice(2);
const errors: string[] = [];
const { connection, run } = await openEmbedded(folder, (why) => errors.push(why));
const insert = (number: number): Promise<void> =>
  run(() => connection.transaction(() => connection.run(`INSERT INTO notes VALUES (${number})`)));
await run(() => connection.transaction(() => connection.run('CREATE TABLE notes (number integer)')));
await insert(1);
const full = process.env['FULL_DISK'] ?? '';
writeFileSync(full, '');
for (const number of [2, 3]) {
  const error = await insert(number).then(
    () => null,
    (failure: unknown) => failure,
  );
  errors.push(error instanceof InfrastructureError ? 'failed' : String(error));
}
rmSync(full);
process.stdout.write(`${errors.join('\n')}\n`);
process.exit();
