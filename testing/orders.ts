export interface OrderParts {
  /** Rows of section 3 for Order. */
  readonly fields?: readonly string[];
  /** Rows of section 4: From | Event | To | Roles | Guard | Error | Effect | Description. */
  readonly rows: readonly string[];
  readonly rules?: readonly string[];
  /** By event, and by `create` and `update`: the cells of clerk and boss. */
  readonly cells?: Readonly<Record<string, string>>;
  /** Section 2 without its heading. */
  readonly screens?: string;
}

/** A document about orders that clerks create and a boss approves. */
export function orders({ fields = [], rows, rules = [], cells = {}, screens = '' }: OrderParts): string {
  const events = [
    ...new Set(rows.map((row) => /^[^|]*\| (\w+)[^|]*\|/.exec(row)?.[1] ?? '').filter((name) => !['', 'after', 'at'].includes(name))),
  ];
  const all: Readonly<Record<string, string>> = {
    create: 'yes | yes',
    read: 'yes | yes',
    update: 'yes | yes',
    delete: 'no | no',
    ...Object.fromEntries(events.map((event) => [event, 'yes | yes'])),
    ...cells,
  };
  return `# Specification: Orders
${screens === '' ? '' : `\n## 2. Screens and routes\n\n${screens}`}
## 3. Entities and their fields

### Person

| Field | Type | Required |
|---|---|---|
| email | email | yes |
| role | enum clerk, boss | yes |

| Example | email | role |
|---|---|---|
| Cleo | cleo@example.com | clerk |
| Carl | carl@example.com | clerk |
| Bea | bea@example.com | boss |

### Order

| Field | Type | Required | Default |
|---|---|---|---|
| status | state | | |
| made | Person | yes | \`me\` |
${fields.map((row) => `| ${row} |`).join('\n')}

## 4. States and transitions

### Order.status

| From | Event | To | Roles | Guard | Error | Effect | Description |
|---|---|---|---|---|---|---|---|
| | | open | | | | | |
${rows.map((row) => `| ${row} |`).join('\n')}

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
${rules.map((row) => `| ${row} |`).join('\n')}

## 6. Roles and permissions

| Role | Is |
|---|---|
| clerk | \`me.role == "clerk"\` |
| boss | \`me.role == "boss"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email |

| Permission | clerk | boss |
|---|---|---|
| Person: read | yes | yes |
${Object.entries(all)
  .map(([operation, cell]) => `| ${operation.includes(':') ? operation : `Order: ${operation}`} | ${cell} |`)
  .join('\n')}
| Order.made: create, update | no | no |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| TOO_SOON | 409 | Wait. |
| WRONG | 422 | No. |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| LIMIT | 5 | |
| WINDOW | 3 | days |
| DEADLINE | 7 | days |
`;
}
