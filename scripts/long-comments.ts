/** The maximum length of a comment line, in characters. */
const widest = 100;

/** A line with nothing but a comment; not a generator method. */
const comment = /^\s*(?:\/\/|\/\*|\*(?!#?\w+\()|\{\/\*)/;
/** Directives must stay on one line, so they may be longer. */
const directive = /biome-ignore|https?:\/\//;

/** The line numbers, from 1, of comments that are too long. */
export const longComments = (text: string): readonly number[] =>
  text.split('\n').flatMap((line, index) => ([...line].length > widest && comment.test(line) && !directive.test(line) ? [index + 1] : []));
