import { nearest } from '../../base/nearest.ts';
import type { Bullet } from '../../syntax/tree.ts';
import type { Name } from '../ast/common.ts';
import type { Column, ColumnSorting, FieldUse, Listing } from '../ast/screens.ts';
import { listingOptions } from '../vocabulary.ts';
import { columnSortings, columnsOr, searchedColumns } from './columns.ts';
import { cardFields, rowFields } from './default-fields.ts';
import { atColon, entityUse, fieldUse, fieldUses, optionOf, type PartPlace, screensSection, whereOf } from './part.ts';
import { Phrase } from './phrase.ts';

export interface ListingHead {
  readonly listing: Listing;
  /** The text after `by`: `status`, `due to end`; null without `by`. */
  readonly by: Phrase | null;
}

/** Reads `E [where …] [by …]: fields` and the nested options. */
export function readListing(
  place: PartPlace,
  rest: Phrase,
  bullet: Bullet,
  part: 'list' | 'cards' | 'board' | 'calendar',
): ListingHead | string {
  const { head, tail } = atColon(rest);
  const by = head.find(/\sby\s+/g);
  const before = by === null ? head : head.slice(0, by.index);
  const where = before.find(/\swhere\s+/g);
  const entityWords = where === null ? before : before.slice(0, where.index);
  if (entityWords.empty || /\s/.test(entityWords.text)) {
    return `Write the name of an entity after “${part} of”, then “where …” or “: fields”. “${entityWords.text}” isn’t one.`;
  }
  const entity = entityUse(place, entityWords);
  const whereWords = where === null ? null : before.slice(where.index + where[0].length);
  // `where` may also follow `by`.
  const byWords = by === null ? null : head.slice(by.index + by[0].length);
  const late = byWords?.find(/\swhere\s+/g) ?? null;
  const condition = whereWords ?? (late === null || byWords === null ? null : byWords.slice(late.index + late[0].length));
  const fields = columnsOr(place, tail, { entity: entity.text, row: true }, entity.span, (draft) =>
    // Cards of boards and calendars are small.
    part === 'calendar' ? cardFields(draft, 1) : part === 'board' ? cardFields(draft, 3) : rowFields(draft),
  );
  const listing: Listing = {
    entity,
    where: condition === null ? null : whereOf(place, condition, entity.text, `which ${entity.text} the ${part} of ${place.screen} shows`),
    fields,
    ...readOptions(place, bullet, entity.text, part, fields),
  };
  return { listing, by: late === null || byWords === null ? byWords : byWords.slice(0, late.index) };
}

type Options = Omit<Listing, 'entity' | 'where' | 'fields'>;

function readOptions(place: PartPlace, bullet: Bullet, entity: string, part: string, columns: readonly Column[]): Options {
  const { reading } = place;
  const of = { entity, row: true };
  const found = {
    sort: [] as ColumnSorting[],
    search: [] as Column[],
    filter: [] as FieldUse[],
    groupBy: null as FieldUse | null,
    perPage: null as number | null,
    open: null as Name | null,
    bulk: [] as Name[],
    edit: [] as FieldUse[],
    empty: null as string | null,
  };
  for (const child of bullet.children) {
    const option = optionOf(child, listingOptions);
    if (option === null) {
      noteUnknownOption(place, child, listingOptions, part === 'cards' ? part : `a ${part}`);
      continue;
    }
    const { word } = option;
    const rest = option.rest.slice(/^by\s+(?=\S)/i.exec(option.rest.text)?.[0].length ?? 0);
    switch (word) {
      case 'sort':
        found.sort.push(...columnSortings(place, rest, of, [...columns, ...found.search]));
        break;
      case 'search':
        found.search.push(...searchedColumns(place, rest, of, columns));
        break;
      case 'filter':
      case 'edit':
        found[word].push(...fieldUses(place, rest, entity));
        break;
      case 'group by':
        found.groupBy = rest.empty ? null : fieldUse(place, rest.name(), entity);
        break;
      case 'per page':
        found.perPage = readCount(place, rest);
        break;
      case 'open':
        found.open = rest.empty ? null : rest.name();
        if (found.open !== null) reading.refer('screen', found.open, screensSection);
        break;
      case 'bulk':
        for (const name of rest.names()) {
          found.bulk.push(name);
          if (name.text !== 'delete') reading.refer('event', name, screensSection, entity);
        }
        break;
      case 'empty':
        found.empty = rest.plain().text.replace(/^["“”]([\s\S]*)["“”]$/, '$1');
        break;
    }
  }
  return found;
}

function readCount(place: PartPlace, phrase: Phrase): number | null {
  const text = phrase.plain().text;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  const message = `“per page” is followed by a number from 1 to 9999, not “${text}”.`;
  place.reading.notes.misread(screensSection, phrase.span, 'unknown-value', message);
  return null;
}

const opens =
  /^(?:(?:on )?(?:a )?click(?:ing)?(?: on)?(?: a| the| each)?(?: row)?,?:? |rows? |each row )?(?:opens?|goes to|leads to|shows):? (.+)$/i;

/** The most words of a line that is no sentence. */
const longestOption = 12;

/**
 * Reports a nested bullet that is no option, with the one that it nearly matches. A sentence is
 * prose.
 */
export function noteUnknownOption(place: PartPlace, child: Bullet, options: readonly string[], part: string): void {
  const phrase = Phrase.of(child);
  const opened = opens.exec(phrase.text)?.[1];
  if (opened !== undefined && options.includes('open') && place.reading.names.has('screen', opened)) {
    const message = `“${phrase.text}” is read as prose. For the screen that a row opens, write “open ${opened}”.`;
    place.reading.notes.misread(screensSection, phrase.span, 'near-miss', message, [`open ${opened}`]);
    return;
  }
  const words = phrase.text.split(/\s+/);
  for (const count of [2, 1]) {
    const begin = words.slice(0, count).join(' ').replace(/:$/, '');
    const [guess] =
      begin.length < 3
        ? []
        : nearest(
            begin,
            options.filter((option) => option.split(' ').length === count),
            1,
          );
    if (guess === undefined) continue;
    const span = phrase.slice(0, begin.length).span;
    const message = `“${begin}” is not an option of ${part}, so this line is read as prose. Did you mean “${guess}”?`;
    place.reading.notes.misread(screensSection, span, 'near-miss', message, [guess]);
    return;
  }
  if (phrase.empty || words.length > longestOption || /[.!?:]$/.test(phrase.text)) return;
  const message = `“${phrase.text}” is not an option of ${part}, so this line is read as prose. Its options are ${options.join(', ')}.`;
  place.reading.notes.misread(screensSection, phrase.span, 'near-miss', message);
}
