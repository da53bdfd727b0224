import { checkModel } from '../../check/check.ts';
import { readSingleFileRuntime, readSiteRuntime } from '../../export/site/runtime.ts';
import { buildSingleFile } from '../../export/site/single-file.ts';
import { buildSite, type Ingredients, type SiteFile } from '../../export/site/site.ts';
import type { Part } from '../../model/ast/screens.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { writeModel } from '../../model/written/write.ts';
import { readArguments } from '../arguments.ts';
import type { Command, ExitCode } from '../command.ts';
import { described } from '../described.ts';
import { type Document, readDocuments } from '../documents.ts';
import type { Machine } from '../machine.ts';
import { misused } from '../misused.ts';
import { readIngredients } from '../site/ingredients.ts';
import { removeOldReleases } from '../site/releases.ts';
import { runtimeFiles } from '../site/runtime-files.ts';

export const build: Command = {
  ...described.build,
  async run(args, host) {
    const read = readArguments(args, { out: [], base: [], theme: [], components: 'many', 'single-file': 'flag' });
    if (!read.ok) return misused(read.problem, build, host);
    const { options, many } = read;
    const single = options['single-file'] !== undefined;
    const { out, base = null } = options;
    if (out === undefined && !single) return misused('Name the output folder: --out DIR.', build, host);
    if (base !== null && single) return misused('--base cannot be combined with --single-file: a single file has no path.', build, host);
    if (base !== null && !/^\/(?:[\w.~-]+\/)*$/.test(base))
      return misused(`--base must begin and end with “/”, such as /sub/app/, not “${base}”.`, build, host);
    const documents = await readDocuments(read.names, host);
    if (documents === null) return 2;
    const [document, ...more] = documents;
    if (document === undefined || more.length > 0) return misused('Name exactly one document.', build, host);
    return buildDocument(document, { out, base, single, theme: options['theme'] ?? null, components: many['components'] ?? null }, host);
  },
};

interface Settings {
  readonly out: string | undefined;
  readonly base: string | null;
  readonly single: boolean;
  readonly theme: string | null;
  /** Null: the folder `components` beside the document, if it exists. */
  readonly components: readonly string[] | null;
}

async function buildDocument(document: Document, settings: Settings, host: Machine): Promise<ExitCode> {
  const model = readModel(document.text);
  if (!model.recognised) {
    host.writeError(
      `${document.file}: not a specification: it has neither the title “# Specification: NAME” nor any of the nine sections.\n`,
    );
    return 1;
  }
  const mistakes = checkModel(model).filter((finding) => finding.severity === 'error').length;
  if (mistakes > 0)
    host.writeError(
      `${document.file}: ${mistakes === 1 ? 'one error' : `${mistakes} errors`}. Run “ninefold check ${document.file}” for details.\n`,
    );
  const ingredients = await readIngredients(document, model, settings, host);
  if (ingredients === null) return 2;
  sayMissingComponents(document, model, ingredients, host);
  const runtime = await host.productRuntime();
  if ('why' in runtime) {
    host.writeError(`${runtime.why}\n`);
    return 2;
  }
  const written = writeModel(model);
  if (settings.single) {
    const page = buildSingleFile(ingredients, written, await readSingleFileRuntime(runtimeFiles(runtime.folder, host)));
    const out = settings.out ?? `${document.file.replace(/\.[^./\\]+$/, '')}.html`;
    if (!(await write([{ path: out, bytes: page }], '', host))) return 2;
    host.writeError(
      `Wrote ${model.name} to ${out} (${(page.length / 1e6).toFixed(1)} MB). It stores its data in the reader’s own browser, even when opened from disk; if the browser refuses, the page says so.\n`,
    );
    return 0;
  }
  const out = (settings.out ?? '').replace(/[/\\]$/, '');
  const files = buildSite(ingredients, await readSiteRuntime(runtimeFiles(runtime.folder, host)), settings.base, written);
  if (!(await write(files, `${out}/`, host))) return 2;
  const why = await removeOldReleases(out, files, host);
  if (why !== null) {
    host.writeError(`${why}\n`);
    return 2;
  }
  host.writeError(`Wrote ${model.name} to ${out}: ${files.length} files. See ${out}/README.md for how to serve them.\n`);
  if (model.account !== null)
    host.writeError(
      'Anyone who opens it can act as any of the example people without a password, and the product says so: its data stays in the reader’s own browser.\n',
    );
  return 0;
}

async function write(files: readonly SiteFile[], prefix: string, host: Machine): Promise<boolean> {
  for (const { path, bytes } of files) {
    const why = await host.writeFile(prefix + path, bytes);
    if (why === null) continue;
    host.writeError(`${prefix}${path}: cannot write this file (${why}).\n`);
    return false;
  }
  return true;
}

/**
 * Warns about components that the document uses but no file defines. The product would show a
 * message in their place.
 */
function sayMissingComponents(document: Document, model: Model, { components }: Ingredients, host: Machine): void {
  const used = new Set<string>();
  const visit = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (part.kind === 'component') used.add(part.name.text);
      if ('parts' in part) visit(part.parts);
    }
  };
  for (const screen of model.screens) visit(screen.parts);
  const texts = components.map(({ bytes }) => new TextDecoder().decode(bytes));
  for (const name of used) {
    if (texts.some((text) => text.includes(name))) continue;
    host.writeError(
      `${document.file}: no file provides the component “${name}”. Pass it with --components FILE, or put it in a “components” folder next to the document.\n`,
    );
  }
}
