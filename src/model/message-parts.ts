import type { Span } from '../base/span.ts';
import type { MessagePart } from './ast/errors.ts';

/** Splits a message into text and slots in braces. */
export function messageParts(text: string, place: (from: number, to: number) => Span): MessagePart[] {
  const parts: MessagePart[] = [];
  let from = 0;
  for (const match of text.matchAll(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    const to = match.index + match[0].length;
    parts.push({ kind: 'slot', name: match[1] ?? '', span: place(match.index + 1, to - 1) });
    from = to;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}
