import { expect, test } from 'vitest';
import { memoryHost } from '../../testing/process/memory-host.ts';
import { fmt } from './commands/fmt.ts';
import { commands } from './commands/index.ts';

const ragged = '\ufeff# Notes\r\n\r\n| Field | Type |\r\n|---|---|\r\n| a | text |\r\n';
const aligned = '\ufeff# Notes\r\n\r\n| Field | Type |\r\n|-------|------|\r\n| a     | text |\r\n';

async function run(args: readonly string[], files: Readonly<Record<string, string | Uint8Array>>) {
  const host = memoryHost(files);
  const code = await fmt.run(args, host, commands);
  const written = Object.fromEntries(
    [...host.written].map(([path, bytes]) => [path, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)]),
  );
  return { code, written, output: host.output, errors: host.errors };
}

test('aligns tables in place, keeping the byte order mark and line endings', async () => {
  const { code, written, output } = await run(['a.md', 'b.md'], { 'a.md': ragged, 'b.md': aligned });
  expect(code).toBe(0);
  expect(written).toEqual({ 'a.md': aligned });
  expect(output).toBe('a.md: 2 lines aligned.\nb.md: already aligned.\n');
});

test('--check writes nothing and exits with 1 if something would change', async () => {
  expect(await run(['--check', 'a.md'], { 'a.md': ragged })).toMatchObject({ code: 1, written: {} });
  expect(await run(['b.md', '--check'], { 'b.md': aligned })).toMatchObject({ code: 0, written: {} });
});

test('wrong usage', async () => {
  expect(await run([], {})).toMatchObject({ code: 2 });
  expect(await run(['x.md'], {})).toMatchObject({ code: 2, errors: expect.stringContaining('no such file') });
  expect(await run(['--fix', 'a.md'], { 'a.md': ragged })).toMatchObject({
    code: 2,
    errors: expect.stringContaining('The only option is --check'),
  });
  const latin1 = new Uint8Array([0x7c, 0xe9, 0x7c]);
  expect(await run(['a.md'], { 'a.md': latin1 })).toMatchObject({ code: 2, written: {}, errors: expect.stringContaining('not UTF-8') });
});
