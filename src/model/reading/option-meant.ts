import type { Bullet } from '../../syntax/tree.ts';
import { listingOptions } from '../vocabulary.ts';
import { nameMeant } from './name-meant.ts';
import { optionOf, type PartPlace, screensSection } from './part.ts';
import { Phrase } from './phrase.ts';

const listing = /^(?:list|cards|board|calendar) of ([A-Za-z]\w*)/i;
const ofFields = ['sort', 'search', 'filter', 'group by'] as const;
/** What a column may be followed by, and what separates columns in words. */
const direction = /\s+(?:asc|desc)(?:ending)?$/i;
const between = /,| and /;

/**
 * Reports options such as “search by name” that follow their list as bullets of their own, where
 * they are prose. Their change nests them in the list.
 */
export function noteOptionsBeside({ reading }: PartPlace, bullets: readonly Bullet[]): void {
  let list: { readonly entity: string; readonly indent: string } | null = null;
  for (const bullet of bullets) {
    const option = optionOf(bullet, listingOptions);
    if (option === null) {
      const phrase = Phrase.of(bullet);
      const entity = listing.exec(phrase.text)?.[1];
      list = entity === undefined ? null : { entity, indent: ' '.repeat(phrase.span.from - bullet.span.from) };
      continue;
    }
    const fields = ofFields.some((word) => word === option.word) ? fieldsMeant(reading, option.rest, list?.entity) : null;
    if (list === null || fields === null) continue;
    const written = `${option.word} ${fields}`;
    const message = `This is read as prose. What a list offers is nested in its bullet: indent “${written}” below the list.`;
    reading.notes.misread(screensSection, bullet.span, 'near-miss', message, [`${list.indent}- ${written}`]);
  }
}

/** `name, due desc` for “by name and due desc”; null: one of these is no field. */
function fieldsMeant({ names }: PartPlace['reading'], rest: Phrase, entity = ''): string | null {
  const words = rest.text.replace(/^by\s+/i, '').split(between);
  const fields = words.map((word) => {
    const [after = ''] = direction.exec(word) ?? [];
    const field = nameMeant(names.all('field', entity), word.slice(0, word.length - after.length));
    return field === null ? null : `${field}${after}`;
  });
  return fields.includes(null) ? null : fields.join(', ');
}
