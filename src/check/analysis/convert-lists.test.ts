import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../base/text-edit.ts';
import { readModel } from '../../model/read.ts';
import { checkModel } from '../check.ts';

/** Lists and diagrams in place of tables, in documents that have nothing else in their section. */

const found = (text: string) => checkModel(readModel(text)).filter(({ code }) => code === 'lines-not-read');

/** The document after the fix of the only lines that are not read. */
function rewritten(text: string): string {
  const [finding, ...more] = found(text);
  expect(more).toEqual([]);
  const [fix] = finding?.fixes ?? [];
  if (fix === undefined) throw new Error(`there is no fix:\n${text}`);
  const after = applyEdits(text, fix.edits);
  expect(found(after)).toEqual([]);
  return after;
}

const end = fc.constantFrom('\n', '\r\n');

const types = {
  string: 'text',
  'number, required': 'integer',
  'date | time': null,
  'small | large': 'enum',
  'boolean, default true': 'boolean',
  Boat: 'relation',
} as const;

test('entities with their fields in nested lists', () => {
  const written = fc.constantFrom('string', 'number, required', 'small | large', 'boolean, default true', 'Boat') as fc.Arbitrary<
    Exclude<keyof typeof types, 'date | time'>
  >;
  const name = fc.constantFrom('places', 'crew size', 'departs at', 'pilot', 'kind');
  const field = fc.record({ name, type: written, style: fc.constantFrom(0, 1, 2) });
  const fields = fc.uniqueArray(field, { minLength: 1, maxLength: 4, selector: (one) => one.name });
  const styles = [
    (of: string, type: string): string => `${of} (${type})`,
    (of: string, type: string): string => `${of}: ${type}`,
    (of: string, type: string): string => `\`${of}\` – ${type}`,
  ];
  fc.assert(
    fc.property(fields, end, fc.constantFrom('**Sailing**', 'Sailing:', 'Sailing – one crossing'), (all, lineEnd, head) => {
      const lines = [`- ${head}`, ...all.map((one) => `  - ${styles[one.style]?.(one.name, one.type)}`), '- Boat', '  - name: string'];
      const text = ['# Specification: Ferry', '', '## 3. Entities', '', ...lines, ''].join(lineEnd);
      const { entities } = readModel(rewritten(text));
      expect(entities.map((one) => one.name.text)).toEqual(['Sailing', 'Boat']);
      const read = entities[0]?.fields.filter((one) => !['id', 'createdAt', 'updatedAt', 'createdBy'].includes(one.name.text)) ?? [];
      const camel = (words: string): string => words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
      expect(read.map((one) => [one.name.text, one.type.kind])).toEqual(
        // `number` is an integer or a decimal, as the reader has it.
        all.map((one) => [
          camel(one.name),
          one.type === 'number, required' ? expect.stringMatching(/^(?:integer|decimal)$/) : types[one.type],
        ]),
      );
      expect(read.map((one) => one.required)).toEqual(all.map((one) => one.type === 'number, required'));
    }),
  );
});

test('a nested list with a line that is no field is reported without a fix, one of remarks is not', () => {
  const text = (lines: string): string => `# Specification: Ferry\n\n## 3. Entities\n\n${lines}\n`;
  const [finding, ...more] = found(text('- Boat\n  - name: string\n  - it is painted again each spring, unless the owner objects\n'));
  expect([finding?.fixes, more]).toEqual([[], []]);
  const table = '### Boat\n\n| Field | Type |\n|---|---|\n| name | text |\n\n';
  expect(
    found(text(`${table}- Remarks\n  - it is painted again each spring, unless the owner objects\n- More\n  - nothing else\n`)),
  ).toEqual([]);
});

test('the other side of a relation in nested lists', () => {
  const text = '# Specification: Ferry\n\n## 3. Entities\n\n- Boat\n  - sailings: Sailing[]\n- Sailing\n  - boat -> Boat\n';
  expect(rewritten(text)).toContain('| sailings | list of Sailing by boat |');
});

test('screens in a list, with their parts', () => {
  const mark = fc.constantFrom('- ', '1. ');
  const name = fc.constantFrom('Home', 'My sailings', 'Desk', 'Boats');
  const screen = fc.record({ name, style: fc.constantFrom(0, 1, 2, 3), words: fc.constantFrom('', 'what sails today', 'for the office') });
  const screens = fc.uniqueArray(screen, { minLength: 1, maxLength: 4, selector: (one) => one.name });
  const route = (of: string): string => `/${of.toLowerCase().replace(' ', '-')}`;
  const styles = [
    (of: string): string => `**${of}** (\`${route(of)}\`)`,
    (of: string): string => `${of}: ${route(of)}`,
    (of: string): string => `${of} – ${route(of)}`,
    (of: string): string => `${of} (${route(of)})`,
  ];
  fc.assert(
    fc.property(screens, mark, end, (all, sign, lineEnd) => {
      const lines = all.map((one, index) => {
        const words = one.words === '' ? '' : ` – ${one.words}`;
        return `${sign === '- ' ? sign : `${index + 1}. `}${styles[one.style]?.(one.name)}${words}`;
      });
      const text = ['# Specification: Ferry', '', '## 2. Screens', '', ...lines, ''].join(lineEnd);
      const read = readModel(rewritten(text)).screens.filter(({ assumed }) => !assumed);
      expect(read.map((one) => [one.name.text, one.route])).toEqual(all.map((one) => [one.name, route(one.name)]));
    }),
  );
  const text = '# Specification: Ferry\n\n## 2. Screens\n\n- Home (/)\n  - text: Hello\n  - columns\n    - text: There\n- Desk (/desk)\n';
  const [home, desk] = readModel(rewritten(text)).screens;
  expect([home?.parts.map(({ kind }) => kind), desk?.parts]).toEqual([['text', 'columns'], []]);
});

test.each(['\n', '\r\n'])('the states of a diagram in Mermaid', (lineEnd) => {
  const fields = '### Boat\n\n| Field | Type |\n|---|---|\n| state | enum away, here |\n';
  const diagram = '```mermaid\nstateDiagram-v2\n  direction LR\n  [*] --> here\n  here --> away : sail off\n  away --> here\n```\n';
  const text = `# Specification: Ferry\n\n## 3. Entities\n\n${fields}\n## 4. States\n\n${diagram}`.replaceAll('\n', lineEnd);
  expect(rewritten(text).replaceAll('\r', '')).toContain(
    '### Boat.state\n\n| From | Event | To |\n|---|---|---|\n| | | here |\n| here | sail off | away |\n| away | ? | here |',
  );
});

test.each([
  [5, '1. A boat sails only in daylight.\n2. No one sails alone.', 'Rule'],
  [6, '- Guests read everything.\n- The office does everything.', 'Permission'],
  [7, '- The office gets a list.\n- The office answers.', 'Call'],
])('a list in section %i is reported as prose', (section, list, first) => {
  const text = `# Specification: Ferry\n\n## ${section}. Section\n\n${list}\n`;
  expect(found(text).map(({ message, span }) => [message, text.slice(span.from, span.to)])).toEqual([
    [expect.stringContaining(`whose first column is “${first}”`), list.split('\n')[0]],
  ]);
  // A sentence, or one entry, may say that there is nothing.
  expect(found(text.replace(list, 'Nothing is refused.'))).toEqual([]);
  expect(found(text.replace(list, '- Nothing is refused.'))).toEqual([]);
});

test.each([
  'Scenario: A boat sails\n  Given Ana is here\n  When she sails\n  Then she is away',
  '- Given a boat\n- when it sails\n- then it is away',
])('a scenario in Gherkin is reported: %j', (scenario) => {
  const text = `# Specification: Ferry\n\n## 1. What\n\nWhen a boat is here, it waits.\n\n${scenario}\n`;
  expect(found(text).map(({ message }) => message)).toEqual([expect.stringContaining('is not tested')]);
});

const club = `# Specification: Club

## 3. Entities

### Member

| Field | Type |
|---|---|
| email | email |
| password | password |

### Proposal

| Field | Type |
|---|---|
| by | Member |

### Vote

| Field | Type |
|---|---|
| member | Member |

## 6. Roles

`;

test('who may do what, in sentences', () => {
  const lines = [
    '- Members can read everything, create proposals and votes, and edit their own proposals.',
    '- An admin may do everything.',
    '- Guests can only view proposals',
    '- Moderators are allowed to read, update and delete votes or proposals',
  ];
  const { permissions, roles } = readModel(rewritten(`${club}${lines.join('\n')}\n`));
  expect(roles.map(({ name }) => name.text)).toEqual(['member', 'admin', 'visitor', 'moderator']);
  const may = (role: string, entity: string): string =>
    ['create', 'read', 'update', 'delete']
      .map((operation) => {
        const row = permissions?.find((one) => one.entity.text === entity && one.operations.some(({ text }) => text === operation));
        const grant = row?.cells.get(role)?.grant;
        return grant?.kind === 'when' ? grant.expression.source : (grant?.kind ?? 'missing');
      })
      .join(', ');
  expect(may('member', 'Member')).toBe('no, yes, no, no');
  expect(may('member', 'Proposal')).toBe('yes, yes, by == me, no');
  expect(may('member', 'Vote')).toBe('yes, yes, no, no');
  expect(may('admin', 'Vote')).toBe('yes, yes, yes, yes');
  expect(may('visitor', 'Proposal')).toBe('no, yes, no, no');
  expect(may('visitor', 'Vote')).toBe('no, no, no, no');
  expect(may('moderator', 'Proposal')).toBe('no, yes, yes, yes');
});

test.each([
  ['another verb', '- Members can read votes.\n- Admins can read and praise votes.'],
  ['another object', '- Members can read votes.\n- Admins can read the weather.'],
  ['a condition', '- Members can read votes.\n- Admins can delete votes after a week.'],
  ['no verb', '- Members can votes.\n- Admins can read votes.'],
  ['no object', '- Members can read.\n- Admins can read votes.'],
  ['a role twice', '- Members can read votes.\n- Members can create votes.'],
])('sentences with %s are reported without a fix', (_, lines) => {
  expect(found(`${club}${lines}\n`).map(({ fixes }) => fixes)).toEqual([[]]);
});

test('a sentence of 200,000 characters is read', () => {
  const long = `- Members can read ${'votes, '.repeat(30_000)}votes`;
  expect(found(`${club}${long}\n- Admins can read votes.\n`)).toHaveLength(1);
});
