import type { Name } from '../ast/common.ts';
import { type PartReader, screensSection } from '../reading/part.ts';

/** `buttons: EVENT, EVENT, delete`; without a list, every event of the record and its deletion */
export const buttons: PartReader<'buttons'> = {
  begins: /^buttons\s*(?::|$|(?=\s(?:for|when)\s))/i,
  read(words, place) {
    const { about, reading } = place;
    const named = words.rest.names();
    if (named.length === 0) {
      const span = words.bullet.content;
      const all = [...(about === null ? [] : reading.names.all('event', about))].map((text): Name => ({ text, span }));
      return { kind: 'buttons', events: all, delete: true };
    }
    const events = named.filter((name) => name.text !== 'delete');
    if (about !== null && reading.names.has('entity', about)) reading.referAll('event', events, screensSection, about);
    return { kind: 'buttons', events, delete: events.length < named.length };
  },
};
