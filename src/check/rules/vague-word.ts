import { memoize } from '../../base/memoize.ts';
import type { Block } from '../../syntax/tree.ts';
import { defineRule } from '../rule.ts';

export const vagueWord = defineRule({
  code: 'vague-word',
  severity: 'hint',
  section: 0,
  summary: 'A vague word.',
  messages: {
    vague:
      '“{word}” is vague: two people will build two different things. Write something that can be checked: a number, a list, a condition.',
  },
  check(model, report) {
    for (const { number, blocks } of model.tree.sections) {
      if (model.sections[number - 1]?.state === 'not shown') continue;
      for (const { text, at } of blocks.flatMap(prose)) {
        for (const match of text.matchAll(vague)) {
          report({ message: 'vague', at: { from: at(match.index), to: at(match.index + match[0].length) }, data: { word: match[0] } });
        }
      }
    }
  },
});

/**
 * Terms that requirements should avoid according to ISO/IEC/IEEE 29148, 5.2.7; only those that are
 * hardly ever meant precisely.
 */
const vague =
  /\b(?:as (?:appropriate|needed|required|applicable)|if (?:appropriate|needed|necessary|possible)|where (?:appropriate|possible)|user[- ]friendly|easy to use|intuitive(?:ly)?|seamless(?:ly)?|and so on|and\/or|state of the art|as soon as possible|as fast as possible|in a timely manner|reasonably?|adequate(?:ly)?|sufficiently|(?:very |really )?fast|quick(?:ly)?|scalable|flexible|robust)\b|\betc\b\.?/giu;

/**
 * Most rows have no vague word and need not be split into cells. Cached, because every keystroke
 * checks all rows again.
 */
const mayBeVague = memoize((source: string): boolean => new RegExp(vague.source, 'iu').test(source), 20_000);

interface Prose {
  readonly text: string;
  readonly at: (offset: number) => number;
}

/** Paragraphs, and the cells of text columns. */
function prose(block: Block): Prose[] {
  if (block.kind === 'paragraph') return block.codes.length > 0 ? [] : [{ text: block.text, at: (offset) => block.at(offset) }];
  if (block.kind !== 'table') return [];
  const wordy = block.header.cells.map((cell) => /^(?:description|wants to|so that)$/i.test(cell.text));
  if (!wordy.includes(true)) return [];
  const rows = block.rows.filter((row) => mayBeVague(row.source));
  return rows.flatMap((row) =>
    row.cells
      .filter((cell, index) => wordy[index] && cell.codes.length === 0)
      .map((cell) => ({ text: cell.text, at: (offset: number) => cell.at(offset) })),
  );
}
