import { atLabel, type PartReader, scopeOf, screensSection } from '../reading/part.ts';

/** `figure LABEL: expression` */
export const figure: PartReader<'figure'> = {
  begins: /^figure\s+(?=\S)/i,
  label: true,
  read(words, place) {
    const { label, tail } = atLabel(words.rest);
    if (tail === null || tail.empty) return 'A figure is a label, a colon and an expression: “figure Open: `size(Ticket)`”.';
    const kind = tail.find(/(?<=`)\s+as\s+[a-z]+$/gi);
    const written = kind === null ? tail : tail.slice(0, kind.index);
    if (kind !== null) {
      const message = `A figure is shown by the type of its value, such as money. Write only ${written.text}.`;
      place.reading.notes.misread(screensSection, tail.span, 'unknown-value', message, [written.text], 'certain');
    }
    const value = place.reading.expression(written.source(), scopeOf(place), screensSection, `the figure “${label}” of ${place.screen}`);
    return { kind: 'figure', label, value };
  },
};
