import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../base/text-edit.ts';
import type { Part } from '../../model/ast/screens.ts';
import { readModel } from '../../model/read.ts';
import { checkModel } from '../check.ts';

/** Bullets of a screen, each with its nested bullets. */
interface Node {
  readonly words: string;
  readonly nested: readonly Node[];
}

const leaf: fc.Arbitrary<Node> = fc.constantFrom(
  { words: 'list of Loan where `open`: item', nested: [{ words: 'sort item', nested: [] }] },
  { words: 'list of Loan as "Named": item', nested: [] },
  { words: 'cards of Loan: item', nested: [] },
  { words: 'board of Loan by kind: item', nested: [] },
  { words: 'timeline of Loan', nested: [] },
  { words: 'text: Words', nested: [] },
  { words: 'button "Add": create Loan', nested: [] },
);
const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.record({
      words: fc.constantFrom(
        'section Mine',
        'section “All of it”',
        'section Mine for reader',
        'section Open when `size(Loan) > 0`',
        'columns',
      ),
      nested: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      words: fc.constant('tabs'),
      nested: fc.array(fc.record({ words: fc.constantFrom('section One', 'section Two'), nested: fc.tuple(tie('node')) }), {
        minLength: 1,
        maxLength: 2,
      }),
    }),
  ),
}));

const written = (nodes: readonly Node[], indent = ''): string =>
  nodes.map(({ words, nested }) => `${indent}- ${words}\n${written(nested, `${indent}  `)}`).join('');

const documentWith = (nodes: readonly Node[]): string => `# Specification: Library

## 2. Screens and routes

| Screen | Route |
|---|---|
| Home | / |

### Home

${written(nodes)}
## 3. Entities and their fields

### Loan

| Field | Type |
|---|---|
| item | text |
| open | boolean |
| kind | enum a, b |

## 6. Roles and permissions

| Role | Is |
|---|---|
| reader | \`true\` |
`;

/**
 * What users see: titles and parts. A section that contains only one part is reduced to its title.
 */
function shown(part: Part): unknown {
  if (!('parts' in part))
    return { kind: part.kind, title: part.caption, source: 'fields' in part ? part.fields.map(({ name }) => name.text) : [] };
  const [only, other] = part.parts;
  const inner =
    part.kind === 'tabs' ? part.parts.map((tab) => ('parts' in tab ? ['tab', tab.parts.map(shown)] : shown(tab))) : part.parts.map(shown);
  const isTitle = part.kind === 'section' && part.when === null && part.roles.length === 0 && other === undefined;
  if (isTitle && only !== undefined && only.caption === null && ['list', 'cards', 'board', 'calendar', 'timeline'].includes(only.kind))
    return { ...(shown(only) as object), title: part.title };
  return { kind: part.kind, title: 'title' in part ? part.title : null, when: part.when?.source, roles: part.roles.length, inner };
}

test('the fix keeps what the screen shows and removes every finding', () => {
  fc.assert(
    fc.property(fc.array(node, { minLength: 1, maxLength: 3 }), (nodes) => {
      let text = documentWith(nodes);
      const before = readModel(text).screens[0]?.parts.map(shown);
      for (let round = 0; round < 20; round++) {
        const [finding] = checkModel(readModel(text)).filter(({ code }) => code === 'section-for-title');
        if (finding === undefined) break;
        expect(finding.fixes).toHaveLength(1);
        text = applyEdits(text, finding.fixes[0]?.edits ?? []);
      }
      const model = readModel(text);
      expect(checkModel(model).filter(({ code }) => code === 'section-for-title')).toEqual([]);
      expect(model.misreads).toEqual(readModel(documentWith(nodes)).misreads.length === 0 ? [] : model.misreads);
      expect(model.screens[0]?.parts.map(shown)).toEqual(before);
    }),
    { numRuns: 150 },
  );
}, 30_000);
