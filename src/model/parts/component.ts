import { type PartReader, scopeOf, screensSection } from '../reading/part.ts';

/** `component NAME {…}`: a React component that the product's owner supplies */
export const component: PartReader<'component'> = {
  begins: /^component\s+(?=\S)/i,
  read(words, place) {
    const match = /^[A-Za-z_][\w-]*/.exec(words.rest.plain().text);
    if (match === null) return 'Write the name of a component after “component”: “component SeatMap {"room": self}”.';
    const name = words.rest
      .slice(words.rest.text.startsWith('`') ? 1 : 0, (words.rest.text.startsWith('`') ? 1 : 0) + match[0].length)
      .name();
    const properties = words.rest.slice(words.rest.text.indexOf(match[0]) + match[0].length);
    if (properties.text.replaceAll('`', '').trim() === '') return { kind: 'component', name, properties: null };
    return {
      kind: 'component',
      name,
      properties: place.reading.expression(
        properties.source(),
        scopeOf(place),
        screensSection,
        `the properties of ${name.text} on ${place.screen}`,
      ),
    };
  },
};
