import { expect, test } from 'vitest';
import { caseClasses } from './case-classes.ts';
import { numbered } from './statement-texts.ts';

test('numbers parameters, but not question marks in names and texts', () => {
  expect(numbered('SELECT ? FROM "a?""b?" WHERE x = ? AND y = \'who?\' AND z IN (?, ?)')).toBe(
    'SELECT $1 FROM "a?""b?" WHERE x = $2 AND y = \'who?\' AND z IN ($3, $4)',
  );
});

test('finds capitals of all alphabets, unless they depend on their place', () => {
  expect(caseClasses('öl')).toBe('[\\U000000f6\\U000000d6][\\U0000006c\\U0000004c]');
  // Kelvin's sign becomes a k in lower case.
  expect(caseClasses('жk')).toBe('[\\U00000436\\U00000416][\\U0000006b\\U0000004b\\U0000212a]');
  expect(caseClasses('名😀')).toBe('\\U0000540d\\U0001f600');
  expect(caseClasses('σ')).toBeNull();
});
