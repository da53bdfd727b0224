// Checks the direction of imports between layers (layers.ts, import-rules.ts) and the length of
// comments.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkImports, type SourceFile } from './import-rules.ts';
import { longComments } from './long-comments.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['src', 'testing', 'tests', 'benchmarks', 'scripts'];

const sources: SourceFile[] = [...folders, 'bin']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(?:tsx?|m?js)$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !relative(root, path).replaceAll('\\', '/').startsWith('tests/samples/'))
  .map((path) => ({ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }));
const files = sources.filter(({ path }) => /\.tsx?$/.test(path));

const violations = [
  ...checkImports(files, (path) => existsSync(join(root, path))),
  ...sources.flatMap(({ path, text }) =>
    longComments(text).map((line) => ({ path, line, rule: 'long-comment', message: 'a comment line has at most 100 columns' })),
  ),
];
for (const { path, line, rule, message } of violations) console.log(`${path}:${line}  ${rule}  ${message}`);
console.log(`imports: ${files.length} files, ${violations.length === 0 ? 'no violation' : `${violations.length} violations`}`);
process.exitCode = violations.length === 0 ? 0 : 1;
