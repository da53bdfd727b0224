import { memoize } from '../../base/memoize.ts';
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

/** The screen that a part belongs to. */
export interface PartPlace {
  readonly reading: Reading;
  readonly screen: string;
  /** The entity whose record the screen is about, or null. */
  readonly about: string | null;
  /** The route's parameters. */
  readonly bound: ReadonlyMap<string, Type>;
}

/** A bullet, prepared for a part's reader. */
export interface PartWords {
  /** The text after the part's keywords, without `when …` and `for …` at the end. */
  readonly rest: Phrase;
  readonly bullet: Bullet;
  /** The id of the part, such as `0.2.1`. The ids of nested parts begin with it. */
  readonly id: string;
  /** Reads nested bullets as parts, for layout parts. */
  readonly nested: () => readonly Part[];
}

export type ContentOf<Kind extends PartKind> = Extract<PartContent, { kind: Kind }>;

/** The reader of one kind of part. */
export interface PartReader<Kind extends PartKind> {
  /** Matches the keywords at the beginning of the bullet. */
  readonly begins: RegExp;
  /**
   * Whether free text comes before a colon or replaces it. `for` and `when` then count only after
   * the colon.
   */
  readonly label?: boolean;
  /** Returns the content, or a sentence that describes the problem. */
  read(words: PartWords, place: PartPlace): ContentOf<Kind> | string;
}

export const scopeOf = (place: PartPlace): Place => ({ self: place.about, bound: place.bound });

/** Splits at the first colon outside code spans. */
export function atColon(phrase: Phrase): { readonly head: Phrase; readonly tail: Phrase | null } {
  const colon = phrase.find(/:/g);
  return colon === null ? { head: phrase, tail: null } : { head: phrase.slice(0, colon.index), tail: phrase.slice(colon.index + 1) };
}

/**
 * Splits a label from the text after its colon: `"Pay: now": pay`. Quotes around the label are not
 * part of it.
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

/**
 * The offset of the colon before the columns. A colon inside braces belongs to a component's
 * properties.
 */
function columnsBegin(phrase: Phrase): number {
  for (const { index } of phrase.matches(/:/g)) {
    const before = phrase.text.slice(0, index);
    if (before.split('{').length === before.split('}').length) return index;
  }
  return phrase.text.length;
}

/**
 * Splits off a title such as `as "My loans"` before the colon. Titles after the colon belong to
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

/** The listed fields; without a list, the product's default fields, with the part's own span. */
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

/** The entity of a part, recorded as used. If it is unknown, no fields are checked. */
export function entityUse(place: PartPlace, phrase: Phrase): Name {
  const name = phrase.name();
  place.reading.refer('entity', name, screensSection);
  return name;
}

/** Reads `where …`: plain names refer to the row, `self` to the screen's record. */
export function whereOf(place: PartPlace, phrase: Phrase, entity: string, title: string): Expression {
  const row = place.reading.names.has('entity', entity) ? entity : null;
  return place.reading.expression(phrase.source(), { ...scopeOf(place), row }, screensSection, title, { kind: 'boolean' });
}

const beginningWith = memoize((word) => new RegExp(`^${word.replace(' ', '\\s+')}(?:\\s*:|(?=\\s|$|["\`{]))`, 'i'));

/**
 * The option that a nested bullet begins with, and the rest of the bullet; null: none of the
 * options.
 */
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
