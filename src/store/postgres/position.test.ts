import { expect, test } from 'vitest';
import { furthest, placeInLog } from './position.ts';

test('converts log positions from hexadecimal halves', () => {
  expect(placeInLog('0/0')).toBe(0n);
  expect(placeInLog('16/B374D848')).toBe(0x16b374d848n);
  expect(placeInLog('1/0')).toBe(0x100000000n);
});

test('returns the later of two', () => {
  expect(furthest(null, '0/A')).toBe('0/A');
  expect(furthest('0/FFFFFFFF', '1/0')).toBe('1/0');
  expect(furthest('1/10', '1/9')).toBe('1/10');
});
