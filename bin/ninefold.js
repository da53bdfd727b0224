#!/usr/bin/env node
// In a clone the sources run as they are (through tsx); in the published package, what was built from them.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const wanted = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).engines.node.replace('>=', '');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
const source = new URL('../src/cli/bin.ts', import.meta.url);

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(`ninefold needs Node ${wanted} or newer; this is ${process.versions.node}. See https://nodejs.org.`);
  process.exitCode = 2;
} else if (!existsSync(source)) {
  await import(new URL('../dist/cli/bin.js', import.meta.url).href);
} else if (existsSync(new URL('../node_modules/tsx', import.meta.url))) {
  const { register } = await import('tsx/esm/api');
  // Our own tsconfig.json, not the one of the folder that the command is run in.
  register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
  await import(source.href);
} else {
  console.error('The packages of this clone are not installed: run `npm ci` first.');
  process.exitCode = 2;
}
