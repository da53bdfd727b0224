import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openapiDocument } from '../src/export/exporters/openapi.ts';
import { largeDocument } from '../testing/large-document.ts';
import { type Benchmark, type Figure, median, time } from './benchmark.ts';
import { typespecOf } from './peers/typespec.ts';
import { importPeer, peersFolder, requirePeer } from './peers.ts';
import { published } from './published.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Spectral {
  setRuleset(ruleset: unknown): void;
  run(document: unknown): Promise<readonly unknown[]>;
}
interface SpectralCore {
  readonly Spectral: new () => Spectral;
  readonly Document: new (text: string, parser: unknown, source: string) => unknown;
}
interface TypeSpec {
  readonly NodeHost: unknown;
  compile(
    host: unknown,
    main: string,
    options: object,
  ): Promise<{ readonly diagnostics: readonly { readonly severity: string; readonly message: string }[] }>;
}

/**
 * A whole document, nine sections; beside `spectral lint` on the OpenAPI document of its calls, and
 * the TypeSpec compiler on its entities and calls.
 */
export const benchmark: Benchmark = {
  name: 'read and check, beside Spectral and TypeSpec',
  async run() {
    const figures: Figure[] = [];
    const peers = peersFolder();
    const { checkModel, readModel } = await published();
    // In the folder of the peers, where TypeSpec looks for its library.
    const folder = mkdtempSync(join(peers, 'run-'));
    try {
      writeFileSync(join(folder, 'ruleset.json'), '{"extends": ["spectral:oas"]}');
      const documents = [
        { name: 'helpdesk', text: readFileSync(join(root, 'specs', 'helpdesk.md'), 'utf8') },
        { name: '2,000 lines', text: largeDocument(2000) },
      ];
      // Ours before theirs are loaded: code that runs beside a large heap waits for its collection.
      const own = new Map<string, number>();
      for (const { name, text } of documents) own.set(name, (await time(() => checkModel(readModel(text)), 3000)).warm);
      for (const { name, text } of documents) {
        const model = readModel(text);
        const openapi = JSON.stringify(openapiDocument(model), null, 2);
        writeFileSync(join(folder, 'document.md'), text);
        writeFileSync(join(folder, 'openapi.json'), openapi);
        writeFileSync(join(folder, 'main.tsp'), typespecOf(model));

        const spectral = await time(spectralRun(openapi), 3000);
        const typespec = await time(await typespecRun(join(folder, 'main.tsp')), 3000);
        const warm = { name: `${name}, again in the same process`, value: own.get(name) ?? 0, unit: 'ms' } as const;
        figures.push({ ...warm, against: { name: 'Spectral', value: spectral.warm } });
        figures.push({ ...warm, against: { name: 'TypeSpec', value: typespec.warm } });

        const command = timed(folder, [0], [join(root, 'bin', 'ninefold.js'), 'check', 'document.md']);
        const cold = { name: `${name}, the command from start to end`, value: command, unit: 'ms' } as const;
        // Spectral warns of operations without a description, which is exit 0; an error is 1.
        const lint = timed(
          folder,
          [0, 1],
          [join(peers, 'node_modules', '@stoplight', 'spectral-cli', 'dist', 'index.js'), 'lint', '-r', 'ruleset.json', 'openapi.json'],
        );
        const compile = timed(
          folder,
          [0],
          [join(peers, 'node_modules', '@typespec', 'compiler', 'cmd', 'tsp.js'), 'compile', '.', '--no-emit'],
        );
        figures.push({ ...cold, against: { name: 'spectral lint', value: lint } });
        figures.push({ ...cold, against: { name: 'tsp compile', value: compile } });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    return figures;
  },
};

/**
 * The median of three runs of a command, in ms. It must end with one of these codes: a command that
 * fails at once is quick.
 */
function timed(cwd: string, codes: readonly number[], args: readonly string[]): number {
  return median(
    Array.from({ length: 3 }, () => {
      const start = performance.now();
      const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
      if (status === null || !codes.includes(status)) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`);
      return performance.now() - start;
    }),
  );
}

function spectralRun(openapi: string): () => Promise<void> {
  const core = requirePeer<SpectralCore>('@stoplight/spectral-core');
  const parsers = requirePeer<{ Json: unknown }>('@stoplight/spectral-parsers');
  const rulesets = requirePeer<{ oas: unknown }>('@stoplight/spectral-rulesets');
  const spectral = new core.Spectral();
  spectral.setRuleset({ extends: [rulesets.oas] });
  return async () => void (await spectral.run(new core.Document(openapi, parsers.Json, 'openapi.json')));
}

async function typespecRun(main: string): Promise<() => Promise<void>> {
  const { NodeHost, compile } = await importPeer<TypeSpec>('@typespec/compiler');
  return async () => {
    const { diagnostics } = await compile(NodeHost, main, { noEmit: true });
    const error = diagnostics.find(({ severity }) => severity === 'error');
    if (error !== undefined) throw new Error(`TypeSpec refuses the specification: ${error.message}`);
  };
}
