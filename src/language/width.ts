/**
 * Characters two columns wide in a fixed-width font: the wide and full-width ranges of Unicode's
 * East Asian Width, and emoji.
 */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
const none = /\p{Mn}|\p{Me}|[\u200b-\u200f]/u;

/** The width of a text in columns of a fixed-width font. */
export function widthOf(text: string): number {
  // Fast path for ASCII, which most cells are.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += none.test(char) ? 0 : wide.test(char) ? 2 : 1;
  return width;
}
