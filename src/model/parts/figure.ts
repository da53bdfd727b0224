import { atLabel, type PartReader, scopeOf, screensSection } from '../reading/part.ts';

/** `figure LABEL: expression` */
export const figure: PartReader<'figure'> = {
  begins: /^figure\s+(?=\S)/i,
  label: true,
  read(words, place) {
    const { label, tail } = atLabel(words.rest);
    if (tail === null || tail.empty) return 'A figure is a label, a colon and an expression: “figure Open: `size(Ticket)`”.';
    const value = place.reading.expression(tail.source(), scopeOf(place), screensSection, `the figure “${label}” of ${place.screen}`);
    return { kind: 'figure', label, value };
  },
};
