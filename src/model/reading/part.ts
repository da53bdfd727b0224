import { remember } from '../../base/remember.ts';
import type { Span } from '../../base/span.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Type } from '../../expression/types/type.ts';
import type { Bullet } from '../../syntax/tree.ts';
import type { Name } from '../ast/common.ts';
import type { FieldUse, Part, PartContent, PartKind } from '../ast/screens.ts';
import type { EntityDraft } from './drafts.ts';
import { Phrase } from './phrase.ts';
import type { Place, Reading } from './reading.ts';

export const screensSection = 2;

/** Where a part is: its screen. */
export interface PartPlace {
  readonly reading: Reading;
  readonly screen: string;
  /** The entity whose record the screen is about, or null. */
  readonly about: string | null;
  /** The route's parameters. */
  readonly bound: ReadonlyMap<string, Type>;
}

/** A bullet as a part's reader gets it. */
export interface PartWords {
  /** What follows the part's own words, without `when …` and `for …` at the end. */
  readonly rest: Phrase;
  readonly bullet: Bullet;
  /** Of the part, `0.2.1`; the ids of nested parts begin with it. */
  readonly id: string;
  /** Reads nested bullets as parts: for the parts that are layout. */
  readonly nested: () => readonly Part[];
}

export type ContentOf<Kind extends PartKind> = Extract<PartContent, { kind: Kind }>;

/** Reads one kind of bullet. */
export interface PartReader<Kind extends PartKind> {
  /** The bullet's first words, matched at its beginning. */
  readonly begins: RegExp;
  /**
   * Do people's own words stand before a colon, or instead of one? Then `for` and `when` are looked
   * for only after it.
   */
  readonly label?: boolean;
  /** The content, or what is wrong as a sentence. */
  read(words: PartWords, place: PartPlace): ContentOf<Kind> | string;
}

export const scopeOf = (place: PartPlace): Place => ({ self: place.about, bound: place.bound });

/** The parts before and after the first colon outside code spans. */
export function atColon(phrase: Phrase): { readonly head: Phrase; readonly tail: Phrase | null } {
  const colon = phrase.find(/:/g);
  return colon === null ? { head: phrase, tail: null } : { head: phrase.slice(0, colon.index), tail: phrase.slice(colon.index + 1) };
}

/**
 * People's own words and what follows their colon: `"Pay: now": pay`. Quotes around the words are
 * typographic.
 */
export function atLabel(phrase: Phrase): { readonly label: string; readonly tail: Phrase | null } {
  const quoted = /^["“”„]([^"“”]+)["“”]\s*(?::|$)/.exec(phrase.text);
  if (quoted !== null) {
    const tail = quoted[0].endsWith(':') ? phrase.slice(quoted[0].length) : null;
    return { label: quoted[1] ?? '', tail };
  }
  const { head, tail } = atColon(phrase);
  return { label: head.plain().text, tail };
}

/** The colon before the columns; one inside braces belongs to a component's properties. */
function columnsBegin(phrase: Phrase): number {
  for (const { index } of phrase.matches(/:/g)) {
    const before = phrase.text.slice(0, index);
    if (before.split('{').length === before.split('}').length) return index;
  }
  return phrase.text.length;
}

/**
 * Without the title `as "My loans"` that may stand before the colon; behind it stand the titles of
 * columns.
 */
export function atTitle(phrase: Phrase): { readonly rest: Phrase; readonly title: string | null } {
  const colon = columnsBegin(phrase);
  for (const match of phrase.matches(/(?:^|\s+)as\s+["“”„]([^"“”]+)["“”](?=\s*:|\s*$|\s+(?:when|for|by|as|where)\s)/g)) {
    if (match.index > colon) break;
    return { rest: phrase.without(match.index, match.index + match[0].length), title: match[1] ?? '' };
  }
  return { rest: phrase, title: null };
}

export function fieldUses(place: PartPlace, phrase: Phrase | null, entity: string | null): FieldUse[] {
  if (phrase === null) return [];
  return phrase.names().map((name) => fieldUse(place, name, entity));
}

/** Without a list of fields: those that the product chooses, at the part's own place. */
export function fieldsOr(
  place: PartPlace,
  phrase: Phrase | null,
  entity: string | null,
  span: Span,
  choose: (entity: EntityDraft) => string[],
): FieldUse[] {
  if (phrase !== null && !phrase.empty) return fieldUses(place, phrase, entity);
  const draft = entity === null ? undefined : place.reading.entities.get(entity);
  return draft === undefined ? [] : choose(draft).map((text) => ({ name: { text, span } }));
}

export function fieldUse(place: PartPlace, name: Name, entity: string | null): FieldUse {
  if (entity !== null && place.reading.names.has('entity', entity)) place.reading.refer('field', name, screensSection, entity);
  return { name };
}

/** The entity of a part, noted as used; an unknown one gives no fields to check. */
export function entityUse(place: PartPlace, phrase: Phrase): Name {
  const name = phrase.name();
  place.reading.refer('entity', name, screensSection);
  return name;
}

/** `where …`: bare names are the row's, `self` is the screen's record. */
export function whereOf(place: PartPlace, phrase: Phrase, entity: string, title: string): Expression {
  const row = place.reading.names.has('entity', entity) ? entity : null;
  return place.reading.expression(phrase.source(), { ...scopeOf(place), row }, screensSection, title, { kind: 'boolean' });
}

const beginningWith = remember((word) => new RegExp(`^${word.replace(' ', '\\s+')}(?:\\s*:|(?=\\s|$|["\`{]))`, 'i'));

/** The words of a nested bullet that begin with one of the options. */
export function optionOf<Word extends string>(
  bullet: Bullet,
  options: readonly Word[],
): { readonly word: Word; readonly rest: Phrase } | null {
  const phrase = Phrase.of(bullet);
  for (const word of options) {
    const match = beginningWith(word).exec(phrase.text);
    if (match) return { word, rest: phrase.slice(match[0].length) };
  }
  return null;
}
