import type { Name } from '../ast/common.ts';
import { type PartReader, screensSection } from '../reading/part.ts';
import type { Phrase } from '../reading/phrase.ts';

/** `buttons: EVENT, EVENT, delete`; without a list, every event of the record and its deletion */
export const buttons: PartReader<'buttons'> = {
  begins: /^buttons\s*(?::|$|(?=\s(?:as|for|when)\s))/i,
  read(words, place) {
    const { about, reading } = place;
    // After a title, the colon is still part of the rest.
    const list = words.rest.text.startsWith(':') ? words.rest.slice(1) : words.rest;
    const { rest, captions } = withCaptions(list);
    const named = rest.names();
    if (named.length === 0) {
      const span = words.bullet.content;
      const all = [...(about === null ? [] : reading.names.all('event', about))].map((text): Name => ({ text, span }));
      return { kind: 'buttons', events: all, delete: true, captions: null };
    }
    const events = named.filter((name) => name.text !== 'delete');
    if (about !== null && reading.names.has('entity', about)) reading.referAll('event', events, screensSection, about);
    return { kind: 'buttons', events, delete: events.length < named.length, captions };
  },
};

/**
 * Separates quoted labels from event names: `place "Buy", cancel`. `captions` maps each event to
 * its label; null: no labels.
 */
function withCaptions(phrase: Phrase): { readonly rest: Phrase; readonly captions: ReadonlyMap<string, string> | null } {
  const quoted = [...phrase.matches(/["“”„]([^"“”]+)["“”]/g)];
  if (quoted.length === 0) return { rest: phrase, captions: null };
  let rest = phrase;
  for (const match of quoted) rest = rest.without(match.index, match.index + match[0].length);
  const names = rest.names();
  const captions = new Map<string, string>();
  for (const match of quoted) {
    const name = names.findLast(({ span }) => span.from < phrase.at(match.index));
    if (name !== undefined) captions.set(name.text, match[1] ?? '');
  }
  return { rest, captions };
}
