import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../src/base/text-edit.ts';
import { checkModel } from '../../src/check/check.ts';
import type { Part } from '../../src/model/ast/screens.ts';
import { readModel } from '../../src/model/read.ts';

const parts = [
  ['list of Task where `done == false`: name, `size(name)` as "Letters"', '  - sort name desc', '  - empty "None."'],
  ['list of Task: name when `size(Task) > 0`'],
  ['cards of Task: name for editor', '  - open Tasks'],
  ['board of Task by kind: name'],
  ['calendar of Task by due colour by kind'],
  ['timeline of Task'],
  ['details: name'],
  ['figure Open: `size(Task)`'],
] as const;

interface Case {
  readonly title: string;
  readonly before: boolean;
  readonly deep: boolean;
  readonly inside: readonly (readonly string[])[];
}

const documentOf = ({ title, before, deep, inside }: Case): string => {
  const bullets = [
    `- section "${title}"`,
    ...inside.flatMap(([first = '', ...options]) => [`  - ${first}`, ...options.map((option) => `  ${option}`)]),
  ];
  const lines = [
    ...(before ? ['- text: Before it'] : []),
    ...(deep ? ['- columns', ...bullets.map((line) => `  ${line}`)] : bullets),
    '- text: After it',
  ];
  return `# Specification: Tasks

## 2. Screens and routes

| Screen | Route |
|---|---|
| Tasks | / |

### Tasks

${lines.join('\n')}

## 3. Entities and their fields

### Task

| Field | Type |
|---|---|
| name | text |
| done | boolean |
| kind | enum low, high |
| due | date |

## 6. Roles and permissions

| Role | Is |
|---|---|
| editor | \`true\` |
`;
};

/** Parts without their places. */
const said = (all: readonly Part[]): unknown =>
  JSON.parse(
    JSON.stringify(all, (key, value: unknown) => {
      if (['span', 'id', 'from', 'to', 'at', 'node', 'reads', 'anchor'].includes(key)) return undefined;
      return typeof value === 'bigint' ? String(value) : value instanceof Map ? [...value] : value;
    }),
  );

const cases = fc.record({
  title: fc.constantFrom('Open', 'What is open', 'Käse & Brot', 'for all'),
  before: fc.boolean(),
  deep: fc.boolean(),
  inside: fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 2 }),
});

test('a section for a title becomes the title of its part, and the screen says the same', () => {
  let fixed = 0;
  fc.assert(
    fc.property(cases, (one) => {
      const text = documentOf(one);
      const model = readModel(text);
      const [finding] = checkModel(model).filter(({ code }) => code === 'section-for-title');
      const [fix] = finding?.fixes ?? [];
      if (fix === undefined) {
        // More than one part, or one that has no title of its own.
        expect(one.inside.length > 1 || /^(?:details|figure)/.test(one.inside[0]?.[0] ?? '')).toBe(true);
        return;
      }
      fixed++;
      const after = readModel(applyEdits(text, fix.edits));
      const unwrapped = (all: readonly Part[]): Part[] =>
        all.flatMap((part) => {
          if (part.kind !== 'section') return 'parts' in part ? { ...part, parts: unwrapped(part.parts) } : part;
          const [inner] = part.parts;
          return inner === undefined ? part : { ...inner, caption: part.title };
        });
      expect(said(after.screens[0]?.parts ?? [])).toEqual(said(unwrapped(model.screens[0]?.parts ?? [])));
      expect(checkModel(after).filter(({ code }) => code === 'section-for-title' || code === 'syntax-error')).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(fixed).toBeGreaterThan(10);
});
