import { entries } from './callbacks.ts';
import { createFileSystem, type FileSystem } from './files.ts';
import type { Calls, Machine } from './machine.ts';
import { createOwnFunctions, type OwnFunctions } from './own-functions.ts';

/*
 * SQLite's code in WebAssembly, called without the package's JavaScript, whose 170 kB are mostly
 * unnecessary: a store needs only a few calls. Just the WebAssembly code is the package's.
 */

export interface Sqlite extends Machine {
  readonly files: FileSystem;
  /** The functions that databases call, by the number that SQLite passes with each call. */
  readonly own: OwnFunctions;
}

const page = 65_536;
/** The limits that the package's code was built for, in pages. */
const memory = { initial: 128, maximum: 32_768 };

/** Starts SQLite from its compiled code. */
export async function loadSqlite(code: WebAssembly.Module): Promise<Sqlite> {
  const shared = new WebAssembly.Memory(memory);
  let bytes = new Uint8Array(shared.buffer);
  let view = new DataView(shared.buffer);
  const current = (): void => {
    // Growing detaches the old array. Its length is faster to read than the memory's buffer.
    if (bytes.length > 0) return;
    bytes = new Uint8Array(shared.buffer);
    view = new DataView(shared.buffer);
  };
  const system: Record<string, (...args: number[]) => number> = {
    emscripten_get_heap_max: () => memory.maximum * page,
    // A fifth more than requested, since each growth copies all the memory.
    emscripten_resize_heap(wanted = 0) {
      const held = shared.buffer.byteLength;
      for (const size of [Math.max(wanted, held * 1.2), wanted]) {
        try {
          shared.grow(Math.min(memory.maximum, Math.ceil(size / page)) - held / page);
          return 1;
        } catch {
          // The browser has less memory; SQLite then reports that none is left.
        }
      }
      return 0;
    },
    // SQLite looks for a variable with a folder for temporary files; there are no variables.
    environ_sizes_get(count = 0, size = 0) {
      current();
      view.setUint32(count, 0, true);
      view.setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
  };
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module, name, kind } of WebAssembly.Module.imports(code)) {
    imports[module] ??= {};
    imports[module][name] =
      kind === 'memory'
        ? shared
        : (system[name] ??
          (() => {
            throw new Error(`SQLite uses the system's “${name}”, which it has no need for: its files are ours`);
          }));
  }
  const instance = await WebAssembly.instantiate(code, imports);
  const calls = instance.exports as unknown as Calls;
  calls.__wasm_call_ctors();

  const encoder = new TextEncoder();
  // Keep a byte order mark at the beginning of a text.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const machine: Machine = {
    calls,
    bytes() {
      current();
      return bytes;
    },
    view() {
      current();
      return view;
    },
    reserve(count) {
      const place = calls.malloc(count);
      if (place === 0) throw new Error('SQLite has no memory left');
      return place;
    },
    withText(text, run) {
      const encoded = encoder.encode(text);
      const place = machine.reserve(encoded.length + 1);
      try {
        const into = machine.bytes();
        into.set(encoded, place);
        into[place + encoded.length] = 0;
        return run(place, encoded.length);
      } finally {
        calls.free(place);
      }
    },
    text(place, count) {
      const from = machine.bytes();
      return decoder.decode(from.subarray(place, count === undefined ? from.indexOf(0, place) : place + count));
    },
    callbacks(functions) {
      const table = calls.__indirect_function_table;
      const first = table.grow(functions.length);
      const made = entries(functions);
      for (const [index, entry] of made.entries()) table.set(first + index, entry);
      return made.map((_, index) => first + index);
    },
  };
  return { ...machine, files: createFileSystem(machine), own: createOwnFunctions(machine) };
}
