import { readFileSync } from 'node:fs';
import { verify } from '../src/verifier/run.ts';
import { mistakenDocument } from '../testing/mistaken-documents.ts';
import { recorded, requestsToDiffer } from '../testing/replays.ts';
import type { Benchmark, Figure } from './benchmark.ts';

/**
 * Documents whose calls section 7 does not show, so that each entity has the usual ones: the
 * planner was not written beside them. `DOCUMENTS=school,inventory` takes others.
 */
const usual = 'inventory,school,booking';
/** Of each kind of mistake, so many are tried in each document; `EACH=20` takes more. */
const usualEach = 3;
/** So many of those that were missed are named. */
const named = 6;

/** Which mistakes of one clause `verify` finds, by the kind of clause. */
export const benchmark: Benchmark = {
  name: 'verify: documents with one clause that is wrong, served by the engine',
  async run() {
    const figures: Figure[] = [];
    for (const name of (process.env['DOCUMENTS'] ?? usual).split(',')) figures.push(...(await scored(name)));
    return figures;
  },
};

async function scored(name: string): Promise<readonly Figure[]> {
  const text = readFileSync(new URL(`../specs/${name}.md`, import.meta.url), 'utf8');
  const one = mistakenDocument(name, text.replace(/\n## 7\.[\s\S]*?(?=\n## 8\.)/, '\n'));
  const [right, recording] = await recorded(one, verify);
  const each = Number(process.env['EACH'] ?? usualEach);
  const kinds = new Map<string, { readonly missed: string[]; found: number; all: number }>();
  for (const [kind, faults] of Object.entries(one.faults)) {
    const [clause = ''] = kind.split(':');
    const known = kinds.get(clause) ?? { missed: [], found: 0, all: 0 };
    kinds.set(clause, known);
    for (const fault of spread(faults, each)) {
      known.all++;
      if ((await requestsToDiffer(one, fault, recording)) === null) known.missed.push(fault);
      else known.found++;
    }
  }
  const figure = (words: string, value: number): Figure => ({ name: `${name}: ${words}`, value, unit: '' });
  return [
    figure('false alarms', right.findings.length),
    figure('requests', recording.requests.length),
    ...[...kinds].map(([clause, { missed, found, all }]): Figure => {
      const words = missed.length === 0 ? '' : ` (missed: ${missed.slice(0, named).join('; ')})`;
      return { ...figure(`${clause}${words}`, found), against: { name: 'mistakes', value: all } };
    }),
  ];
}

/** So many of them, from the first on, at equal distances. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  const count = Math.min(most, all.length);
  return Array.from({ length: count }, (_, place) => all[Math.floor((place * all.length) / count)] as T);
}
