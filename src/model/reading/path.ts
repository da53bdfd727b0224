import type { Phrase } from './phrase.ts';
import type { Reading } from './reading.ts';

/** `{id}` of a path is written `:id`. */
export const pathMeant = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** A path with `:id` in place of `{id}`, which is reported. */
export function pathOf({ notes }: Reading, phrase: Phrase, section: number): string {
  for (const { 0: written, 1: name, index } of phrase.text.matchAll(/\{(\w+)\}/g)) {
    const message = `A parameter of a path is written “:${name}”, not “${written}”. It is read as that.`;
    notes.misread(section, phrase.slice(index, index + written.length).span, 'near-miss', message, [`:${name}`]);
  }
  return pathMeant(phrase.text);
}
