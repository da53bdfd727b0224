import { checkModel } from '../../check/check.ts';
import type { Part } from '../../model/facts/screens.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { readArguments } from '../arguments.ts';
import type { Command, ExitCode } from '../command.ts';
import { described } from '../described.ts';
import { type Document, readDocuments } from '../documents.ts';
import type { Host } from '../host.ts';
import { misused } from '../misused.ts';
import { readIngredients } from '../site/ingredients.ts';
import { removeOldReleases } from '../site/releases.ts';
import { readSingleFileRuntime, readSiteRuntime } from '../site/runtime.ts';
import { buildSingleFile } from '../site/single-file.ts';
import { buildSite, type Ingredients, type SiteFile } from '../site/site.ts';

export const build: Command = {
  ...described.build,
  async run(args, host) {
    const read = readArguments(args, { out: [], base: [], theme: [], components: 'many', 'single-file': 'flag' });
    if (!read.ok) return misused(read.problem, build, host);
    const { options, many } = read;
    const single = options['single-file'] !== undefined;
    const { out, base = null } = options;
    if (out === undefined && !single) return misused('Say which folder to write to: --out DIR.', build, host);
    if (base !== null && single) return misused('A product in one file has no paths of its own: --base is for a site.', build, host);
    if (base !== null && !/^\/(?:[\w.~-]+\/)*$/.test(base))
      return misused(`The option --base is a path that begins and ends with “/”, such as /sub/app/, not “${base}”.`, build, host);
    const documents = await readDocuments(read.names, host);
    if (documents === null) return 2;
    const [document, ...more] = documents;
    if (document === undefined || more.length > 0) return misused('One document at a time.', build, host);
    return buildDocument(document, { out, base, single, theme: options['theme'] ?? null, components: many['components'] ?? null }, host);
  },
};

interface Settings {
  readonly out: string | undefined;
  readonly base: string | null;
  readonly single: boolean;
  readonly theme: string | null;
  /** Null: the folder `components` beside the document, where there is one. */
  readonly components: readonly string[] | null;
}

async function buildDocument(document: Document, settings: Settings, host: Host): Promise<ExitCode> {
  const model = readModel(document.text);
  if (!model.recognised) {
    host.writeError(
      `${document.file}: this is no specification: it has neither the title “# Specification: NAME” nor one of the nine sections.\n`,
    );
    return 1;
  }
  const mistakes = checkModel(model).filter((finding) => finding.severity === 'error').length;
  if (mistakes > 0)
    host.writeError(
      `${document.file}: ${mistakes === 1 ? 'one error' : `${mistakes} errors`}. “ninefold check ${document.file}” says what.\n`,
    );
  const ingredients = await readIngredients(document, model, settings, host);
  if (ingredients === null) return 2;
  sayMissingComponents(document, model, ingredients, host);
  const runtime = await host.productRuntime();
  if ('why' in runtime) {
    host.writeError(`${runtime.why}\n`);
    return 2;
  }
  if (settings.single) {
    const page = buildSingleFile(ingredients, await readSingleFileRuntime(runtime.folder, host));
    const out = settings.out ?? `${document.file.replace(/\.[^./\\]+$/, '')}.html`;
    if (!(await write([{ path: out, bytes: page }], '', host))) return 2;
    host.writeError(
      `${model.name} is in ${out} (${(page.length / 1e6).toFixed(1)} MB). It keeps what is written in the reader’s own browser, from a disk too; where the browser refuses, it says so.\n`,
    );
    return 0;
  }
  const out = (settings.out ?? '').replace(/[/\\]$/, '');
  const files = buildSite(ingredients, await readSiteRuntime(runtime.folder, host), settings.base);
  if (!(await write(files, `${out}/`, host))) return 2;
  const why = await removeOldReleases(out, files, host);
  if (why !== null) {
    host.writeError(`${why}\n`);
    return 2;
  }
  host.writeError(`${model.name} is in ${out}: ${files.length} files. ${out}/README.md says how to serve them.\n`);
  if (model.account !== null)
    host.writeError(
      'Whoever opens it may act as each of the example people without a password, and the product says so: its data is in the reader’s own browser.\n',
    );
  return 0;
}

async function write(files: readonly SiteFile[], prefix: string, host: Host): Promise<boolean> {
  for (const { path, bytes } of files) {
    const why = await host.writeFile(prefix + path, bytes);
    if (why === null) continue;
    host.writeError(`${prefix}${path}: this file cannot be written (${why}).\n`);
    return false;
  }
  return true;
}

/** Components that the document asks for, and that no file speaks of: the product says it in their place, and here it is said before. */
function sayMissingComponents(document: Document, model: Model, { components }: Ingredients, host: Host): void {
  const asked = new Set<string>();
  const visit = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (part.kind === 'component') asked.add(part.name.text);
      if ('parts' in part) visit(part.parts);
    }
  };
  for (const screen of model.screens) visit(screen.parts);
  const texts = components.map(({ bytes }) => new TextDecoder().decode(bytes));
  for (const name of asked) {
    if (texts.some((text) => text.includes(name))) continue;
    host.writeError(
      `${document.file}: the component “${name}” is in no file. Give it with --components FILE, or put it into a folder “components” beside the document.\n`,
    );
  }
}
