/** Texts of one shape and any size: what they cost must grow with the size, and no faster. */

const entity = '### Ticket\n\n| Field | Type |\n|---|---|\n| size | integer |\n| name | text |\n\n';
const rule = (must: string): string =>
  `# Specification: Shape\n\n## 3. Entities\n\n${entity}## 5. Rules\n\n| Rule | On | Must hold |\n|---|---|---|\n| long | Ticket | \`${must}\` |\n`;
const section = (number: number, body: string): string => `# Specification: Shape\n\n## ${number}. Section\n\n${body}\n`;
const many = (count: number, one: (index: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(between);
const table = (head: string, count: number, row: (index: number) => string): string =>
  `${head}\n|${'---|'.repeat(head.split('|').length - 2)}\n${many(count, (index) => `${row(index)}\n`)}`;

export interface Shape {
  readonly name: string;
  /** What the issue asks for: ten thousand rows, a nesting of a thousand. */
  readonly size: number;
  text(size: number): string;
}

const shape = (name: string, size: number, text: (size: number) => string): Shape => ({ name, size, text });

const screens = (bullets: string): string => section(2, `| Screen | Route |\n|---|---|\n| Home | / |\n\n### Home\n\n${bullets}`);

export const shapes: readonly Shape[] = [
  shape('rows of constants', 10_000, (n) =>
    section(
      9,
      table('| Constant | Value | Unit |', n, (i) => `| C_${i} | ${i} | days |`),
    ),
  ),
  shape('rows of fields', 10_000, (n) =>
    section(3, `### Ticket\n\n${table('| Field | Type | Required |', n, (i) => `| field${i} | text | yes |`)}`),
  ),
  shape('rows of examples', 10_000, (n) =>
    section(3, `${entity}${table('| Example | size | name |', n, (i) => `| E${i} | ${i} | n${i} |`)}`),
  ),
  shape(
    'rows of rules',
    10_000,
    (n) =>
      `${section(3, entity)}\n## 5. Rules\n\n${table('| Rule | On | Must hold | Error |', n, (i) => `| r${i} | Ticket.size | \`size > ${i}\` | E_${i} |`)}`,
  ),
  shape(
    'rows of one rule again and again',
    10_000,
    (n) => `${section(3, entity)}\n## 5. Rules\n\n${table('| Rule | On | Must hold |', n, () => '| r | Ticket | `size > 1` |')}`,
  ),
  shape(
    'rows of transitions',
    10_000,
    (n) =>
      `${section(3, `### Ticket\n\n| Field | Type |\n|---|---|\n| status | state |\n`)}\n## 4. States\n\n### Ticket.status\n\n${table('| From | Event | To | Guard |', n, (i) => `| s${i} | go ${i} | s${i + 1} | \`true\` |`)}`,
  ),
  shape(
    'rows of permissions',
    10_000,
    (n) =>
      `${section(3, entity)}\n## 6. Roles\n\n| Role | Is |\n|---|---|\n| a | \`me != null\` |\n\n${table('| Permission | a |', n, () => '| Ticket: read | yes |')}`,
  ),
  shape(
    'rows of calls',
    10_000,
    (n) =>
      `${section(3, entity)}\n## 7. Calls\n\n${table('| Call | Takes | Does | Returns |', n, (i) => `| \`GET /api/x${i}/:a?b&c=1\` | | \`list Ticket as ts where size == ${i}\` | 200 \`{"a": ts.map(t, t.name)}\` |`)}`,
  ),
  shape('rows of errors', 10_000, (n) =>
    section(
      8,
      table('| Error | Status | Message | Shown |', n, (i) => `| E_${i} | 422 | No {limit} ${i}. | toast |`),
    ),
  ),
  shape('rows of screens', 10_000, (n) =>
    section(
      2,
      table('| Screen | Route | Roles |', n, (i) => `| S${i} | /s${i} | a |`),
    ),
  ),
  shape(
    'rows of scenario steps',
    10_000,
    (n) =>
      `${section(1, `### Scenario: long\n\n${table('| As | Do | Expect |', n, (i) => `| nobody | \`create Ticket as t${i} with {"size": ${i}}\` | \`t${i}.size == ${i}\` |`)}`)}\n## 3. Entities\n\n${entity}`,
  ),
  shape('roles that include each other', 1000, (n) =>
    section(
      6,
      table('| Role | Is | Includes |', n, (i) => `| r${i} | \`me != null\` | r${(i + 1) % n} |`),
    ),
  ),
  shape(
    'columns in a table',
    10_000,
    (n) =>
      `# Specification: Shape\n\n## 3. Entities\n\n### Ticket\n\n|${many(n, (i) => `c${i}|`)}\n|${'---|'.repeat(n)}\n|${'x|'.repeat(n)}\n`,
  ),
  shape('entities', 10_000, (n) =>
    section(
      3,
      many(n, (i) => `### E${i}\n\n| Field | Type |\n|---|---|\n| a | E${(i + 1) % n} |\n\n`),
    ),
  ),
  shape('headings', 10_000, (n) =>
    section(
      3,
      many(n, (i) => `### Heading ${i}\n\n`),
    ),
  ),
  shape('sections', 10_000, (n) => many(n, (i) => `## ${(i % 9) + 1}. Again\n\nnot shown\n\n`)),
  shape('bullets', 10_000, (n) => screens(many(n, (i) => `- figure F${i}: \`1 + ${i}\`\n`))),
  shape('bullets nested', 1000, (n) => screens(many(n, (i) => `${'  '.repeat(i)}- columns\n`))),
  shape('quotes nested', 1000, (n) => section(2, `${'> '.repeat(n)}- deep`)),
  shape('quotes nested in steps', 1000, (n) =>
    section(
      2,
      many(n, (i) => `${'>'.repeat(i)} deep\n`),
    ),
  ),
  shape('lists in one line', 1000, (n) => section(2, `${'- '.repeat(n)}deep`)),
  shape('brackets of links', 10_000, (n) => section(2, `${'['.repeat(n)}x${']'.repeat(n)}${'('.repeat(n)}`)),
  shape('stars', 10_000, (n) => section(2, `${'*a **b '.repeat(n)}`)),
  shape('backticks of every length', 1000, (n) =>
    section(
      2,
      many(n, (i) => `${'`'.repeat(i + 1)} `),
    ),
  ),
  shape('fences', 10_000, (n) => section(2, '```\n'.repeat(n))),
  shape('comments that silence', 10_000, (n) =>
    section(
      2,
      many(n, (i) => `<!-- ninefold ignore hole: ${i} -->\n`),
    ),
  ),
  shape('comments that never end', 10_000, (n) => section(2, '<!-- '.repeat(n))),
  shape('a line of a megabyte', 1_000_000, (n) => section(2, 'x'.repeat(n))),
  shape('a line of blanks', 1_000_000, (n) => section(2, `a${' '.repeat(n)}b`)),
  shape('a cell of a megabyte', 1_000_000, (n) => section(9, `| Constant | Value |\n|---|---|\n| A | ${'9'.repeat(n)} |`)),
  shape('a name of a megabyte', 1_000_000, (n) =>
    section(3, `### ${'T'.repeat(n)}\n\n| Field | Type |\n|---|---|\n| ${'f'.repeat(n)} | tex |`),
  ),
  shape('pipes that are escaped', 100_000, (n) => section(9, `| Constant | Value |\n|---|---|\n| A | ${'\\|'.repeat(n)} |`)),
  shape('an enum of many values', 10_000, (n) =>
    section(3, `### Ticket\n\n| Field | Type | Default |\n|---|---|---|\n| a | enum ${many(n, (i) => `v${i}`, ', ')} | v1 |`),
  ),
  shape('conditions joined by &&', 10_000, (n) => rule(many(n, (i) => `size > ${i}`, ' && '))),
  shape('conditions joined by ||', 10_000, (n) => rule(many(n, (i) => `size == ${i}`, ' \\|\\| '))),
  shape('unequal to each of many', 10_000, (n) => rule(many(n, (i) => `size != ${i}`, ' && '))),
  shape('&& and || in turn', 10_000, (n) => rule(many(n >> 1, (i) => `size == ${i} && name != "${i}"`, ' \\|\\| '))),
  shape('terms added up', 10_000, (n) => rule(`${many(n, () => 'size', ' + ')} > 0`)),
  shape('brackets', 1000, (n) => rule(`${'('.repeat(n)}size > 1${')'.repeat(n)}`)),
  shape('choices in choices', 1000, (n) => rule(`${many(n, (i) => `size == ${i} ? true : `)}false`)),
  shape('negations', 1000, (n) => rule(`${'!'.repeat(n)}(size > 1)`)),
  shape('fields of fields', 1000, (n) => rule(`self${'.name'.repeat(n)} == 1`)),
  shape('a list in an expression', 10_000, (n) => rule(`size in [${many(n, String, ', ')}]`)),
  shape('macros in macros', 20, (n) => rule(`${many(n, (i) => `Ticket.exists(t${i}, `)}true${')'.repeat(n)}`)),
  shape('a text in an expression', 500_000, (n) => rule(`name == "${'a'.repeat(n)}"`)),
  shape(
    'steps of an action',
    10_000,
    (n) =>
      `${section(3, entity)}\n## 7. Calls\n\n| Call | Does |\n|---|---|\n| \`POST /x\` | \`${many(n, (i) => `create Ticket as t${i} with {"size": ${i}}`, '; ')}\` |\n`,
  ),
  shape(
    'steps that cannot be read',
    10_000,
    (n) =>
      `${section(3, entity)}\n## 7. Calls\n\n| Call | Does |\n|---|---|\n| \`POST /x\` | \`${'create ( Tick with {; '.repeat(n)}\` |\n`,
  ),
  shape('a pattern of repeats', 1000, (n) => rule(`name.matches("${'(a+)+'.repeat(n)}$")`)),
];
