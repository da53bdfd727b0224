import type { Cell } from '../../syntax/tree.ts';
import type { Name } from '../ast/common.ts';
import type { Reading } from './reading.ts';

const everyone = /^(?:all|any|anyone|anybody|everyone|everybody|all (?:roles|users)|public|\*)$/i;

/** Whether a word names no role, but everyone. */
export const meansEveryone = (word: string): boolean => everyone.test(word);

/** The roles of a screen, an event or a call. Words for everyone are reported: they are no role. */
export function rolesOf(reading: Reading, cell: Cell | null, section: number, about: string, consequence: string): readonly Name[] {
  const phrase = reading.cell(cell, section, about, consequence);
  const names = phrase?.names() ?? [];
  const word = names.find(({ text }) => meansEveryone(text) && !reading.names.has('role', text));
  if (phrase === null || word === undefined) return reading.referAll('role', names, section);
  const message = `There is no role “${word.text}”. Where everyone is meant, leave the cell empty. ${consequence}`;
  reading.notes.misread(section, phrase.span, 'unknown-value', message, ['']);
  return [];
}
