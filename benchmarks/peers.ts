import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The packages that we are measured beside have their own lists: `peers` run in this
 * process, `servers` are started, and what fills them.
 */
export type PeerList = 'peers' | 'servers';

/**
 * Where the packages of a list are installed; installs them when they are missing or others are
 * wanted.
 */
export function peersFolder(list: PeerList = 'peers'): string {
  const lists = fileURLToPath(new URL(`./${list}`, import.meta.url));
  // Not beside the lists: a search of our sources should not find others'.
  const folder = fileURLToPath(new URL(`../.cache/${list}`, import.meta.url));
  const wanted = readFileSync(`${lists}/package-lock.json`, 'utf8');
  const installed = `${folder}/node_modules/.package-lock.json`;
  const has = existsSync(installed) ? JSON.parse(readFileSync(installed, 'utf8')).packages : {};
  const complete = Object.entries<{ version: string; optional?: boolean }>(JSON.parse(wanted).packages).every(
    ([path, { version, optional }]) => path === '' || optional === true || has[path]?.version === version,
  );
  if (!complete) {
    console.error('Installing what Ninefold is measured beside…');
    mkdirSync(folder, { recursive: true });
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(`${lists}/${name}`, `${folder}/${name}`);
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return folder;
}

const requireThere = (list: PeerList): NodeJS.Require => createRequire(`${peersFolder(list)}/package.json`);

/** One of those packages that is CommonJS; its shape is the caller's to know. */
export function requirePeer<Shape>(name: string): Shape {
  return requireThere('peers')(name);
}

/** One of those packages that is made of ECMAScript modules. */
export async function importPeer<Shape>(name: string, list: PeerList = 'peers'): Promise<Shape> {
  return await import(pathToFileURL(requireThere(list).resolve(name)).href);
}
