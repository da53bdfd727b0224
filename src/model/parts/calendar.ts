import { readListing } from '../reading/listing.ts';
import { fieldUse, type PartReader } from '../reading/part.ts';

/** `calendar of E [where …] by FIELD [to FIELD] [colour by FIELD]` */
export const calendar: PartReader<'calendar'> = {
  begins: /^calendar\s+of\s+(?=\S)/i,
  read(words, place) {
    const read = readListing(place, words.rest, words.bullet, 'calendar');
    if (typeof read === 'string') return read;
    const { listing } = read;
    const marks = read.by?.find(/\scolou?r\s+by\s+/g) ?? null;
    const by = marks === null ? read.by : (read.by?.slice(0, marks.index) ?? null);
    const colour = marks === null ? null : (read.by?.slice(marks.index + marks[0].length) ?? null);
    if (by === null || by.empty) return 'A calendar says by which date it shows its records: “calendar of Ticket by due”.';
    const to = by.find(/\sto\s+/g);
    const entity = listing.entity.text;
    return {
      kind: 'calendar',
      by: fieldUse(place, (to === null ? by : by.slice(0, to.index)).name(), entity),
      to: to === null ? null : fieldUse(place, by.slice(to.index + to[0].length).name(), entity),
      colour: colour === null || colour.empty ? null : fieldUse(place, colour.name(), entity),
      ...listing,
    };
  },
};
