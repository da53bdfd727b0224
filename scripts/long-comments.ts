/** The most characters that a line of a comment may have. */
const widest = 100;

/** A line that is only comment. Directives must stay on one line, so they may be longer. */
const comment = /^\s*(?:\/\/|\/\*|\*|\{\/\*)/;
const directive = /biome-ignore|https?:\/\//;

/** The numbers of the lines, from 1, whose comment is too long. */
export const longComments = (text: string): readonly number[] =>
  text.split('\n').flatMap((line, index) => ([...line].length > widest && comment.test(line) && !directive.test(line) ? [index + 1] : []));
