import { memoize } from '../../../base/memoize.ts';
import { parameter, raw, type SqlFragment, sql } from '../../../expression/sql/fragment.ts';
import { byKinds, type Native, of } from './native.ts';
import { postgresPattern } from './patterns.ts';
import { bigint, reused, unrepresentable } from './pieces.ts';

/** Positions and sizes are bigint here, but Postgres' own functions count in integer. */
const small = (value: SqlFragment): SqlFragment => sql`CAST(${value} AS integer)`;
const size = (text: SqlFragment): SqlFragment => sql`char_length(${text})`;
const within = (place: SqlFragment, text: SqlFragment): SqlFragment => sql`${place} BETWEEN 0 AND ${size(text)}`;

/** Where the part begins, counted from 0; -1 if it does not occur. */
const firstPlace = (text: SqlFragment, part: SqlFragment): SqlFragment => sql`(strpos(${text}, ${part}) - 1)`;

/** The last position, which is the first one in the reversed text. */
const lastPlace = (text: SqlFragment, part: SqlFragment): SqlFragment =>
  reused(
    sql`strpos(reverse(${text}), reverse(${part}))`,
    (found) =>
      sql`CASE WHEN ${part} = '' THEN ${size(text)} WHEN ${found} = 0 THEN -1 ELSE ${size(text)} - ${found} - ${size(part)} + 1 END`,
  );

/** \p{White_Space}, which the evaluator trims. */
const white =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

/**
 * Characters that JavaScript maps to another single character, and all characters that change in
 * any way.
 */
interface Cases {
  readonly from: string;
  readonly to: string;
  /** All characters that change in any other way, for a bracket expression. */
  readonly others: string;
}

const casesOf = memoize((direction): Cases => {
  const change = (letter: string): string => (direction === 'lower' ? letter.toLowerCase() : letter.toUpperCase());
  let [from, to, others] = ['', '', ''];
  // Letters with two cases are in the first two planes. Σ becomes σ or ς, depending on its place in
  // the word.
  for (let code = 0x80; code < 0x20000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    const changed = change(letter);
    if (changed === letter) continue;
    if (Array.from(changed).length === 1 && letter !== 'Σ') {
      from += letter;
      to += changed;
    } else others += letter;
  }
  return { from, to, others };
});

/**
 * ASCII texts, the majority, use Postgres' own function; a text with a letter that becomes several
 * is left to the evaluator.
 */
const inCase =
  (direction: 'lower' | 'upper'): Native =>
  ([text]) => {
    if (text?.as !== 'text') return null;
    const { from, to, others } = casesOf(direction);
    const ascii = (value: SqlFragment): SqlFragment => sql`${raw(direction)}(${value} COLLATE "C")`;
    return reused(
      text.sql,
      (once) =>
        sql`CASE WHEN octet_length(${once}) = ${size(once)} THEN ${ascii(once)} WHEN ${once} ~ ${parameter(`[${others}]`)} THEN CAST(${unrepresentable(size(once))} AS text) ELSE ${ascii(sql`translate(${once}, ${parameter(from)}, ${parameter(to)})`)} END`,
    );
  };

const matches: Native = ([text, pattern]) => {
  const known = pattern?.known;
  const translated = typeof known === 'string' ? postgresPattern(known) : null;
  return text?.as !== 'text' || translated === null ? null : sql`(${text.sql} ~ ${parameter(translated)})`;
};

/** For an empty text, the evaluator inserts between all characters, and Postgres nowhere. */
const replace: Native = ([text, search, replacement, ...more]) => {
  if (text === undefined || search === undefined || replacement === undefined || more.length > 0) return null;
  if (typeof search.known !== 'string' || search.known === '') return null;
  return sql`replace(${text.sql}, ${search.sql}, ${replacement.sql})`;
};

const split = of(
  (text, separator) =>
    sql`to_jsonb(CASE WHEN ${separator} = '' THEN string_to_array(${text}, NULL) WHEN ${text} = '' THEN ARRAY[CAST('' AS text)] ELSE string_to_array(${text}, ${separator}) END)`,
);

/** Characters to escape with a backslash; the backslash itself comes first. */
const escapes = [
  ['\\', '\\\\'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['"', '\\"'],
] as const;

const quoted = of((text) => {
  const escaped = escapes.reduce((inner, [from, to]) => sql`replace(${inner}, ${parameter(from)}, ${parameter(to)})`, text);
  return sql`('"' || ${escaped} || '"')`;
});

export const textFunctions: Readonly<Record<string, Native>> = {
  charAt: of((text, place) => sql`CASE WHEN ${within(place, text)} THEN substr(${text}, ${small(place)} + 1, 1) END`),
  indexOf: byKinds({
    'text text': of((text, part) => bigint(firstPlace(text, part))),
    'text text integer': of(
      (text, part, start) =>
        sql`CASE WHEN ${within(start, text)} THEN CASE WHEN strpos(substr(${text}, ${small(start)} + 1), ${part}) = 0 THEN -1 ELSE ${start} + ${firstPlace(sql`substr(${text}, ${small(start)} + 1)`, part)} END END`,
    ),
  }),
  lastIndexOf: byKinds({
    'text text': of((text, part) => bigint(lastPlace(text, part))),
    'text text integer': of(
      (text, part, start) =>
        sql`CASE WHEN ${within(start, text)} THEN ${bigint(lastPlace(sql`substr(${text}, 1, ${small(start)} + ${size(part)})`, part))} END`,
    ),
  }),
  substring: byKinds({
    'text integer': of((text, start) => sql`CASE WHEN ${within(start, text)} THEN substr(${text}, ${small(start)} + 1) END`),
    'text integer integer': of(
      (text, start, end) =>
        sql`CASE WHEN ${within(end, text)} AND ${start} BETWEEN 0 AND ${end} THEN substr(${text}, ${small(start)} + 1, ${small(sql`${end} - ${start}`)}) END`,
    ),
  }),
  replace,
  'strings.quote': quoted,
  split: byKinds({ 'text text': split }),
  matches,
  lowerAscii: of((text) => sql`lower(${text} COLLATE "C")`),
  upperAscii: of((text) => sql`upper(${text} COLLATE "C")`),
  lower: inCase('lower'),
  upper: inCase('upper'),
  reverse: of((text) => sql`reverse(${text})`),
  trim: of((text) => sql`btrim(${text}, ${parameter(white)})`),
};
