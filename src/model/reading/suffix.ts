import type { Expression } from '../../expression/expression.ts';
import type { Name } from '../facts/common.ts';
import { type PartPlace, scopeOf, screensSection } from './part.ts';
import type { Phrase } from './phrase.ts';

export interface Suffix {
  /** What stands before it. */
  readonly rest: Phrase;
  readonly when: Expression | null;
  readonly roles: readonly Name[];
}

/** Longer ends are people's own words; without a limit a long text would be looked at again for each of its “for”s. */
const longest = 4000;

/**
 * Splits `when …` and `for ROLES` off the end of a part. People's own words may hold “for” and “when”: where `words` is set, `for` counts only
 * before a declared role and `when` only before a code span.
 */
export function splitSuffix(place: PartPlace, phrase: Phrase, words: boolean, from = 0): Suffix {
  for (const match of phrase.matches(/(?:^|\s)(?:when|for)\s+/g)) {
    if (match.index < from || phrase.text.length - match.index > longest) continue;
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
