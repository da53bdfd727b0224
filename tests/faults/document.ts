/*
 * What is written while the power goes: a number, something unique, an effect that makes a second
 * record, records that go along. In the second form of the document a field has another name and
 * there is one more, so that a change of the document rebuilds a table.
 */

const form = (note: string, more: string): string => `# Specification: Faults

## 3. Entities and their fields

### Order

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | yes | |
| code | text | yes | yes | |
| ${note} | text | | | |
${more}| status | state | | | |
| lines | list of Line by order | | | |

### Line

| Field | Type | Required |
|---|---|---|
| order | Order on delete cascade | yes |
| what | text | yes |

## 4. States and transitions

### Order.status

| From | Event | To | Effect |
|---|---|---|---|
| | | open | |
| open | ship | shipped | \`create Line with {"order": self, "what": "shipped"}\` |
| open | after \`days(1)\` | late | \`create Line with {"order": self, "what": "late"}\` |
`;

export const forms: readonly [string, string] = [form('note', ''), form('remark', '| weight | decimal | | | 1.5 |\n')];
