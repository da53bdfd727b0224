import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest, together } from './nearest.ts';

describe('nearest', () => {
  it('returns what was probably meant, best first', () => {
    expect(nearest('assigne', ['subject', 'assignee', 'assigned'])).toEqual(['assigned', 'assignee']);
    expect(nearest('STATUS', ['status', 'state'])).toEqual(['status', 'state']);
    expect(nearest('tikcet', ['Ticket', 'User'])).toEqual(['Ticket']);
    expect(nearest('xyz', ['subject', 'body'])).toEqual([]);
    expect(nearest('a', ['a', 'b', 'c'], 1)).toEqual(['b']);
    expect(nearest('comment', ['comments'])).toEqual(['comments']);
  });

  it('counts edits', () => {
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('ab', 'ba')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
  });

  it('counts the same edits if only a few matter', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 5 }), (a, b, most) => {
        expect(editDistance(a, b, most)).toBe(Math.min(editDistance(a, b), most + 1));
        expect(editDistance(b, a)).toBe(editDistance(a, b));
      }),
      { numRuns: 3000 },
    );
  });

  it('compares a thousand candidates and no more', () => {
    const others = Array.from({ length: 5000 }, (_, index) => `other${index}`);
    expect(nearest('tikcet', ['Ticket', ...others])).toEqual(['Ticket']);
    expect(nearest('tikcet', [...others, 'Ticket'])).toEqual([]);
    expect(nearest('tikcet', together(['User'], ['Ticket']))).toEqual(['Ticket']);
  });
});
