// Checks the types of everything together, and of each group of layers with only its permitted
// types. All checks run in parallel, because tsc is native and fast.
import { spawn } from 'node:child_process';

const configs = ['tsconfig.core.json', 'tsconfig.web.json', 'tsconfig.node.json', 'tsconfig.json'];
const compiler = new URL('../node_modules/typescript/bin/tsc', import.meta.url).pathname;

/** @param {string} config @returns {Promise<{ config: string, code: number, output: string }>} */
const check = (config) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [compiler, '--pretty', 'false', '-p', config], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) => resolve({ config, code: code ?? 1, output }));
  });

const seen = new Set();
let failed = false;
for (const { config, code, output } of await Promise.all(configs.map(check))) {
  if (code !== 0) failed = true;
  for (const line of output.split('\n')) {
    if (line === '' || seen.has(line)) continue;
    seen.add(line);
    console.log(`${line}  [${config}]`);
  }
}
if (!failed) console.log('types: no error');
process.exitCode = failed ? 1 : 0;
