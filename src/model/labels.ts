import { type Caption, type LabelFacts, type Labelled, labelKey, quotedKey } from './ast/labels.ts';
import type { Colour } from './vocabulary.ts';

/**
 * The text for a name without a label: `createdAt` → `Created at`, `send to repair` → `Send to
 * repair`.
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
 * The text for a state or value without a label: `awaiting finance` → `Awaiting finance`. Keeps the
 * author's case after the first letter.
 */
const valueWords = (value: string): string => capitalized(value.replace(/_/gu, ' '));

/** Capitalizes the first letter, but keeps words such as `iPhone`. */
export const capitalized = (text: string): string => (/^.\p{Lu}/u.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1));

/** The label's form inside a sentence: `Order line` → `order line`; `IBAN` is kept. */
export const inSentence = (label: string): string =>
  /^\p{Lu}(?:\p{Lu}|\d|$)/u.test(label) ? label : label.slice(0, 1).toLowerCase() + label.slice(1);

/** Looks up the labels that users read in place of the document's names. */
export class Labels {
  readonly #facts: LabelFacts;
  /** The reader's language; null: the document's own. */
  readonly language: string | null;
  /** From the tables Word, in the reader's language. */
  readonly #words: ReadonlyMap<string, Caption>;
  readonly #builtIn: ReadonlyMap<string, string>;

  /** `builtIn`: labels of the built-in fields, in the reader's language. */
  constructor(facts: LabelFacts, language: string | null = null, builtIn: ReadonlyMap<string, string> = new Map()) {
    this.#facts = facts;
    this.#builtIn = builtIn;
    this.language = language;
    this.#words = (language === null ? undefined : facts.words.get(language)) ?? new Map();
  }

  /** A label inside a sentence: English lowercases its first letter, other languages keep it. */
  readonly inSentence = (label: string): string => (/^en\b/iu.test(this.language ?? 'en') ? inSentence(label) : label);
  /**
   * A text of the document in the reader's language, or the text itself if no table translates it.
   */
  readonly text = (text: string): string => this.#words.get(quotedKey(text))?.one ?? text;
  /**
   * The translated message of an error, looked up by its name or by its text; null if no table has
   * it.
   */
  readonly message = (error: string, text: string): string | null =>
    this.#words.get(error)?.one ?? this.#words.get(quotedKey(text))?.one ?? null;

  /** A unit of section 9, in the form that fits `count`; null if no table has it. */
  readonly unit = (name: string, count: number): string | null => {
    const caption = this.#words.get(name);
    return caption === undefined ? null : count === 1 ? caption.one : (caption.many ?? caption.one);
  };

  readonly entity = (name: string): string => this.#of('entity', name);
  /**
   * Null if the document gives no plural and none can be made: a sentence must do without one.
   */
  readonly entities = (name: string): string | null => {
    const many = this.#caption('entity', name)?.many ?? this.#plural(name);
    return many === null ? null : capitalized(many);
  };
  readonly field = (entity: string, name: string): string => this.#of('field', entity, name);
  readonly event = (entity: string, name: string): string => this.#of('event', entity, name);
  /** The label of a state or an enum value. */
  readonly value = (entity: string, field: string, value: string): string => this.#of('value', entity, field, value);
  readonly screen = (name: string): string => this.#of('screen', name);
  /** A role without a label is shown as written. */
  readonly role = (name: string): string => (this.#caption('role', name) === null ? name : this.#of('role', name));

  /** The kind of message, for the settings where people choose which ones they receive. */
  readonly kindOfMessage = (name: string): string => {
    const caption = this.#caption('message', name);
    return caption === null ? humanize(name.toLowerCase()) : capitalized(caption.one);
  };

  /** The colour that the document gives; null if it gives none. */
  readonly colour = (entity: string, field: string, value: string): Colour | null =>
    this.#facts.colours.get(labelKey('value', entity, field, value)) ?? null;

  /** The plural in the document's own words; null if the reader sees a translation. */
  #plural(name: string): string | null {
    const isTranslated = this.#caption('entity', name) !== (this.#facts.own.get(labelKey('entity', name)) ?? null);
    return isTranslated ? null : (this.#facts.plurals.get(name) ?? null);
  }

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
      // A translation of an event's name applies to every entity with an event of that name.
      (kind === 'event' ? this.#words.get(path.at(-1) ?? '') : undefined) ??
      own
    );
  }
}

/**
 * English names of states that mean failure, and of final ones that mean an end without a result.
 */
const failed =
  /\b(?:rejected|declined|refused|denied|lost|failed|missed|no show|overdue|blocked|banned|defaulted|broken|damaged|stolen|bounced|disputed)\b/iu;
const ended =
  /\b(?:cancell?ed|called off|withdrawn|expired|lapsed|archived|abandoned|aborted|superseded|discarded|dropped|void(?:ed)?|annulled|revoked|waived|written off|scrapped|retired|dismissed)\b/iu;

/** Whether the name or label of a state means failure or an end without a result. */
export const endsWithoutResult = (words: string): boolean => failed.test(words) || ended.test(words);

/**
 * The colour of a state if no table gives one: the start is neutral, later states are progress, and
 * an end is success, unless the name or label says otherwise.
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
  const words = `${name} ${facts.own.get(labelKey('value', machine.entity, machine.field, name))?.one ?? ''}`;
  if (!state.final) return failed.test(words) ? 'warning' : 'progress';
  return failed.test(words) ? 'danger' : ended.test(words) ? 'neutral' : 'success';
}
