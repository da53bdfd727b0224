import { NotReadable } from '../draft.ts';

/** A tag, without its namespace prefix, or the text between two tags. */
export type XmlEvent =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly empty: boolean }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

const entities = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,8}));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Yields the tags and texts of an XML document in one pass. Refuses document type declarations,
 * because custom entities can expand without limit.
 */
export function* readXml(xml: string): Generator<XmlEvent> {
  const broken = new NotReadable('The file contains malformed XML.');
  const behind = (mark: string, from: number): number => {
    const found = xml.indexOf(mark, from);
    if (found < 0) throw broken;
    return found + mark.length;
  };
  let at = 0;
  while (at < xml.length) {
    const tag = xml.indexOf('<', at);
    const text = xml.slice(at, tag < 0 ? xml.length : tag);
    if (text !== '') yield { kind: 'text', text: decoded(text) };
    if (tag < 0) return;
    if (xml.startsWith('<!--', tag)) at = behind('-->', tag + 4);
    else if (xml.startsWith('<![CDATA[', tag)) {
      at = behind(']]>', tag + 9);
      yield { kind: 'text', text: xml.slice(tag + 9, at - 3) };
    } else if (xml.startsWith('<?', tag)) at = behind('?>', tag + 2);
    else if (xml.startsWith('<!', tag)) throw new NotReadable('The file contains XML with a document type, which is not supported.');
    else {
      at = endOfTag(xml, tag);
      if (at < 0) throw broken;
      const inside = xml.slice(tag + 1, at - 1);
      if (inside.startsWith('/')) yield { kind: 'close', name: local(inside.slice(1).trim()) };
      else yield opening(inside);
    }
  }
}

/** Returns the offset after the `>` of a tag. A `>` inside quotes belongs to an attribute. */
function endOfTag(xml: string, from: number): number {
  let quote = '';
  for (let at = from; at < xml.length; at++) {
    const character = xml[at] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  return -1;
}

function opening(inside: string): XmlEvent {
  const empty = inside.endsWith('/');
  const [name = ''] = /^[^\s/]+/.exec(inside) ?? [];
  const attributes = new Map<string, string>();
  for (const [, key = '', double, single] of inside.slice(name.length).matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes.set(local(key), decoded(double ?? single ?? ''));
  return { kind: 'open', name: local(name), attributes, empty };
}
