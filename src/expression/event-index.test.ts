import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventIndex } from './event-index.ts';

/** The notation's rule, applied to one name after the other. */
function byTrying(names: readonly string[], text: string): { name: string; length: number } | null {
  const fitting = names.flatMap((name) => {
    if (name === 'delete') return [];
    const pattern = name
      .split(/\s+/)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&'))
      .join('\\s+');
    const match = new RegExp(`^${pattern}(?!\\w)`).exec(text);
    return match === null ? [] : [{ name, length: match[0].length }];
  });
  return fitting.sort((a, b) => b.name.length - a.name.length)[0] ?? null;
}

describe('the event that an action begins with', () => {
  it('is the longest one that matches', () => {
    const events = new EventIndex(['send', 'send to repair', 'check in', 're-open', 'approve', 'delete']);
    expect(events.longest('send to repair t')).toEqual({ name: 'send to repair', length: 14 });
    expect(events.longest('send  to   repair')).toEqual({ name: 'send to repair', length: 17 });
    expect(events.longest('send to report t')).toEqual({ name: 'send', length: 4 });
    expect(events.longest('send(t)')).toEqual({ name: 'send', length: 4 });
    expect(events.longest('check in.t')).toEqual({ name: 'check in', length: 8 });
    expect(events.longest('re-open t')).toEqual({ name: 're-open', length: 7 });
    for (const text of ['sender t', 'check int', 'delete t', '', ' send t']) expect(events.longest(text)).toBeNull();
  });

  it('is the one that trying all names finds', () => {
    const word = fc.constantFrom('a', 'ab', 'b', 'a-b', 'ü', 'üa', 'to', 'delete');
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    const text = fc.array(fc.constantFrom('a', 'ab', 'b', '-', 'ü', 'to', 'delete', ' ', '  ', '\n', '(', '.'), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 6 }), text, (names, parts) => {
        const source = parts.join('');
        expect(new EventIndex(names).longest(source)).toEqual(byTrying(names, source));
      }),
      { numRuns: 2000 },
    );
  });
});
