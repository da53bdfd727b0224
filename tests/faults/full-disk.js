// Loaded first in each thread of the process that tests/faults/killed.ts starts: once the file that
// FULL_DISK names exists, nothing more can be written. PGlite writes its files with this function,
// in a thread of its own, and a thread has modules of its own. It is JavaScript, since it is there
// before the loader of the sources.
import fs from 'node:fs';

const full = process.env['FULL_DISK'] ?? '';
const write = fs.writeSync;
fs.writeSync = /** @type {typeof fs.writeSync} */ (
  (...given) => {
    if (fs.existsSync(full)) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
    return Reflect.apply(write, fs, given);
  }
);
