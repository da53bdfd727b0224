import type { Node } from '../../expression/node.ts';
import type { FieldType } from '../ast/entities.ts';
import type { Listing, MessageFields } from '../ast/screens.ts';
import { fieldColumn } from '../reading/columns.ts';
import type { EntityDraft, FieldDraft } from '../reading/drafts.ts';
import { readListing } from '../reading/listing.ts';
import { atColon, type PartPlace, type PartReader } from '../reading/part.ts';

/** `list of E [where …] [as conversation]: fields` */
export const list: PartReader<'list'> = {
  begins: /^list\s+of\s+(?=\S)/i,
  read(words, place) {
    const match = words.rest.find(/\s+as\s+conversation(?=\s*:|\s*$)/gi);
    const rest = match === null ? words.rest : words.rest.without(match.index, match.index + match[0].length);
    const read = readListing(place, rest, words.bullet, 'list');
    if (typeof read === 'string') return read;
    const { listing } = read;
    const hasColumns = atColon(rest).tail !== null;
    const talk = talkOf(place, listing, hasColumns);
    if (match === null && (talk?.isAll !== true || (hasColumns && !isOnlyTalk(listing, talk.fields)))) {
      return { kind: 'list', talk: null, ...listing };
    }
    if (talk === null) return `A list “as conversation” shows who said what, when: ${listing.entity.text} has no field with a text.`;
    return { kind: 'list', talk: talk.fields, ...asMessages(listing, talk.fields) };
  },
};

/**
 * Whether the columns contain only the parts of a message about another record, and no tool works
 * on rows.
 */
function isOnlyTalk(listing: Listing, { who, when, text }: MessageFields): boolean {
  const { where, fields, search, filter, groupBy, open, bulk, edit } = listing;
  const names = fields.map(({ name }) => name.text);
  const tools = [search, filter, bulk, edit].some((named) => named.length > 0) || groupBy !== null || open !== null;
  return (
    where !== null && !tools && [who, text].every((name) => names.includes(name)) && names.every((name) => [who, when, text].includes(name))
  );
}

/**
 * The listing as messages, with the parts of a message as columns. Sorts by time become newest
 * first; other sorts are kept.
 */
function asMessages(listing: Listing, { who, when, text }: MessageFields): Listing {
  const span = listing.entity.span;
  return {
    ...listing,
    fields: [who, when, text].map((name) => fieldColumn({ text: name, span })),
    sort: listing.sort.some(({ field }) => field.text !== when)
      ? listing.sort
      : [{ field: { text: when, span: listing.sort[0]?.field.span ?? span }, descending: true, value: null }],
  };
}

/** `isAll`: the only other field is a relation to the record that the messages are about. */
function talkOf(
  place: PartPlace,
  listing: Listing,
  hasColumns: boolean,
): { readonly fields: MessageFields; readonly isAll: boolean } | null {
  const draft = place.reading.entities.get(listing.entity.text);
  if (draft === undefined) return null;
  const { account } = place.reading.declarations;
  const own = ownFields(draft);
  const named = new Set(listing.fields.map(({ name }) => name.text));
  const offered = hasColumns ? own.filter(({ name }) => named.has(name.text)) : own;
  const first = (is: (type: FieldType) => boolean, of = offered): string | undefined => of.find(({ type }) => is(type))?.name.text;
  const isPerson = (type: FieldType): boolean => type.kind === 'relation' && type.entity.text === account;
  const isText = ({ kind }: FieldType): boolean => kind === 'text' || kind === 'markdown';
  const text = first(isText) ?? first(isText, own);
  if (text === undefined) return null;
  // A note about a patient was not written by the patient.
  const others = offered.filter(({ name }) => !isAbout(listing.where?.node ?? null, name.text));
  const fields = {
    who: first(isPerson, others) ?? first(isPerson) ?? 'createdBy',
    when: first(({ kind }) => kind === 'datetime') ?? 'createdAt',
    text,
  };
  const rest = own.filter(({ name }) => !Object.values(fields).includes(name.text));
  return { fields, isAll: fields.who !== 'createdBy' && rest.length === 1 && rest[0]?.type.kind === 'relation' };
}

/** Whether a condition such as `patient == self` fixes this field to one value. */
const isAbout = (node: Node | null, field: string): boolean =>
  node?.kind === 'binary' &&
  (node.operator === '&&'
    ? isAbout(node.left, field) || isAbout(node.right, field)
    : node.operator === '==' && [node.left, node.right].some((side) => side.kind === 'name' && side.name === field));

const ownFields = (draft: EntityDraft): readonly FieldDraft[] => draft.fields.filter(({ row, builtIn }) => row !== null && !builtIn);
