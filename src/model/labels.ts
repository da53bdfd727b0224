import { type Caption, type LabelFacts, type Labelled, labelKey, quotedKey } from './ast/labels.ts';
import type { Colour } from './vocabulary.ts';

/**
 * A name as users read it where it has no label: `createdAt` → `Created at`, `send to repair` →
 * `Send to repair`.
 */
export function humanize(name: string): string {
  const words = name
    .replace(/_/gu, ' ')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(' ')
    .map((word) => (/^\p{Lu}+$/u.test(word) && word.length > 1 ? word : word.toLowerCase()))
    .join(' ')
    .trim();
  return capitalized(words);
}

/**
 * A state or a value without a label: `awaiting finance` → `Awaiting finance`; its other letters
 * are the author's.
 */
const valueWords = (value: string): string => capitalized(value.replace(/_/gu, ' '));

/** With a capital at its beginning; `iPhone` stays as it is. */
export const capitalized = (text: string): string => (/^.\p{Lu}/u.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1));

/** As it is inside a sentence: `Order line` → `order line`; `IBAN` stays as it is. */
export const inSentence = (label: string): string =>
  /^\p{Lu}(?:\p{Lu}|\d|$)/u.test(label) ? label : label.slice(0, 1).toLowerCase() + label.slice(1);

/** What users read in place of the document's names. */
export class Labels {
  readonly #facts: LabelFacts;
  /** The reader's; null: the document's own. */
  readonly language: string | null;
  /** What the tables Word say in the reader's language. */
  readonly #words: ReadonlyMap<string, Caption>;
  readonly #builtIn: ReadonlyMap<string, string>;

  /** `builtIn`: the fields that every record has, in the reader's language. */
  constructor(facts: LabelFacts, language: string | null = null, builtIn: ReadonlyMap<string, string> = new Map()) {
    this.#facts = facts;
    this.#builtIn = builtIn;
    this.language = language;
    this.#words = (language === null ? undefined : facts.words.get(language)) ?? new Map();
  }

  /** A label inside a sentence: English begins it small, other languages keep it. */
  readonly inSentence = (label: string): string => (/^en\b/iu.test(this.language ?? 'en') ? inSentence(label) : label);
  /** A text of the document in the reader's language; the text itself where no table gives it. */
  readonly text = (text: string): string => this.#words.get(quotedKey(text))?.one ?? text;
  /** The message of an error by its name, or by its text; null where no table gives it. */
  readonly message = (error: string, text: string): string | null =>
    this.#words.get(error)?.one ?? this.#words.get(quotedKey(text))?.one ?? null;

  /** A unit of section 9 for so many; null where no table gives it. */
  readonly unit = (name: string, count: number): string | null => {
    const caption = this.#words.get(name);
    return caption === undefined ? null : count === 1 ? caption.one : (caption.many ?? caption.one);
  };

  readonly entity = (name: string): string => this.#of('entity', name);
  /** Null where the document gives no word for several: a sentence must do without. */
  readonly entities = (name: string): string | null => {
    const many = this.#caption('entity', name)?.many ?? null;
    return many === null ? null : capitalized(many);
  };
  readonly field = (entity: string, name: string): string => this.#of('field', entity, name);
  readonly event = (entity: string, name: string): string => this.#of('event', entity, name);
  /** A state, or a value of an enum. */
  readonly value = (entity: string, field: string, value: string): string => this.#of('value', entity, field, value);
  readonly screen = (name: string): string => this.#of('screen', name);
  /** A role without a label is shown as it is written. */
  readonly role = (name: string): string => (this.#caption('role', name) === null ? name : this.#of('role', name));

  /** What kind of message it is, where people choose which they receive. */
  readonly kindOfMessage = (name: string): string => {
    const caption = this.#caption('message', name);
    return caption === null ? humanize(name.toLowerCase()) : capitalized(caption.one);
  };

  /** What the document says; null where it says nothing. */
  readonly colour = (entity: string, field: string, value: string): Colour | null =>
    this.#facts.colours.get(labelKey('value', entity, field, value)) ?? null;

  #of(kind: Labelled, ...path: readonly string[]): string {
    const caption = this.#caption(kind, ...path);
    if (caption !== null) return capitalized(caption.one);
    const name = path.at(-1) ?? '';
    return kind === 'value' ? valueWords(name) : ((kind === 'field' ? this.#builtIn.get(name) : undefined) ?? humanize(name));
  }

  #caption(kind: Labelled, ...path: readonly string[]): Caption | null {
    const own = this.#facts.own.get(labelKey(kind, ...path)) ?? null;
    if (this.#words.size === 0) return own;
    return (
      (own === null ? undefined : this.#words.get(quotedKey(own.one))) ??
      this.#words.get(path.join('.')) ??
      // The word of an event counts for all entities that have one of this name.
      (kind === 'event' ? this.#words.get(path.at(-1) ?? '') : undefined) ??
      own
    );
  }
}

/** Final states that did not go well, or that only came to nothing, by their English names. */
const failed = /\b(?:rejected|declined|refused|denied|lost|failed|missed|no show|overdue|blocked|banned|defaulted)\b/iu;
const ended = /\b(?:cancell?ed|withdrawn|expired|archived|abandoned|superseded|discarded|dropped|void(?:ed)?|retired)\b/iu;

/** Whether a state, by its name or label, is an end that did not go well or came to nothing. */
export const endsWithoutResult = (words: string): boolean => failed.test(words) || ended.test(words);

/**
 * What a state means where no table says so: the start is neutral, what comes then is progress, and
 * an end is success unless its name or label says otherwise.
 */
export function colourOfState(
  machine: {
    readonly entity: string;
    readonly field: string;
    readonly start: { readonly text: string } | null;
    readonly states: readonly { readonly name: string; readonly final: boolean }[];
  },
  name: string,
  facts: LabelFacts,
): Colour {
  const state = machine.states.find((one) => one.name === name);
  const start = machine.start?.text ?? machine.states[0]?.name;
  if (state === undefined || name === start) return 'neutral';
  if (!state.final) return 'progress';
  const words = `${name} ${facts.own.get(labelKey('value', machine.entity, machine.field, name))?.one ?? ''}`;
  return failed.test(words) ? 'danger' : ended.test(words) ? 'neutral' : 'success';
}
