import { isKept } from '../../../expression/sql/represent.ts';

/** The largest repetition count that Postgres accepts. */
const mostRepeated = 255;
/** The limit for nested repetitions, which Postgres expands. */
const mostStates = 1000;

/**
 * Translates an RE2 pattern to Postgres if both mean the same: letters, classes, groups,
 * alternatives, repetitions, start and end of the text. Null for all others, which the evaluator
 * handles.
 */
export function postgresPattern(pattern: string): string | null {
  // Split by code point. The group around the result keeps Postgres from interpreting three stars
  // at the beginning.
  const reader = new PatternReader(Array.from(pattern));
  const translated = reader.alternatives(0);
  return translated === null || !reader.done || translated.states > mostStates ? null : `(?:${translated.text})`;
}

interface Told {
  readonly text: string;
  /** The approximate size once repetitions are expanded. */
  readonly states: number;
}

interface Atom extends Told {
  /** False for the beginning and the end of the text, which cannot be repeated. */
  readonly repeats: boolean;
}

/** RE2's classes contain ASCII only; Postgres' own depend on the collation. */
const classes: Readonly<Record<string, string>> = { d: '0-9', w: '0-9A-Za-z_', s: '\\t\\n\\f\\r ' };

class PatternReader {
  readonly #letters: readonly string[];
  #at = 0;

  constructor(letters: readonly string[]) {
    this.#letters = letters;
  }

  get done(): boolean {
    return this.#at === this.#letters.length;
  }

  #peek(): string | undefined {
    return this.#letters[this.#at];
  }

  #take(letter: string): boolean {
    if (this.#peek() !== letter) return false;
    this.#at++;
    return true;
  }

  alternatives(depth: number): Told | null {
    if (depth > 50) return null;
    const parts: string[] = [];
    let states = 0;
    do {
      const translated = this.#sequence(depth);
      if (translated === null) return null;
      parts.push(translated.text);
      states += translated.states;
    } while (this.#take('|'));
    return { text: parts.join('|'), states };
  }

  #sequence(depth: number): Told | null {
    let text = '';
    let states = 1;
    for (let letter = this.#peek(); letter !== undefined && letter !== '|' && letter !== ')'; letter = this.#peek()) {
      const one = this.#atom(depth);
      const translated = one === null ? null : this.#repeated(one);
      if (translated === null) return null;
      text += translated.text;
      states += translated.states;
    }
    // Postgres does not allow an empty alternative.
    return { text: text === '' ? '(?:)' : text, states };
  }

  #atom(depth: number): Atom | null {
    const letter = this.#letters[this.#at++] ?? '';
    switch (letter) {
      case '(': {
        if (this.#take('?') && !this.#take(':')) return null;
        const inner = this.alternatives(depth + 1);
        return inner === null || !this.#take(')') ? null : { text: `(?:${inner.text})`, states: inner.states, repeats: true };
      }
      case '[':
        return this.#bracket();
      case '.':
        return { text: '[^\\n]', states: 1, repeats: true };
      case '^':
        return { text: '^', states: 1, repeats: false };
      case '$':
        return { text: '$', states: 1, repeats: false };
      case '\\': {
        const escaped = this.#letters[this.#at++] ?? '';
        const set = classes[escaped] ?? classes[escaped.toLowerCase()];
        if (set !== undefined) return { text: `[${classes[escaped] === undefined ? '^' : ''}${set}]`, states: 1, repeats: true };
        const control = controls[escaped];
        return control === undefined && !isPunctuation(escaped) ? null : letterOf(control ?? escaped);
      }
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        return null;
      default:
        return letterOf(letter);
    }
  }

  #repeated(one: Atom): Told | null {
    const mark = this.#peek();
    const counted = mark === '{' ? this.#counts() : null;
    if (counted === undefined) return null;
    if (counted === null && mark !== '*' && mark !== '+' && mark !== '?') return one;
    if (counted === null) this.#at++;
    // Greediness does not affect whether a pattern matches; a doubled mark means different things
    // in RE2 and Postgres.
    this.#take('?');
    const next = this.#peek();
    if (!one.repeats || next === '*' || next === '+' || next === '?' || next === '{') return null;
    return { text: one.text + (counted?.text ?? mark ?? ''), states: one.states * (counted?.most ?? 1) + 1 };
  }

  /** Reads `{2}`, `{2,}` or `{2,5}`; undefined for anything else. */
  #counts(): { readonly text: string; readonly most: number } | undefined {
    const rest = this.#letters.slice(this.#at, this.#at + 12).join('');
    const found = /^\{(\d{1,3})(,(\d{1,3})?)?\}/.exec(rest);
    if (found === null) return undefined;
    const [text, least = '0', , most] = found;
    this.#at += text.length;
    const [from, to] = [Number(least), Number(most ?? least)];
    return from <= to && to <= mostRepeated ? { text, most: Math.max(1, to) } : undefined;
  }

  /** Reads a class like `[a-z0-9_]` or `[^"]`: letters, ranges and the classes of ASCII. */
  #bracket(): Atom | null {
    const negated = this.#take('^');
    let text = '';
    for (;;) {
      const one = this.#bracketPart();
      if (one === null) return null;
      text += one;
      if (this.#take(']')) return { text: `[${negated ? '^' : ''}${text}]`, states: 1, repeats: true };
    }
  }

  #bracketPart(): string | null {
    const first = this.#bracketLetter();
    if (first === null || 'set' in first) return first?.set ?? null;
    const last = this.#letters[this.#at + 1];
    if (this.#peek() !== '-' || last === ']' || last === undefined) return literal(first.letter);
    this.#at++;
    const end = this.#bracketLetter();
    if (end === null || 'set' in end || codeOf(first.letter) > codeOf(end.letter)) return null;
    const [from, to] = [literal(first.letter), literal(end.letter)];
    return from === null || to === null ? null : `${from}-${to}`;
  }

  #bracketLetter(): { readonly letter: string } | { readonly set: string } | null {
    const letter = this.#letters[this.#at++];
    if (letter === undefined || letter === '[' || letter === ']') return null;
    if (letter !== '\\') return { letter };
    const escaped = this.#letters[this.#at++] ?? '';
    const set = classes[escaped];
    if (set !== undefined) return { set };
    const control = controls[escaped];
    if (control !== undefined) return { letter: control };
    return isPunctuation(escaped) ? { letter: escaped } : null;
  }
}

const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', f: '\f', r: '\r', v: '\v' };

/** Punctuation, which stands for itself when escaped. */
const isPunctuation = (letter: string): boolean => /^[!-/:-@[-`{-~]$/.test(letter);

function letterOf(letter: string): Atom | null {
  const text = literal(letter);
  return text === null ? null : { text, states: 1, repeats: true };
}

const codeOf = (letter: string): number => letter.codePointAt(0) ?? 0;

/**
 * A letter or digit as it is, anything else by its code point, so that nothing counts as a
 * metacharacter. Null for characters that no text in a database contains.
 */
function literal(letter: string): string | null {
  if (/^[0-9A-Za-z]$/.test(letter)) return letter;
  return isKept(letter) ? `\\U${codeOf(letter).toString(16).padStart(8, '0')}` : null;
}
