import { atLabel, type PartReader, scopeOf, screensSection } from '../reading/part.ts';

/** `button LABEL: ACTION` */
export const button: PartReader<'button'> = {
  begins: /^button\s+(?=\S)/i,
  label: true,
  read(words, place) {
    const { label, tail } = atLabel(words.rest);
    if (tail === null || tail.empty) return 'A button is a label, a colon and an action: “button New ticket: open New ticket”.';
    const title = `the button “${label}” of ${place.screen}`;
    return {
      kind: 'button',
      label,
      action: place.reading.action(tail.source(), scopeOf(place), screensSection, title, 'button').action,
    };
  },
};
