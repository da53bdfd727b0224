import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type MemoryFiles, memoryHost } from '../../testing/process/memory-host.ts';
import { readWritten } from '../model/written/read.ts';
import { build } from './commands/build.ts';

const theatre = (name: string): string => readFileSync(new URL(`../../docs/guide/theatre/${name}`, import.meta.url), 'utf8');

/** A minimal output of `npm run build`. */
const runtime: MemoryFiles = {
  'runtime/files.json': '["assets/index-1.js", "assets/sqlite3-2.wasm"]',
  'runtime/site/index.html':
    '<!doctype html>\n<html lang="en">\n<head>\n<!--head-->\n<script type="module" src="./assets/index-1.js"></script>\n</head>\n<body><div id="product"></div><!--body--></body>\n</html>\n',
  'runtime/site/sw.js': 'listen();',
  'runtime/site/assets/index-1.js': 'start();',
  'runtime/site/assets/sqlite3-2.wasm': 'wasm',
  'runtime/single/page.js': 'start("</script>");',
  'runtime/single/page.css': 'p { margin: 0 }',
  'runtime/single/worker.js': 'work();',
  'runtime/single/sqlite3.wasm': 'wasm',
};

const shop = '# Specification: Shop & <b>Co</b>\n\n## 3. Entities\n\n### Thing\n\n| Field | Type |\n|---|---|\n| name | text |\n';

async function run(args: readonly string[], files: MemoryFiles = { 'shop.md': shop }) {
  const host = memoryHost({ ...runtime, ...files });
  return { host, code: await build.run(args, host, []) };
}

const block = (page: string, id: string): string => new RegExp(`id="${id}">([^<]*)</script>`).exec(page)?.[1] ?? '';

describe('a site', () => {
  it('has the model as a file, a manifest with icons, a service worker that lists every file, and a README', async () => {
    const { host, code } = await run(['shop.md', '--out', 'out/']);
    expect(host.errors).toContain('Wrote Shop & <b>Co</b> to out:');
    expect(code).toBe(0);
    const page = host.text('out/index.html');
    const config = JSON.parse(block(page, 'site'));
    expect(readWritten(host.text(`out/${config.model}`))).toMatchObject({ name: 'Shop & <b>Co</b>', text: shop });
    expect(config).toMatchObject({ base: null, components: [], logo: null });
    // Every product has a cover in its accent colour.
    expect(host.text(`out/${config.cover}`)).toMatch(/^<svg .*#3947af/u);
    const manifest = JSON.parse(host.text('out/manifest.webmanifest'));
    for (const icon of manifest.icons) expect(host.written.has(`out/${icon.src}`)).toBe(true);
    const release = JSON.parse(/^self\.release = (.*);\n/.exec(host.text('out/sw.js'))?.[1] ?? '');
    const kept = [...host.written.keys()]
      .map((path) => path.slice(4))
      .filter((path) => !/^(?:README\.md|releases\.json|sw\.js)$/.test(path));
    expect([...release.files].sort()).toEqual(kept.sort());
    expect(host.text('out/README.md')).toContain('nginx');
    expect(host.written.has('out/404.html')).toBe(false);
  });

  it('is described by the first paragraph of its document in plain text, or else by its name', async () => {
    const described = async (text: string, args: readonly string[] = ['--out', 'out']): Promise<string | undefined> => {
      const { host } = await run(['shop.md', ...args], { 'shop.md': text });
      return /<meta name="description" content="([^"]*)"/.exec(host.text(args[1] === 'out' ? 'out/index.html' : 'shop.html'))?.[1];
    };
    const below = (lead: string): string => shop.replace('\n\n', `\n\n${lead}\n\n`);
    const lead = 'Sells *fine* `things` & [more](https://example.com), "cheaply".';
    expect(await described(below(lead))).toBe('Sells fine things &amp; more, &quot;cheaply&quot;.');
    expect(await described(below(lead), ['--single-file'])).toBe('Sells fine things &amp; more, &quot;cheaply&quot;.');
    expect(await described(below('word '.repeat(50)))).toMatch(/^(?:word ){30,}word…$/);
    expect(await described(`${shop}\n## Notes\n\nNot about the shop.\n`)).toBe('Shop &amp; &lt;b&gt;Co&lt;/b&gt;');
  });

  it('runs only scripts from its own files, and no name becomes HTML', async () => {
    const { host } = await run(['shop.md', '--out', 'out']);
    const page = host.text('out/index.html');
    expect(page).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(page).toContain('<title>Shop &amp; &lt;b&gt;Co&lt;/b&gt;</title>');
    for (const [, attributes = ''] of page.matchAll(/<script([^>]*)>/g)) expect(attributes).toMatch(/src="|type="application\/json"/);
  });

  it('is the same for the same document, and differs for another', async () => {
    const version = async (text: string) =>
      /"version":"([^"]+)"/.exec((await run(['a.md', '--out', 'o'], { 'a.md': text })).host.text('o/sw.js'))?.[1];
    expect(await version(shop)).toBe(await version(shop));
    expect(await version(shop)).not.toBe(await version(shop.replace('name', 'title')));
  });

  it('has routes with real paths below a given base path', async () => {
    const { host } = await run(['shop.md', '--out', 'out', '--base', '/sub/app/']);
    expect(host.text('out/index.html')).toContain('<base href="/sub/app/" />');
    expect(host.text('out/404.html')).toBe(host.text('out/index.html'));
    expect(host.text('out/README.md')).toContain('try_files $uri $uri/ /sub/app/index.html');
  });

  it('keeps the files of the previous release and removes those of older ones', async () => {
    const host = memoryHost({ ...runtime, 'shop.md': shop });
    const documents: string[] = [];
    for (const title of ['One', 'Two', 'Three']) {
      host.change('shop.md', shop.replace(/Shop.*/, title));
      await build.run(['shop.md', '--out', 'out'], host, []);
      documents.push(`out/${JSON.parse(block(host.text('out/index.html'), 'site')).model}`);
    }
    expect(documents.map((path) => host.text(path) !== '')).toEqual([false, true, true]);
    expect(host.text('out/assets/index-1.js')).toBe('start();');
  });

  it('uses the theme, logo and components in the folder of the document', async () => {
    const { host, code } = await run(['t/theatre.md', '--out', 'out'], {
      't/theatre.md': theatre('theatre.md'),
      't/theme.json': theatre('theme.json'),
      't/logo.svg': theatre('logo.svg'),
      't/components/seat-map.js': theatre('components/seat-map.js'),
    });
    expect(host.errors).not.toMatch(/contrast|component/);
    expect(code).toBe(0);
    const page = host.text('out/index.html');
    expect(page).toContain('<html lang="de">');
    const config = JSON.parse(block(page, 'site'));
    expect(host.text(`out/${config.components[0]}`)).toBe(theatre('components/seat-map.js'));
    expect(host.text(`out/${config.logo}`)).toContain('<svg');
    const styles = /href="(assets\/theme-[^"]+)"/.exec(page)?.[1];
    expect(host.text(`out/${styles}`)).toContain('--accent: #9c2f2f;');
  });

  it('uses a cover in the folder of the document', async () => {
    const files = { 'shop.md': shop, 'theme.json': '{"cover": "front.svg"}', 'front.svg': '<svg><title>Shelves</title></svg>' };
    const { host, code } = await run(['shop.md', '--out', 'out'], files);
    expect(code).toBe(0);
    const config = JSON.parse(block(host.text('out/index.html'), 'site'));
    expect(host.text(`out/${config.cover}`)).toBe('<svg><title>Shelves</title></svg>');
    const missing = await run(['shop.md', '--out', 'out'], { 'shop.md': shop, 'theme.json': '{"cover": "gone.svg"}' });
    expect(missing.host.errors).toContain('cannot read gone.svg');
    expect(missing.code).toBe(2);
  });

  it('prefers the theme named like the document to the theme of its folder', async () => {
    const { host, code } = await run(['t/theatre.md', '--out', 'out'], {
      't/theatre.md': theatre('theatre.md'),
      't/theme.json': '{"accent": "#9c2f2f"}',
      't/theatre.theme.json': '{"accent": "#0b7285"}',
      't/components/seat-map.js': theatre('components/seat-map.js'),
    });
    expect(code).toBe(0);
    const styles = /href="(assets\/theme-[^"]+)"/.exec(host.text('out/index.html'))?.[1];
    expect(host.text(`out/${styles}`)).toContain('--accent: #0b7285;');
    expect(host.text('out/icon.svg')).toContain('rgb(11 114 133)');
  });
});

describe('one file', () => {
  it('contains everything, and allows only its own script', async () => {
    const { host, code } = await run(['shop.md', '--single-file']);
    expect(code).toBe(0);
    const page = host.text('shop.html');
    expect(readWritten(Buffer.from(block(page, 'model'), 'base64').toString()).text).toBe(shop);
    expect(Buffer.from(block(page, 'database'), 'base64').toString()).toBe('wasm');
    expect(page).toContain('start("\\x3c/script>");');
    expect(page).toMatch(/script-src 'sha256-[\w+/=]{44}' 'wasm-unsafe-eval';/);
    expect(page).not.toMatch(/(?:src|href)="(?!data:)/);
  });
});

describe('an impossible build is refused with its reason', () => {
  it.each<readonly [readonly string[], string]>([
    [['shop.md'], '--out DIR'],
    [['shop.md', '--out', 'o', '--base', 'app'], '--base must begin and end with “/”'],
    [['shop.md', '--single-file', '--base', '/a/'], 'a single file has no path'],
    [['no.md', '--out', 'o'], 'no.md: no such file'],
    [['shop.md', '--out', 'o', '--theme', 'no.json'], 'no.json: cannot read the theme'],
    [['shop.md', '--out', 'o', '--components', 'no.js'], 'no.js: cannot read this components file'],
  ])('%j', async (args, message) => {
    const { host, code } = await run(args);
    expect(host.errors).toContain(message);
    expect(code).toBe(2);
    expect(host.written.size).toBe(0);
  });

  it('a text that is no specification', async () => {
    const { host, code } = await run(['shop.md', '--out', 'o'], { 'shop.md': 'Hello.' });
    expect(host.errors).toContain('not a specification');
    expect(code).toBe(1);
  });

  it('a component that no file defines, and one that imports', async () => {
    const text = theatre('theatre.md');
    const without = await run(['a.md', '--out', 'o'], { 'a.md': text });
    expect(without.host.errors).toContain('no file provides the component “SeatMap”');
    expect(without.code).toBe(0);
    const importing = await run(['a.md', '--out', 'o', '--components', 'x.js'], { 'a.md': text, 'x.js': "import React from 'react';\n" });
    expect(importing.host.errors).toContain('it imports “react”');
    expect(importing.code).toBe(2);
  });

  it('a missing runtime', async () => {
    const host = memoryHost({ 'shop.md': shop });
    expect(await build.run(['shop.md', '--out', 'o'], host, [])).toBe(2);
    expect(host.errors).toContain('there is no runtime in this test.');
  });
});
