import type { Expression } from '../../expression/expression.ts';
import { type PartPlace, type PartReader, scopeOf, screensSection } from '../reading/part.ts';
import type { Phrase } from '../reading/phrase.ts';

/**
 * `section TITLE`: contains its nested bullets. An expression after a quoted title is the count
 * beside it.
 */
export const section: PartReader<'section'> = {
  begins: /^section\s+(?=\S)/i,
  label: true,
  read(words, place) {
    const counted = /^["“”„]([^"“”]+)["“”]\s+(?=`[^`]+`$)/.exec(words.rest.text);
    if (counted !== null) {
      const count = readCount(place, words.rest.slice(counted[0].length));
      return { kind: 'section', title: counted[1] ?? '', count, parts: words.nested() };
    }
    const { text } = words.rest;
    const title = (text.endsWith(':') ? words.rest.slice(0, text.length - 1) : words.rest).plain().text;
    return { kind: 'section', title: title.replace(/^["“”„]([^"“”]+)["“”]$/, '$1'), count: null, parts: words.nested() };
  },
};

function readCount(place: PartPlace, phrase: Phrase): Expression {
  const about = `the number of a section of ${place.screen}`;
  const count = place.reading.expression(phrase.source(), scopeOf(place), screensSection, about);
  if (count.node !== null && !['integer', 'decimal', 'any'].includes(count.type.kind)) {
    const message = 'The expression after a section’s title is the number beside it, such as `size(Ticket)`. This isn’t a number.';
    place.reading.notes.misread(screensSection, phrase.span, 'unknown-value', message);
  }
  return count;
}
