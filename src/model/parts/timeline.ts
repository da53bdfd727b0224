import { entityUse, type PartReader } from '../reading/part.ts';

/** `timeline of E` */
export const timeline: PartReader<'timeline'> = {
  begins: /^timeline\s+of\s+(?=\S)/i,
  read(words, place) {
    if (/\s/.test(words.rest.text)) return 'A timeline names the entity of the screen’s record: “timeline of Ticket”.';
    return { kind: 'timeline', entity: entityUse(place, words.rest) };
  },
};
