import type { Expression } from '../../expression/expression.ts';
import type { Name } from '../ast/common.ts';
import { type PartPlace, scopeOf, screensSection } from './part.ts';
import type { Phrase } from './phrase.ts';

export interface Suffix {
  /** The text before the suffix. */
  readonly rest: Phrase;
  readonly when: Expression | null;
  readonly roles: readonly Name[];
}

/**
 * A longer suffix is treated as free text. Without a limit, a long text would be scanned once for
 * each “for” in it.
 */
const longest = 4000;

/**
 * Splits `when …` and `for ROLES` off the end of a part. Free text may contain both words: if
 * `words` is set, `for` counts only before a declared role and `when` only before a code span.
 * Titles of columns (`as "Waiting for us"`) and names of declared events and screens (`move to
 * waiting for parts`) are never split.
 */
export function splitSuffix(place: PartPlace, phrase: Phrase, words: boolean, from = 0): Suffix {
  const isInName = insideName(place, phrase);
  for (const match of phrase.matches(/(?:^|\s)(?:when|for)\s+/g)) {
    if (match.index < from || phrase.text.length - match.index > longest) continue;
    if (isInName(match.index)) continue;
    const clauses = readClauses(place, phrase.slice(match.index), words);
    if (clauses === null) continue;
    const { when, roles } = clauses;
    return {
      rest: phrase.slice(0, match.index),
      when:
        when === null
          ? null
          : place.reading.expression(when.source(), scopeOf(place), screensSection, `when a part of ${place.screen} is shown`, {
              kind: 'boolean',
            }),
      roles: place.reading.referAll('role', roles, screensSection),
    };
  }
  return { rest: phrase, when: null, roles: [] };
}

/**
 * Returns a function that tells whether an offset lies inside a title or the name of a declared
 * event or screen.
 */
function insideName(place: PartPlace, phrase: Phrase): (index: number) => boolean {
  let ranges: readonly { readonly from: number; readonly to: number }[] | null = null;
  return (index) => {
    ranges ??= [
      ...[...phrase.matches(/\sas\s+["“”„][^"“”]+["“”]/g)].map((match) => ({ from: match.index, to: match.index + match[0].length })),
      ...(['event', 'screen'] as const)
        .flatMap((kind) => [...place.reading.names.all(kind)].filter((name) => /\s(?:when|for)\s/.test(name)))
        .flatMap((name) => wholeWords(phrase.text, name)),
    ];
    return ranges.some(({ from, to }) => from < index && index < to);
  };
}

/** The ranges in which a name occurs as whole words. */
function wholeWords(text: string, name: string): { readonly from: number; readonly to: number }[] {
  const found: { readonly from: number; readonly to: number }[] = [];
  for (let from = text.indexOf(name); from >= 0; from = text.indexOf(name, from + 1)) {
    const to = from + name.length;
    const isWhole = !/[\p{L}\p{N}]/u.test(text.charAt(from - 1)) && !/[\p{L}\p{N}]/u.test(text.charAt(to));
    if (isWhole) found.push({ from, to });
  }
  return found;
}

function readClauses(place: PartPlace, tail: Phrase, words: boolean): { when: Phrase | null; roles: readonly Name[] } | null {
  let when: Phrase | null = null;
  let roles: readonly Name[] = [];
  let rest = tail;
  while (!rest.empty) {
    const word = /^(when|for)\s+/.exec(rest.text);
    if (word === null) return null;
    const body = rest.slice(word[0].length);
    const next = body.find(word[1] === 'when' ? /\sfor\s+/g : /\swhen\s+/g);
    const clause = next === null ? body : body.slice(0, next.index);
    rest = next === null ? body.slice(body.text.length) : body.slice(next.index);
    if (word[1] === 'when') {
      if (when !== null || !isCondition(clause, words)) return null;
      when = clause;
    } else {
      const names = clause.names();
      if (roles.length > 0 || !areRoles(place, names, words)) return null;
      roles = names;
    }
  }
  return { when, roles };
}

const isCondition = (clause: Phrase, words: boolean): boolean => clause.code !== null || (!words && /^[!(]*[A-Za-z_]/.test(clause.text));

function areRoles(place: PartPlace, names: readonly Name[], words: boolean): boolean {
  if (names.length === 0 || !names.every((name) => /^[\p{L}\p{N}][\p{L}\p{N} _'’-]*$/u.test(name.text))) return false;
  return !words || names.some((name) => place.reading.names.has('role', name.text));
}
