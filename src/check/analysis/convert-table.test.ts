import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../base/text-edit.ts';
import { readModel } from '../../model/read.ts';
import { checkModel } from '../check.ts';

const head = `# Specification: Ferry

## 3. Entities and their fields

### Sailing

| Field | Type |
|---|---|
| places | integer |
| departs | datetime |

### Boat

| Field | Type |
|---|---|
| name | text |

`;

const unread = (text: string) => checkModel(readModel(text)).filter(({ code }) => code === 'table-not-read');

/** The text after the fix of the only table that is not read. */
function rewritten(text: string): string {
  const [finding, ...more] = unread(text);
  expect(more).toEqual([]);
  const fix = finding?.fixes[0];
  if (fix === undefined) throw new Error('there is no fix');
  const after = applyEdits(text, fix.edits);
  expect(unread(after)).toEqual([]);
  return after;
}

const tableOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells, row) => `| ${cells.join(' | ')} |\n${row === 0 ? `${'|---'.repeat(cells.length)}|\n` : ''}`).join('');

const entity = fc.constantFrom('Sailing', 'Boat');
const description = fc.option(fc.constantFrom('as agreed', 'for now', 'a \\| b'), { nil: null });

test('permissions with an entity and an operation in each row', () => {
  const roles = ['visitor', 'crew', 'office'];
  const cell = fc.constantFrom('yes', 'no', '✓', '✗', 'x', '-', '`places > 0`', '');
  const row = fc.record({
    entity,
    operation: fc.constantFrom('read', 'View', 'create', 'edit', 'read, update', 'Delete'),
    cells: fc.tuple(cell, cell, cell),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), fc.constantFrom('Entity', 'Resource'), (rows, first) => {
      const table = tableOf([[first, 'Operation', ...roles], ...rows.map((one) => [one.entity, one.operation, ...one.cells])]);
      const permissions = readModel(rewritten(`${head}## 6. Roles and permissions\n\n${table}`)).permissions ?? [];
      expect(permissions.map((one) => [one.entity.text, [...one.cells].map(([role]) => role)])).toEqual(
        rows.map((one) => [one.entity, roles.filter((_, index) => one.cells[index] !== '')]),
      );
      for (const [index, { cells }] of rows.entries())
        for (const [place, role] of roles.entries()) {
          const grant = permissions[index]?.cells.get(role)?.grant;
          const asked = cells[place] ?? '';
          const expected = ['yes', '✓', 'x'].includes(asked)
            ? 'yes'
            : ['no', '✗', '-'].includes(asked)
              ? 'no'
              : asked === ''
                ? undefined
                : 'when';
          expect(grant?.kind).toBe(expected);
        }
    }),
    { numRuns: 60 },
  );
});

test('permissions with a column for each operation, and the roles in the cells', () => {
  const text = `${head}## 6. Roles and permissions\n\n${tableOf([
    ['Entity', 'View', 'Create', 'Delete', 'Notes'],
    ['sailings', 'all', 'office, crew', 'none', 'as agreed'],
    ['Boat', 'crew', 'office', '', ''],
  ])}`;
  expect(rewritten(text).slice(text.indexOf('| Entity'))).toBe(
    tableOf([
      ['Permission', 'crew', 'office', 'Description'],
      ['Sailing: read', 'yes', 'yes', 'as agreed'],
      ['Sailing: create', 'yes', 'yes', 'as agreed'],
      ['Sailing: delete', 'no', 'no', 'as agreed'],
      ['Boat: read', 'yes', 'no', ' '],
      ['Boat: create', 'no', 'yes', ' '],
      ['Boat: delete', 'no', 'no', ' '],
    ]).replaceAll('|   |', '| |'),
  );
});

test('rules with their entity first, without losing any of the table', () => {
  const row = fc.record({
    entity,
    condition: fc.constantFrom('`places > 0`', '`places > 0 \\|\\| places == 0`', '`name != ""`'),
    error: fc.constantFrom('', 'FULL', 'TOO_MANY'),
    message: fc.constantFrom('', 'It is full.'),
    description,
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.constantFrom('Rule', 'Condition', 'Check'), (rows, column) => {
      const text = `${head}## 5. Validation rules\n\n${tableOf([
        ['Entity', column, 'Error', 'Message', 'Source'],
        ...rows.map((one) => [one.entity, one.condition, one.error, one.message, one.description ?? '']),
      ])}`;
      const after = rewritten(text);
      const { rules } = readModel(after);
      expect(rules.map((rule) => [rule.entity.text, rule.error?.text ?? ''])).toEqual(rows.map((one) => [one.entity, one.error]));
      expect(rules.map((rule) => (rule.must.kind === 'holds' ? `\`${rule.must.expression.source.replaceAll('|', '\\|')}\`` : ''))).toEqual(
        rows.map((one) => one.condition),
      );
      for (const { message, description: said } of rows) {
        expect(after).toContain(message);
        expect(after).toContain(said ?? '');
      }
    }),
    { numRuns: 60 },
  );
});

test('calls with a method and a path', () => {
  const text = `${head}## 7. The calls it makes\n\n${tableOf([
    ['Method', 'Path', 'Description'],
    ['get', '/sailings/{id}', 'one sailing'],
    ['POST', '`/boats`', 'a \\| b'],
  ])}`;
  const after = rewritten(text);
  expect(readModel(after).calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /sailings/:id', 'POST /boats']);
  expect(after).toContain('| POST /boats | a \\| b |');
});

test.each([
  ['Sign in', 'crew', 'yes, as crew'],
  ['Sign in with', 'yes, as crew', 'yes, as crew'],
  ['Login', 'no', 'no'],
])('accounts with their keys as columns (%s, %s)', (signIn, signUp, meant) => {
  const people = '### Sailor\n\n| Field | Type |\n|---|---|\n| email | email |\n| password | password |\n\n';
  const roles = '| Role | Is |\n|---|---|\n| crew | `me != null` |\n\n';
  const table = tableOf([
    ['Account', signIn, 'Sign up', 'Session'],
    ['Sailor', 'email', signUp, ''],
  ]);
  const after = rewritten(`${head}${people}## 6. Roles and permissions\n\n${roles}${table}`);
  const { account } = readModel(after);
  expect(account?.entity.text).toBe('Sailor');
  expect(account?.signInWith.map(({ text }) => text)).toEqual(['email']);
  expect(after).toContain(`| Sign up | ${meant} |`);
  expect(after).not.toContain('Session');
});

test('a table of another form is reported without a fix', () => {
  const [finding] = unread(`${head}## 6. Roles and permissions\n\n| Team | May |\n|---|---|\n| crew | board |\n`);
  expect(finding?.message).toBe(
    'This table is read as prose and has no effect: no table begins with “Team”. The tables of section 6 begin with “Role”, “Account”, “Permission”.',
  );
  expect(finding?.fixes).toEqual([]);
});

test('a typo in a header is a safe fix, a synonym is not', () => {
  const safe = (header: string, cell = '') => {
    const text = `${head}## 4. States and transitions\n\n### Boat.name\n\n| From | Event | To | ${header} |\n|---|---|---|---|\n| | | new | |\n| new | sail | away | ${cell} |\n`;
    return checkModel(readModel(text)).flatMap(({ code, fixes }) => (code === 'near-miss' ? fixes.map((fix) => fix.safe) : []));
  };
  expect(safe('Rolse')).toEqual([true]);
  expect(safe('Who')).toEqual([false]);
  expect(safe('Who', 'Those on board.')).toEqual([false]);
  // What lists names can only be the roles.
  expect(safe('Who', 'crew, office staff')).toEqual([true]);
});

test.each([
  ['a header that every object has', '| Entity | constructor |\n|---|---|\n| Boat | crew |\n'],
  ['an expression beside roles', '| Entity | Read |\n|---|---|\n| Boat | `name != ""` |\n'],
])('a table of permissions with %s is not rewritten', (_, table) => {
  const [finding] = unread(`${head}## 6. Roles and permissions\n\n${table}`);
  expect(finding?.fixes).toEqual([]);
});

test('who may do what, in words', () => {
  const cell = fc.constantFrom('x', '-', '✓', '', 'yes', 'no');
  const row = fc.record({
    words: fc.constantFrom(
      ['see sailings', 'Sailing: read'],
      ['Edit a boat', 'Boat: update'],
      ['add the boats', 'Boat: create'],
      ['leave', 'Sailing: leave'],
      ['Boat: delete', 'Boat: delete'],
    ),
    cells: fc.tuple(cell, cell),
  });
  const states = `${head.replace('| departs | datetime |', '| departs | datetime |\n| status | state |')}## 4. States\n\n### Sailing\n\n| From | Event | To |\n|---|---|---|\n| | | planned |\n| planned | leave | gone |\n\n`;
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.constantFrom('', 'Capability'), (rows, first) => {
      const table = tableOf([[first, 'visitor', 'crew'], ...rows.map(({ words, cells }) => [words[0] ?? '', ...cells])]);
      const { permissions } = readModel(rewritten(`${states}## 6. Roles and permissions\n\n${table}`));
      const granted = (text: string): string => (['x', '✓', 'yes'].includes(text) ? 'yes' : 'no');
      expect(permissions?.map(({ title, cells }) => [title, [...cells.values()].map(({ grant }) => grant.kind)])).toEqual(
        rows.map(({ words, cells }) => [words[1], cells.filter((text) => text !== '').map(granted)]),
      );
    }),
  );
});

test('a scenario with other columns', () => {
  const text = `${head}## 1. What the product does\n\n### Scenario: leave\n\n| Step | User | Action | Expected result | Note |\n|---|---|---|---|---|\n| 1 | bo | leave s | \`s.places == 0\` | soon |\n`;
  expect(rewritten(text)).toContain('| As | Do | Expect | Note |\n|---|---|---|---|\n| bo | leave s | `s.places == 0` | soon |');
  const unnumbered = text
    .replaceAll(/\| (?:User|bo) /g, '')
    .replace('|---|---|---|---|---|', '|---|---|---|---|')
    .replace('| Step | Action', '| # | Step')
    .replace('| 1 | leave', '| 1 | leave');
  expect(rewritten(unnumbered)).toContain('| As | Do | Expect | Note |\n|---|---|---|---|\n| | leave s |');
});

test('permissions with operations in the cells of roles', () => {
  const people = `${head}### Person\n\n| Field | Type |\n|---|---|\n| email | email |\n| password | password |\n| boat | Boat |\n
### Order\n\n| Field | Type |\n|---|---|\n| buyer | Person |\n
### Line\n\n| Field | Type |\n|---|---|\n| order | Order |\n\n`;
  const crud = ['create', 'read', 'update', 'delete'] as const;
  const grant = fc.constantFrom('no', 'yes', 'own' as const);
  const cell = fc.tuple(grant, grant, grant, grant);
  const written = (grants: readonly string[]): string =>
    grants.every((one) => one === 'yes')
      ? 'all'
      : crud
          .flatMap((operation, place) => (grants[place] === 'no' ? [] : [`${operation}${grants[place] === 'own' ? ' own' : ''}`]))
          .join(', ');
  const own = { Person: 'self == me', Order: 'buyer == me', Line: 'order.buyer == me' };
  fc.assert(
    fc.property(fc.constantFrom('Person', 'Order', 'Line'), cell, cell, (name, clerk, guest) => {
      const table = tableOf([
        ['Entity', 'clerk', 'guest'],
        [name, written(clerk), written(guest)],
      ]);
      const permissions = readModel(rewritten(`${people}## 6. Roles and permissions\n\n${table}`)).permissions ?? [];
      for (const [role, grants] of [['clerk', clerk] as const, ['guest', guest] as const])
        for (const [place, operation] of crud.entries()) {
          const rows = permissions.filter(({ operations }) => operations.some(({ text }) => text === operation));
          const found = rows.map(({ cells }) => cells.get(role)?.grant);
          const expected = grants[place] === 'own' && operation !== 'create' ? 'when' : grants[place] === 'no' ? 'no' : 'yes';
          expect(found.map((one) => one?.kind)).toEqual([expected]);
          if (found[0]?.kind === 'when') expect(found[0].expression.source).toBe(own[name as keyof typeof own]);
        }
    }),
  );
});
