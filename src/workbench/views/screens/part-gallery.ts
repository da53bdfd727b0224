import { plural } from '../../../base/plural.ts';
import type { TextEdit } from '../../../base/text-edit.ts';
import type { Entity } from '../../../model/ast/entities.ts';
import type { Screen } from '../../../model/ast/screens.ts';
import { eventsOf } from '../../../model/lookup.ts';
import type { Model } from '../../../model/model.ts';
import { toSentenceCase } from '../../../model/reading/cell-forms.ts';
import { isSecret } from '../../../model/types/traits.ts';
import { type Condition, joinConditions, type Place, pathsFor } from '../conditions/condition.ts';
import { addBullets } from './screen-edits.ts';

export type PartOption = 'search' | 'filter' | 'newest' | 'empty';

/** A kind of part in the gallery. */
export interface GalleryPart {
  /** How the part starts in the text: `list`, `form to create`. */
  readonly kind: string;
  readonly says: string;
  /** What it shows: records of a chosen entity, the record of the screen, or neither. */
  readonly of: 'records' | 'record' | 'none';
  /** It needs a field of one of these types. */
  readonly by?: readonly string[];
  /** What can be selected and ordered. */
  readonly lists?: 'columns' | 'inputs' | 'events';
  readonly options?: readonly PartOption[];
  /** Whether it can be limited to some of the records. */
  readonly some?: true;
}

const listing: readonly PartOption[] = ['search', 'filter', 'newest', 'empty'];

export const galleryParts: readonly GalleryPart[] = [
  { kind: 'list', says: 'Rows with columns', of: 'records', lists: 'columns', options: listing, some: true },
  { kind: 'cards', says: 'A card for each record', of: 'records', lists: 'columns', options: listing, some: true },
  {
    kind: 'board',
    says: 'Columns to drag cards between',
    of: 'records',
    by: ['state', 'enum'],
    lists: 'columns',
    options: ['search', 'filter'],
    some: true,
  },
  { kind: 'calendar', says: 'Records on their days', of: 'records', by: ['date', 'datetime'], options: ['filter'], some: true },
  { kind: 'chart', says: 'How many there are of each', of: 'records', by: ['state', 'enum', 'relation', 'boolean'], some: true },
  { kind: 'figure', says: 'How many there are', of: 'records', some: true },
  { kind: 'form to create', says: 'A new record', of: 'records', lists: 'inputs' },
  { kind: 'details', says: 'The fields of a record', of: 'record', lists: 'columns' },
  { kind: 'form to edit', says: 'A record to change', of: 'record', lists: 'inputs' },
  { kind: 'buttons', says: 'What can happen to a record', of: 'record', lists: 'events' },
  { kind: 'timeline', says: 'What happened, newest first', of: 'records' },
  { kind: 'link', says: 'Leads to another screen', of: 'none' },
  { kind: 'text', says: 'Words for the reader', of: 'none' },
  { kind: 'sign-in form', says: 'Where people sign in', of: 'none' },
];

export interface NewPart {
  readonly part: GalleryPart;
  readonly entity: Entity | null;
  readonly by: string | null;
  /** Columns, inputs or events, in order. */
  readonly names: readonly string[];
  readonly options: readonly PartOption[];
  /** Conditions on the records that it shows. */
  readonly where: readonly Condition[];
  /** The text; for a link, the target screen. */
  readonly words: string;
}

/** Returns the fields that the part can be arranged by, the best first. */
export const fieldsBy = (entity: Entity | null, { by = [] }: GalleryPart): readonly string[] =>
  by.flatMap((kind) => (entity?.fields ?? []).flatMap(({ name, type }) => (type.kind === kind ? [name.text] : [])));

/** Returns what a part can list: fields to show, fields to ask for, or events. */
export function namesFor(model: Model, entity: Entity | null, { lists }: GalleryPart): readonly string[] {
  if (entity === null || lists === undefined) return [];
  if (lists === 'events') return [...eventsOf(model, entity.name.text).map(({ name }) => name), 'delete'];
  return entity.fields.filter((field) => (lists === 'inputs' ? field.settable : !isSecret(field))).map(({ name }) => name.text);
}

/** Returns the fields that an option applies to. */
function optionFields(entity: Entity, option: 'search' | 'filter'): readonly string[] {
  const kinds = option === 'search' ? ['text', 'markdown', 'email'] : ['state', 'enum', 'boolean', 'relation'];
  return entity.fields
    .filter((field) => kinds.includes(field.type.kind) && field.computed === null && !isSecret(field))
    .slice(0, 4)
    .map(({ name }) => name.text);
}

/** Returns the options for which the entity has fields. */
export const optionsFor = (entity: Entity | null, { options = [] }: GalleryPart): readonly PartOption[] =>
  options.filter((option) => (option !== 'search' && option !== 'filter') || (entity !== null && optionFields(entity, option).length > 0));

/** Returns the entities that a part on this screen can be about. */
export function entitiesFor(model: Model, screen: Screen, part: GalleryPart): readonly Entity[] {
  const all = part.of === 'record' ? model.entities.filter(({ name }) => name.text === screen.about?.text) : model.entities;
  return all.filter(
    (entity) =>
      entity.fields.length > 0 &&
      (part.by === undefined || fieldsBy(entity, part).length > 0) &&
      (part.lists === undefined || namesFor(model, entity, part).length > 0),
  );
}

/** Returns why a part cannot be added to this screen; null: it can. */
export function whyNot(model: Model, screen: Screen, part: GalleryPart): string | null {
  if (part.kind === 'sign-in form' && model.account === null) return 'Section 6 has no accounts yet.';
  if (part.of === 'none') return null;
  if (part.of === 'record' && screen.about === null) return 'This screen isn’t about a record. Fill in About.';
  if (entitiesFor(model, screen, part).length > 0) return null;
  return part.by === undefined ? 'There is no entity with fields yet.' : `No entity has a field of the type ${part.by.join(' or ')}.`;
}

/** Returns the initial settings of a part. */
export function startOf(model: Model, screen: Screen, part: GalleryPart): NewPart {
  const entities = part.of === 'none' ? [] : entitiesFor(model, screen, part);
  const [kind] = part.by ?? [];
  const entity =
    entities.find(({ name }) => name.text === screen.about?.text) ??
    entities.find(({ fields }) => fields.some(({ type }) => type.kind === kind)) ??
    entities[0] ??
    null;
  return withEntity(
    model,
    { part, entity: null, by: null, names: [], options: [], where: [], words: startWords(model, screen, part) },
    entity,
  );
}

const startWords = (model: Model, screen: Screen, { kind }: GalleryPart): string =>
  kind === 'text'
    ? 'Words for the reader.'
    : kind === 'link'
      ? ([...model.screens].find(({ name, parameters }) => parameters.length === 0 && name.text !== screen.name.text)?.name.text ??
        screen.name.text)
      : '';

/** Returns the part with its settings adapted to another entity. */
export function withEntity(model: Model, given: NewPart, entity: Entity | null): NewPart {
  const { part } = given;
  const names = namesFor(model, entity, part);
  const by = fieldsBy(entity, part)[0] ?? null;
  return {
    ...given,
    entity,
    by,
    names: part.lists === 'columns' ? names.filter((name) => name !== by).slice(0, 4) : names,
    options: given.options.filter((option) => optionsFor(entity, part).includes(option)),
    where: [],
  };
}

/** Returns the context for conditions on the part's records; null if it shows all of them. */
export function wherePlace(model: Model, { part, entity }: NewPart): Place | null {
  if (!part.some || entity === null) return null;
  const place = { model, entity, acting: true };
  return pathsFor(place).length === 0 ? null : place;
}

/** Returns the problem with the part's conditions, or null. */
export function whereMistake(model: Model, part: NewPart): string | null {
  const place = wherePlace(model, part);
  return place === null ? null : (joinConditions(place, part.where).wrong ?? null);
}

/** Returns the conditions as an expression; empty if there are none, or one is invalid. */
function whereOf(model: Model, part: NewPart, of = ''): string {
  const place = wherePlace(model, part);
  return place === null ? '' : (joinConditions(place, part.where, of).expression ?? '');
}

/** Returns the lines to write. */
export function linesOf(model: Model, part: NewPart): readonly string[] {
  const { entity, by, names, options, words } = part;
  const { kind, of } = part.part;
  const condition = whereOf(model, part);
  const where = condition === '' ? '' : ` where \`${condition}\``;
  const about = entity?.name.text ?? '';
  const list = names.length === 0 ? '' : `: ${names.join(', ')}`;
  if (kind === 'figure') {
    const counted = condition === '' ? about : `${about}.filter(one, ${whereOf(model, part, 'one')})`;
    return [`- figure "${plural(toSentenceCase(about))}": \`size(${counted})\``];
  }
  if (kind === 'chart') return [`- chart of count of ${about}${where} by ${by} as bar`];
  if (kind === 'link') return [`- link "${words}": ${words}`];
  if (kind === 'text') return [`- text: ${words.trim()}`];
  if (kind === 'form to create') return [`- form to create ${about}${list}`];
  const head = of === 'records' ? `${kind} of ${about}${where}${by === null ? '' : ` by ${by}`}${list}` : `${kind}${list}`;
  const nested = options.map((option) => {
    if (option === 'newest') return '  - sort createdAt desc';
    if (option === 'empty') return '  - empty "Nothing here yet."';
    return `  - ${option} ${entity === null ? '' : optionFields(entity, option).join(', ')}`;
  });
  return [`- ${head}`, ...nested];
}

export const addPart = (model: Model, screen: Screen, part: NewPart): TextEdit[] => addBullets(model, screen, linesOf(model, part));
