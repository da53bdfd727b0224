import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { serveFolder } from '../../scripts/static-server.mjs';
import { runNinefold } from '../../testing/process/run-ninefold.ts';
import { peersFolder } from '../peers.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** One of the three apps, built for production and served on 127.0.0.1. */
export interface App {
  readonly name: string;
  /** The built files. */
  readonly folder: string;
  readonly url: string;
  /** The address of the list with this many records in it, and of the form for a new one. */
  list(count: number): string;
  form(count: number): string;
}

export interface Apps {
  readonly ninefold: App;
  readonly reactAdmin: App;
  /** A list and nothing else, by React alone. */
  readonly floor: App;
  close(): Promise<void>;
}

const production = { configFile: false, logLevel: 'error', mode: 'production', base: './' } as const;

/**
 * The product as `ninefold build` writes it, with the page that fills it below `fill/`; the app of
 * react-admin and the bare list as Vite writes them.
 */
export async function buildApps(): Promise<Apps> {
  if (!ensureBuilt()) throw new Error('the product could not be built');
  const out = mkdtempSync(join(tmpdir(), 'ninefold-beside-'));
  // Beside the packages that it is made of, so that all of them have the same React.
  const copy = mkdtempSync(join(peersFolder(), 'react-admin-'));
  const [product, app, bare] = [join(out, 'product'), join(out, 'react-admin'), join(out, 'floor')];
  try {
    await runNinefold(['build', join(here, 'contacts.md'), '--out', product]);
    await build({
      ...production,
      root: join(here, 'fill'),
      worker: { format: 'es' },
      build: { outDir: join(product, 'fill'), emptyOutDir: true, assetsInlineLimit: 0 },
    });
    for (const folder of ['peer', 'floor']) cpSync(join(here, folder), join(copy, folder), { recursive: true });
    cpSync(join(here, 'records.ts'), join(copy, 'records.ts'));
    for (const [folder, outDir] of [
      ['peer', app],
      ['floor', bare],
    ] as const)
      await build({
        ...production,
        root: join(copy, folder),
        oxc: { jsx: { runtime: 'automatic' } },
        build: { outDir, emptyOutDir: true },
      });
  } finally {
    rmSync(copy, { recursive: true });
  }
  const served = [await serveFolder(product), await serveFolder(app), await serveFolder(bare)] as const;
  const [own, peer, floor] = [served[0].url, served[1].url, served[2].url];
  return {
    ninefold: { name: 'Ninefold', folder: product, url: own, list: () => `${own}/`, form: () => `${own}/#/new` },
    reactAdmin: {
      name: 'react-admin',
      folder: app,
      url: peer,
      list: (count) => `${peer}/?count=${count}`,
      form: (count) => `${peer}/?count=${count}#/contacts/create`,
    },
    floor: {
      name: 'bare React list',
      folder: bare,
      url: floor,
      list: (count) => `${floor}/?count=${count}`,
      form() {
        throw new Error('the bare list has no form');
      },
    },
    async close() {
      for (const { close } of served) await close();
      rmSync(out, { recursive: true });
    },
  };
}

/** The paths of a built app's files that end so, from its folder. */
export const builtFiles = ({ folder }: App, pattern: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => !file.startsWith('fill') && pattern.test(file));
