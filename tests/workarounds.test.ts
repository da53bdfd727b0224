import { expect, test } from 'vitest';
import guide from '../docs/guide/workarounds.md?raw';
import { checkModel } from '../src/check/check.ts';
import { readModel } from '../src/model/read.ts';
import { failedRows } from '../testing/scenario.ts';

/* The tables of the guide to old workarounds, as they are printed there, in whole documents. */

/** The tables and bullets below a heading of the guide, in their order. */
function printed(heading: string): readonly string[] {
  const section = guide.split('\n## ').find((one) => one.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`the guide has no section “${heading}”`);
  return [...section.matchAll(/```markdown\n(.*?)```/gsu)].flatMap(([, block = '']) => block.trim().split('\n\n'));
}

interface Words {
  readonly screens?: string;
  readonly entities: string;
  readonly states?: string;
  readonly roles?: string;
  readonly calls?: string;
}

const documentOf = ({ screens, entities, states, roles = '', calls }: Words): string => `
${screens === undefined ? '' : `## 2. Screens\n\n| Screen | Route |\n|---|---|\n| Home | / |\n\n### Home\n\n${screens}`}

## 3. Entities

### User

| Field | Type | Unique |
|---|---|---|
| name | text | |
| email | email | yes |

| Example | name | email |
|---|---|---|
| Ann | Ann | ann@example.com |
| Bob | Bob | bob@example.com |
| Payments | Payments | payments@example.com |

${entities}

${states === undefined ? '' : `## 4. States\n\n${states}`}

## 6. Roles

| Account | |
|---|---|
| Entity | User |

${roles}

${calls === undefined ? '' : `## 7. Calls\n\n${calls}`}

## 8. Errors

| Error | Status | Message |
|---|---|---|
| NO_LINES | 422 | Add a line. |
| ALREADY_ASSIGNED | 409 | It is assigned. |

## 9. Constants

| Constant | Value | Unit |
|---|---|---|
| PAY_SECRET | | secret |
`;

function holds(words: Words, rows: string): void {
  const document = documentOf(words);
  const findings = checkModel(readModel(`# Specification: Test\n${document}`));
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(failedRows(document, rows)).toEqual([]);
}

const fields = (entity: string, ...rows: readonly string[]): string =>
  `### ${entity}\n\n| Field | Type |\n|---|---|\n${rows.map((row) => `| ${row} |`).join('\n')}\n`;

test('a state that only starts something', () => {
  const [before = '', after = ''] = printed('A state that only starts something');
  const entities = [
    fields('Ticket', 'tasks | list of Task by ticket', 'status | state'),
    fields('Task', 'ticket | Ticket', 'text | text'),
  ].join('\n');
  holds(
    { entities, states: `### Ticket.status\n\n${before}` },
    `Ann | \`create Ticket as t\` | \`t.status == "just made" && size(t.tasks) == 0\`
     Ann | \`begin t\` | \`size(t.tasks) == 1\``,
  );
  holds({ entities, states: `### Ticket.status\n\n${after}` }, 'Ann | `create Ticket as t` | `t.status == "open" && size(t.tasks) == 1`');
});

test('a timer of no minutes', () => {
  const [before = '', after = ''] = printed('A timer of no minutes');
  const entities = [
    fields('Offer', 'rate | integer', 'quantity | integer', 'total | integer', 'lines | list of Line by offer', 'status | state'),
    fields('Line', 'offer | Offer', 'amount | integer'),
  ].join('\n');
  const states = (rows: string): string => `### Offer.status\n\n| From | Event | To |\n|---|---|---|\n| | | open |\n\n${rows}`;
  holds(
    { entities, states: states(before) },
    'Ann | `create Offer as o with {"total": 0}; create Line with {"offer": o, "amount": 5}` | `o.total == 5`',
  );
  holds(
    { entities, states: states(after) },
    `Ann | \`create Offer as o with {"rate": 2, "quantity": 3}\` |
     Ann | \`update o with {"rate": 4}\` | \`o.total == 12\``,
  );
});

test('an account for a robot', () => {
  const [role = '', permission = '', call = ''] = printed('An account for a robot');
  const entities = fields('Order', 'charge | text', 'paid | text', 'status | state');
  const states = `### Order.status

| From | Event | To | Effect |
|---|---|---|---|
| | | open | |
| open | payment settled(outcome: text) | settled | \`paid = outcome\` |`;
  const person = '| Role | Is |\n|---|---|\n| person | `me != null` |';
  const may = '| Permission | person |\n|---|---|\n| Order: create, read | yes |\n| User: read | yes |';
  holds(
    { entities, states, roles: [person, role, may, permission].join('\n\n') },
    `Ann | \`create Order as o with {"charge": "c1"}\` |
     Ann | \`payment settled o with {"outcome": "paid"}\` | refused FORBIDDEN
     Payments | \`payment settled o with {"outcome": "paid"}\` | \`o.paid == "paid"\``,
  );
  holds(
    { entities, states, roles: `${person}\n\n${may}\n| Order: payment settled | no |`, calls: call },
    `Ann | \`create Order as o with {"charge": "c1"}\` |
     Payments | \`payment settled o with {"outcome": "paid"}\` | refused FORBIDDEN
     nobody | \`call "POST /api/payments" with {"charge": "c1", "status": "paid"}\` |
     Ann | | \`o.paid == "paid"\``,
  );
});

test('a draft for what belongs together', () => {
  const [before = '', form = '', after = ''] = printed('A draft for what belongs together');
  const entities = [
    fields('Order', 'street | text', 'city | text', 'lines | list of Line by order', 'status | state'),
    fields('Line', 'order | Order', 'coffee | text', 'quantity | integer', 'amount | integer'),
  ].join('\n');
  holds(
    { entities, states: `### Order.status\n\n${before}` },
    `Ann | \`create Order as o with {"city": "Bergen"}\` | \`o.status == "draft"\`
     Ann | \`complete o\` | refused NO_LINES
     Ann | \`create Line with {"order": o, "coffee": "Natt"}; complete o\` | \`o.status == "open"\``,
  );
  holds(
    { screens: form, entities, states: `### Order.status\n\n${after}` },
    `Ann | \`create Order with {"city": "Bergen"}\` | refused NO_LINES
     Ann | \`create Order as o with {"city": "Bergen", "lines": [{"coffee": "Natt", "quantity": 2}]}\` | \`o.status == "open" && size(o.lines) == 1\``,
  );
});

test('a computed myRole', () => {
  const [myRole = '', before = '', roles = '', after = ''] = printed('A computed `myRole`');
  const entities = (more: string): string =>
    [
      fields('Organisation', 'name | text', 'members | list of Membership by org'),
      '| Example | name |\n|---|---|\n| North | North |\n',
      '### Membership\n\n| Field | Type | Required |\n|---|---|---|\n| org | Organisation | yes |\n| user | User | yes |\n| role | enum member, admin | yes |\n',
      '| Example | org | user | role |\n|---|---|---|---|\n| AnnNorth | North | Ann | member |\n',
      '### Project\n\n| Field | Type | Required |\n|---|---|---|\n| org | Organisation | yes |\n',
      '| Example | org |\n|---|---|\n| Bridge | North |\n',
      '### Task\n\n| Field | Type | Required |\n|---|---|---|\n| project | Project | yes |\n| title | text | |\n',
      `${more}\n`,
      '| Example | project | title |\n|---|---|---|\n| Survey | Bridge | Survey |\n',
    ].join('\n');
  const person = '| Role | Is |\n|---|---|\n| person | `me != null` |';
  const may =
    '| Permission | person |\n|---|---|\n| User: read | yes |\n| Organisation: read | yes |\n| Membership: read | yes |\n| Project: read | yes |\n| Task: read | yes |';
  const rows = `Ann | \`update Survey with {"title": "Tide"}\` | \`Survey.title == "Tide"\`
     Bob | \`update Survey with {"title": "Mine"}\` | refused FORBIDDEN`;
  holds({ entities: entities(myRole), roles: [person, may, before].join('\n\n') }, rows);
  holds({ entities: entities(''), roles: [person, roles, may, after].join('\n\n') }, rows);
});

test('a guard that never holds', () => {
  const entities = fields('Ticket', 'name | text', 'status | state');
  const start = '| From | Event | To |\n|---|---|---|\n| | | open |\n| open | assign | assigned |';
  const tables = printed('A guard that never holds');
  expect(tables).toHaveLength(2);
  for (const table of tables)
    holds(
      { entities, states: `### Ticket.status\n\n${start}\n\n${table}` },
      `Ann | \`create Ticket as t; assign t\` | \`t.status == "assigned"\`
       Ann | \`assign t\` | refused ALREADY_ASSIGNED`,
    );
});
