import { atColon, type PartReader, scopeOf, screensSection } from '../reading/part.ts';

/** `button LABEL: ACTION` */
export const button: PartReader<'button'> = {
  begins: /^button\s+(?=\S)/i,
  label: true,
  read(words, place) {
    const { head, tail } = atColon(words.rest);
    if (tail === null || tail.empty) return 'A button is a label, a colon and an action: “button New ticket: open New ticket”.';
    const title = `the button “${head.text}” of ${place.screen}`;
    return {
      kind: 'button',
      label: head.plain().text,
      action: place.reading.action(tail.source(), scopeOf(place), screensSection, title, 'button').action,
    };
  },
};
