import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from './nearest.ts';

describe('nearest', () => {
  it('offers what was probably meant, best first', () => {
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
});
