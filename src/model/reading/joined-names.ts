import type { Name } from '../ast/common.ts';
import type { Phrase } from './phrase.ts';
import type { Reading } from './reading.ts';

/** Longer texts are no names. */
const longest = 300;

/** Names separated by commas. Those that “and” or a sign joins are reported, and read as well. */
export function namesIn(reading: Reading, phrase: Phrase, section: number, isKnown: (name: Name) => boolean): readonly Name[] {
  return phrase.split().flatMap((part) => {
    const name = part.name();
    if (name.text === '') return [];
    if (isKnown(name) || name.text.length > longest) return [name];
    const joined = parted(part).map((one) => one.name());
    if (joined.length < 2 || !joined.every(isKnown)) return [name];
    const better = joined.map(({ text }) => text).join(', ');
    reading.notes.misread(section, name.span, 'near-miss', `Commas separate names here: “${better}”.`, [better]);
    return joined;
  });
}

/** The parts between “and”, “&”, “+” and “/”. */
function parted(phrase: Phrase): readonly Phrase[] {
  const sign = phrase.find(/(?<!\s)\s+and\s+|(?<!\s)\s*[&+/]\s*/g);
  return sign === null ? [phrase] : [phrase.slice(0, sign.index), ...parted(phrase.slice(sign.index + sign[0].length))];
}
