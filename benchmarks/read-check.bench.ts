import { readFileSync } from 'node:fs';
import { GFM, parser } from '@lezer/markdown';
import { largeDocument } from '../testing/large-document.ts';
import { type Benchmark, type Figure, median, percentile, time } from './benchmark.ts';
import { published } from './published.ts';

const markdown = parser.configure(GFM);

type Code = Awaited<ReturnType<typeof published>>;

/**
 * What someone types, a letter at a time: where, and the letters. `after` ends what is typed, so
 * that it is a word of its own.
 */
interface Typing {
  readonly name: string;
  at(text: string): number;
  readonly letters: string;
  readonly after: string;
}

/** The place right behind the last of these, each looked for behind the one before. */
function behind(text: string, ...words: readonly string[]): number {
  return words.reduce((from, word) => {
    const found = text.indexOf(word, from);
    if (found < 0) throw new RangeError(`the document has no “${word}” behind ${from}`);
    return found + word.length;
  }, 0);
}

const typings: readonly Typing[] = [
  { name: 'in prose at the top', at: (text) => text.indexOf('## 2.'), letters: 'What it is about, in a sentence', after: '\n\n' },
  { name: 'in the message of an error', at: (text) => behind(text, '## 8.', '422 | '), letters: 'Say it so that anybody ', after: '' },
  { name: 'in an expression', at: (text) => behind(text, '## 5.', '|---|', '`'), letters: 'size("abc") > 2 && ', after: '' },
  {
    name: 'the name of a field',
    at: (text) => behind(text, '## 3.', '|---|---|---|---|---|---|---|\n| '),
    letters: 'anotherOne',
    after: '',
  },
  { name: 'a new row', at: (text) => behind(text, '## 9.', '|---|---|---|---|\n'), letters: '| ANOTHER | 12 | days | |', after: '\n' },
  { name: 'a heading that breaks the section', at: (text) => text.indexOf('## 5.'), letters: 'x```', after: '' },
];

/**
 * Read and check: for the first time, again, and after each letter that is typed; beside the floor:
 * parsing the same text as Markdown and nothing else.
 */
export const benchmark: Benchmark = {
  name: 'read and check',
  async run() {
    const figures: Figure[] = [];
    const code = await published();
    const { checkModel, readModel } = code;
    const documents = [
      { name: 'helpdesk', text: readFileSync(new URL('../specs/helpdesk.md', import.meta.url), 'utf8'), rounds: 12 },
      { name: '2,000 lines', text: largeDocument(2000), rounds: 10 },
      { name: '20,000 lines', text: largeDocument(20_000), rounds: 1 },
    ];
    for (const { name, text, rounds } of documents) {
      const all = await time(() => checkModel(readModel(text)));
      const floor = await time(() => markdown.parse(text), 300);
      const against = { name: 'Markdown only', value: floor.warm };
      figures.push({ name: `${name}, first time`, value: all.cold, unit: 'ms', against });
      figures.push({ name: `${name}, again from nothing`, value: all.warm, unit: 'ms', against });
      const every: number[] = [];
      for (const typing of typings) {
        const samples = typed(code, text, typing, rounds);
        every.push(...samples);
        figures.push({ name: `${name}, a letter ${typing.name}: median`, value: median(samples), unit: 'ms', against });
      }
      figures.push({ name: `${name}, any letter: median`, value: median(every), unit: 'ms', against });
      figures.push({ name: `${name}, any letter: 99th percentile`, value: percentile(every, 0.99), unit: 'ms', against });
    }
    return figures;
  },
};

/** How long each letter takes to updated findings, in ms; the first round warms up. */
function typed({ Checker, ModelReader }: Code, text: string, { at, letters, after }: Typing, rounds: number): number[] {
  const place = at(text);
  const reader = new ModelReader();
  const checker = new Checker();
  checker.check(reader.read(text));
  const samples: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (let count = 1; count <= letters.length; count++) {
      const next = `${text.slice(0, place)}${letters.slice(0, count)}${after}${text.slice(place)}`;
      const start = performance.now();
      checker.check(reader.read(next));
      if (round > 0) samples.push(performance.now() - start);
    }
  }
  return samples;
}
