#!/usr/bin/env node
// Runs what is built in dist/node. In a clone it is built first where it is missing or older than
// its sources.
import { existsSync, readFileSync } from 'node:fs';

const wanted = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).engines.node.replace('>=', '');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
// The published package has no scripts.
const prepare = new URL('../scripts/prepare.mjs', import.meta.url);

async function isReady() {
  if (!existsSync(prepare)) return true;
  if (!existsSync(new URL('../node_modules', import.meta.url))) {
    console.error('The packages of this clone are not installed: run `npm ci` first.');
    return false;
  }
  const { ensureNodeBuilt } = await import(prepare.href);
  return ensureNodeBuilt();
}

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(`ninefold needs Node ${wanted} or newer; this is ${process.versions.node}. See https://nodejs.org.`);
  process.exitCode = 2;
} else if (await isReady()) {
  await import(new URL('../dist/node/bin.js', import.meta.url).href);
} else {
  process.exitCode = 2;
}
