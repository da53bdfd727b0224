import { toCamelCase } from '../reading/cell-forms.ts';
import { entityUse, type PartReader } from '../reading/part.ts';

/** `timeline of E` */
export const timeline: PartReader<'timeline'> = {
  begins: /^timeline\s+of\s+(?=\S)/i,
  read(words, place) {
    const entity = /^(\w+)\s+(?:with|and)\s+comments$/i.exec(words.rest.text)?.[1];
    if (entity !== undefined)
      return `A timeline has no comments. They are records with a person and a text, in a list: “list of Comment where \`${toCamelCase(entity)} == self\` as conversation”.`;
    if (/\s/.test(words.rest.text)) return 'A timeline names the entity of the screen’s record: “timeline of Ticket”.';
    return { kind: 'timeline', entity: entityUse(place, words.rest) };
  },
};
