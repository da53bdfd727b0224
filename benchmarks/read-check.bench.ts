import { readFileSync } from 'node:fs';
import { GFM, parser } from '@lezer/markdown';
import { checkModel } from '../src/check/check.ts';
import { readModel } from '../src/model/read.ts';
import { largeDocument } from '../testing/large-document.ts';
import { type Benchmark, type Figure, time } from './benchmark.ts';

const markdown = parser.configure(GFM);

/** Read and check, cold and warm, beside the floor: parsing the same text as Markdown and nothing else. */
export const benchmark: Benchmark = {
  name: 'read and check',
  async run() {
    const figures: Figure[] = [];
    const documents = [
      { name: 'helpdesk', text: readFileSync(new URL('../specs/helpdesk.md', import.meta.url), 'utf8') },
      { name: '2,000 lines', text: largeDocument(2000) },
    ];
    for (const { name, text } of documents) {
      const all = await time(() => checkModel(readModel(text)));
      const floor = await time(() => markdown.parse(text), 300);
      const against = { name: 'Markdown only', value: floor.warm };
      figures.push({ name: `${name}, first time`, value: all.cold, unit: 'ms' });
      figures.push({ name: `${name}, again`, value: all.warm, unit: 'ms', against });
      let edit = 0;
      const place = text.indexOf('## 9.');
      // A keystroke: one more letter in a description, never the same text twice.
      const keystroke = await time(() => {
        edit++;
        return checkModel(readModel(`${text.slice(0, place)}${'x'.repeat(edit % 40)}\n\n${text.slice(place)}`));
      });
      figures.push({ name: `${name}, an edit to updated findings`, value: keystroke.warm, unit: 'ms', against });
    }
    return figures;
  },
};
