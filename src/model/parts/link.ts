import { atLabel, type PartReader, screensSection } from '../reading/part.ts';

/** `link LABEL: SCREEN` */
export const link: PartReader<'link'> = {
  begins: /^link\s+(?=\S)/i,
  label: true,
  read(words, place) {
    const { label, tail } = atLabel(words.rest);
    if (tail === null || tail.empty) return 'A link is a label, a colon and the name of a screen: “link Edit: Edit article”.';
    const screen = tail.name();
    place.reading.refer('screen', screen, screensSection);
    return { kind: 'link', label, screen };
  },
};
