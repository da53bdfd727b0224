import fc from 'fast-check';

/*
 * Random documents that are right: two entities beside the accounts, with fields, states, rules,
 * permissions and questions (calls that list) drawn from pools whose expressions fit the fields
 * that are there.
 */

interface Column {
  readonly name: string;
  readonly type: string;
  /** Words in the columns Required, Unique, Default. */
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly default?: string;
  readonly computed?: string;
}

/** What may stand in an entity; `base` is always there. */
const columns: readonly Column[] = [
  { name: 'name', type: 'text', required: true },
  { name: 'note', type: 'markdown' },
  { name: 'code', type: 'text', unique: true },
  { name: 'amount', type: 'integer' },
  { name: 'price', type: 'money', default: '2.50' },
  { name: 'rate', type: 'decimal' },
  { name: 'kind', type: 'enum low, mid, high', required: true, default: 'mid' },
  { name: 'done', type: 'boolean', default: 'no' },
  { name: 'day', type: 'date' },
  { name: 'until', type: 'date' },
  { name: 'moment', type: 'datetime' },
  { name: 'clock', type: 'time' },
  { name: 'span', type: 'duration' },
  { name: 'tags', type: 'list of text' },
  { name: 'number', type: 'serial', unique: true },
  { name: 'extra', type: 'json' },
];

/** Conditions on a record, with the fields that they look at. */
const conditions: readonly (readonly [string, readonly string[]])[] = [
  ['amount > 1', ['amount']],
  ['amount == null || amount < 5', ['amount']],
  ['size(name) < 4', ['name']],
  ['lower(name) != "b"', ['name']],
  ['note == null', ['note']],
  ['kind != "high"', ['kind']],
  ['kind in ["low", "mid"]', ['kind']],
  ['done', ['done']],
  ['!done', ['done']],
  ['price > rate', ['price', 'rate']],
  ['rate * 2 >= 1', ['rate']],
  ['rate / amount < 3', ['rate', 'amount']],
  ['day < until', ['day', 'until']],
  ['day >= today', ['day']],
  ['moment < now', ['moment']],
  ['moment + span > now', ['moment', 'span']],
  ['"x" in tags', ['tags']],
  ['size(tags) < 2', ['tags']],
  ['tags.exists(t, t.startsWith("x"))', ['tags']],
  ['number % 2 == 1', ['number']],
  ['owner == me', ['owner']],
  ['owner != null && owner.kind == "plain"', ['owner']],
  ['owner.name > name', ['owner', 'name']],
  ['me in friends', ['friends']],
  ['size(friends) < 2', ['friends']],
  ['friends.exists(f, f == owner)', ['friends', 'owner']],
  ['friends.all(f, f.kind == "plain")', ['friends']],
  ['me != null && me.kind == "boss"', []],
  ['total > 1', ['total']],
  ['upper == "B"', ['upper']],
];

const computed: readonly (readonly [Column, readonly string[]])[] = [
  [{ name: 'total', type: 'decimal', computed: 'rate + amount' }, ['rate', 'amount']],
  [{ name: 'upper', type: 'text', computed: 'name.upperAscii()' }, ['name']],
  [{ name: 'fans', type: 'integer', computed: 'size(friends)' }, ['friends']],
  [{ name: 'days', type: 'duration', computed: 'until - day' }, ['until', 'day']],
];

const fits = (names: ReadonlySet<string>, needs: readonly string[]): boolean => needs.every((need) => names.has(need));

/**
 * What is drawn: numbers that choose from what is possible, so that a smaller case is still one.
 */
export interface Drawn {
  readonly entities: readonly {
    readonly columns: readonly number[];
    readonly relations: readonly boolean[];
    readonly onDelete: readonly number[];
    readonly machine: boolean;
    readonly rules: readonly number[];
    readonly guards: readonly number[];
    readonly cells: readonly number[];
    readonly questions: readonly (readonly [number, number, boolean])[];
  }[];
}

const many = (max: number) => fc.nat({ max });

export const drawnDocument: fc.Arbitrary<Drawn> = fc.record({
  entities: fc.array(
    fc.record({
      columns: fc.uniqueArray(many(columns.length - 1), { minLength: 1, maxLength: 8 }),
      relations: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      onDelete: fc.array(many(2), { minLength: 2, maxLength: 2 }),
      machine: fc.boolean(),
      rules: fc.array(many(99), { maxLength: 3 }),
      guards: fc.array(many(99), { minLength: 3, maxLength: 3 }),
      cells: fc.array(many(99), { minLength: 16, maxLength: 16 }),
      questions: fc.array(fc.tuple(many(99), many(99), fc.boolean()), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

/** A document and what there is to do in it. */
export interface Sketch {
  readonly text: string;
  readonly entities: readonly {
    readonly name: string;
    readonly columns: readonly Column[];
    readonly machine: boolean;
    readonly members: boolean;
  }[];
  /** Paths of the calls that ask. */
  readonly questions: readonly string[];
}

const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');

const pick = <T>(from: readonly T[], number: number): T | undefined => from[number % Math.max(1, from.length)];
const onDelete = ['restrict', 'cascade', 'clear'] as const;

export function sketchDocument(drawn: Drawn): Sketch {
  const names = drawn.entities.map((_, index) => (index === 0 ? 'Item' : 'Part'));
  const sketched = drawn.entities.map((entity, index) => sketchEntity(entity, index, names));
  const questions = sketched.flatMap((one) => one.questions);
  const account = table(
    ['Field', 'Type', 'Required', 'Unique'],
    [
      ['name', 'text', 'yes', 'yes'],
      ['kind', 'enum plain, boss', 'yes', ''],
    ],
  );
  const examples = table(
    ['Example', 'name', 'kind'],
    [
      ['Ana', 'a', 'plain'],
      ['Bo', 'B', 'plain'],
      ['Cy', 'c', 'boss'],
    ],
  );
  const text = [
    '# Specification: Random\n',
    '## 3. Entities and their fields\n',
    `### User\n\n${account}\n\n${examples}\n`,
    ...sketched.map((one) => one.fields),
    '## 4. States and transitions\n',
    ...sketched.map((one) => one.machine),
    `## 5. Validation rules\n\n${table(
      ['Rule', 'On', 'Must hold', 'Error'],
      sketched.flatMap((one) => one.rules),
    )}\n`,
    '## 6. Roles and permissions\n',
    `${table(
      ['Role', 'Is'],
      [
        ['visitor', '`me == null`'],
        ['plain', '`me.kind == "plain"`'],
        ['boss', '`me.kind == "boss"`'],
      ],
    )}\n`,
    `${table(
      ['Account', ''],
      [
        ['Entity', 'User'],
        ['Sign in with', 'name'],
      ],
    )}\n`,
    `${table(['Permission', 'visitor', 'plain', 'boss'], [['User: read, update', 'yes', 'yes', 'yes'], ...sketched.flatMap((one) => one.permissions)])}\n`,
    `## 7. Calls\n\n${table(
      ['Call', 'Does', 'Returns'],
      questions.map(({ path, does }) => [`\`GET ${path}\``, `\`${does}\``, '200 `total`']),
    )}\n`,
    '## 9. Constants\n\n| Constant | Value |\n|---|---|\n| CURRENCY | EUR |\n',
  ].join('\n');
  return {
    text,
    entities: sketched.map(({ name, columns: own, hasMachine, hasMembers }) => ({
      name,
      columns: own,
      machine: hasMachine,
      members: hasMembers,
    })),
    questions: questions.map(({ path }) => path),
  };
}

function sketchEntity(drawn: Drawn['entities'][number], index: number, names: readonly string[]) {
  const name = names[index] ?? '';
  const other = names[1 - index] ?? name;
  const [owner, friends, link, unique] = drawn.relations;
  const own: Column[] = [
    { name: 'name', type: 'text', required: true },
    ...drawn.columns.flatMap((column) => columns[column] ?? []).filter((column) => column.name !== 'name'),
  ];
  if (owner) own.push({ name: 'owner', type: 'User on delete clear', default: '`me`' });
  if (friends) own.push({ name: 'friends', type: 'list of User' });
  if (link) own.push({ name: 'link', type: `${other} on delete ${onDelete[drawn.onDelete[0] ?? 0]}` });
  if (drawn.machine) own.push({ name: 'status', type: 'state' });
  const plain = new Set(own.map((column) => column.name));
  own.push(...computed.filter(([, needs]) => fits(plain, needs)).map(([column]) => column));
  const all = new Set(own.map((column) => column.name));
  const possible = conditions.filter(([, needs]) => fits(all, needs)).map(([source]) => source);
  const condition = (number: number): string => pick(possible, number) ?? 'true';

  const rules = drawn.rules.map((number, place): string[] => [
    `rule ${index}${place}`,
    number % 4 === 0 ? `${name} on update` : name,
    `\`${condition(number)}\``,
    `RULE_${index}${place}`,
  ]);
  if (unique && all.has('kind'))
    rules.push([
      `once ${index}`,
      name,
      `unique name, kind where \`${condition(drawn.guards[0] ?? 0).replaceAll('me', 'me')}\``,
      `ONCE_${index}`,
    ]);
  // What a database keeps looks at no person and no moment.
  const steady = rules.filter(
    (rule) => !(rule[2] ?? '').startsWith('unique') || !/\bme\b|now|today|friends|owner|fans/.test(rule[2] ?? ''),
  );
  if (all.has('day') && all.has('until'))
    steady.push([`apart ${index}`, name, `no overlap day, until${all.has('kind') ? ' per kind' : ''}`, `APART_${index}`]);

  const cell = (number: number): string => (number % 5 === 0 ? 'no' : number % 5 < 3 ? 'yes' : `\`${condition(number)}\``);
  // Of the record as it was and as it will be.
  const changing = ['size(name) >= size(old.name)', ...(owner ? ['old.owner == me'] : [])];
  const updateCell = (number: number): string =>
    number % 5 === 4 && number % 2 === 0 ? `\`${pick(changing, number) ?? ''}\`` : cell(number);
  const operations = ['create', 'read', 'update', 'delete', ...(drawn.machine ? ['go', 'back'] : [])];
  const permissions = operations.map((operation, place) => [
    `${name}: ${operation}`,
    place === 1 ? cell(drawn.cells[place] ?? 0) : 'no',
    (operation === 'update' ? updateCell : cell)(drawn.cells[place + 6] ?? 0),
    'yes',
  ]);
  if ((drawn.cells[15] ?? 0) % 2 === 0 && all.has('amount'))
    permissions.push([`${name}.amount: read`, 'no', cell(drawn.cells[14] ?? 0), 'yes']);
  if (all.has('friends'))
    permissions.push([`${name}.friends: add, remove`, 'no', (drawn.cells[13] ?? 0) % 2 === 0 ? '`value == me`' : 'yes', 'yes']);

  const sortable = own.filter(({ type }) => !type.startsWith('list') && type !== 'json').map((column) => column.name);
  const questions = drawn.questions.map(([where, sort, descending], place) => ({
    path: `/${name.toLowerCase()}${place}`,
    does: `list ${name} as xs where ${condition(where)} sort ${pick(sortable, sort) ?? 'name'}${descending ? ' desc' : ''}, name limit 5 offset ${sort % 2}`,
  }));
  const guard = (place: number): string => `\`${condition(drawn.guards[place] ?? 0)}\``;
  return {
    name,
    columns: own.filter((column) => column.computed === undefined && column.name !== 'status' && column.type !== 'serial'),
    hasMachine: drawn.machine,
    hasMembers: all.has('friends'),
    fields: `### ${name}\n\n${table(
      ['Field', 'Type', 'Required', 'Unique', 'Default', 'Computed'],
      own.map((column) => [
        column.name,
        column.type,
        column.required ? 'yes' : '',
        column.unique ? 'yes' : '',
        column.default ?? '',
        column.computed === undefined ? '' : `\`${column.computed}\``,
      ]),
    )}\n`,
    machine: drawn.machine
      ? `### ${name}.status\n\n${table(
          ['From', 'Event', 'To', 'Guard', 'Effect'],
          [
            ['', '', 'new', '', ''],
            ['new', 'go', 'open', guard(0), '`name = name + "!"`'],
            ['new', 'go', 'shut', '', ''],
            ['open, shut', 'back', 'new', guard(1), ''],
            ['open', 'after `days(1)`', 'shut', '', ''],
          ],
        )}\n`
      : '',
    rules: steady,
    permissions,
    questions,
  };
}
