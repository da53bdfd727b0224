import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { serveFolder } from '../../scripts/static-server.mjs';
import { runNinefold } from '../../testing/run-ninefold.ts';
import { peersFolder } from '../peers.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** One of the two apps, built for production and served on 127.0.0.1. */
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
  close(): Promise<void>;
}

const production = { configFile: false, logLevel: 'error', mode: 'production', base: './' } as const;

/** The product as `ninefold build` writes it, with the page that fills it below `fill/`; and the app of react-admin as Vite writes it. */
export async function buildApps(): Promise<Apps> {
  if (!ensureBuilt()) throw new Error('the product could not be built');
  const out = mkdtempSync(join(tmpdir(), 'ninefold-beside-'));
  // Beside the packages that it is made of, so that all of them have the same React.
  const copy = mkdtempSync(join(peersFolder(), 'react-admin-'));
  const [product, app] = [join(out, 'product'), join(out, 'react-admin')];
  try {
    await runNinefold(['build', join(here, 'contacts.md'), '--out', product]);
    await build({
      ...production,
      root: join(here, 'fill'),
      worker: { format: 'es' },
      build: { outDir: join(product, 'fill'), emptyOutDir: true, assetsInlineLimit: 0 },
    });
    cpSync(join(here, 'peer'), join(copy, 'peer'), { recursive: true });
    cpSync(join(here, 'records.ts'), join(copy, 'records.ts'));
    await build({
      ...production,
      root: join(copy, 'peer'),
      oxc: { jsx: { runtime: 'automatic' } },
      build: { outDir: app, emptyOutDir: true },
    });
  } finally {
    rmSync(copy, { recursive: true });
  }
  const served = [await serveFolder(product), await serveFolder(app)] as const;
  const [own, peer] = [served[0].url, served[1].url];
  return {
    ninefold: { name: 'Ninefold', folder: product, url: own, list: () => `${own}/`, form: () => `${own}/#/new` },
    reactAdmin: {
      name: 'react-admin',
      folder: app,
      url: peer,
      list: (count) => `${peer}/?count=${count}`,
      form: (count) => `${peer}/?count=${count}#/contacts/create`,
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
