import { expect, test } from 'vitest';
import { laterPosition, parseLogPosition } from './position.ts';

test('converts log positions from hexadecimal halves', () => {
  expect(parseLogPosition('0/0')).toBe(0n);
  expect(parseLogPosition('16/B374D848')).toBe(0x16b374d848n);
  expect(parseLogPosition('1/0')).toBe(0x100000000n);
});

test('returns the later of two', () => {
  expect(laterPosition(null, '0/A')).toBe('0/A');
  expect(laterPosition('0/FFFFFFFF', '1/0')).toBe('1/0');
  expect(laterPosition('1/10', '1/9')).toBe('1/10');
});
