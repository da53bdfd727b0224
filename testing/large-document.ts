/**
 * A specification of about `lines` lines, always the same for the same number: entities that refer
 * to each other, each with a screen, a machine, rules, permissions and calls. For benchmarks and
 * tests of size; it has no mistakes.
 */
export function largeDocument(lines: number): string {
  // An entity takes about this many lines over all nine sections.
  const count = Math.max(1, Math.round((lines - 40) / 58));
  const names = Array.from({ length: count }, (_, index) => `Item${index + 1}`);
  const each = (write: (name: string, index: number) => string): string => names.map(write).join('\n');
  return `# Specification: Large

## 1. What the product does and for whom

| Person | Wants to | So that |
|---|---|---|
| member | keep things in order | nothing is lost |

## 2. Screens and routes

| Screen | Route | About | Roles | Description |
|---|---|---|---|---|
${each((name) => `| ${name} list | /${name.toLowerCase()} | | member | all of them |\n| ${name} page | /${name.toLowerCase()}/:number | ${name} | member | one of them |`)}

${each(
  (name) => `### ${name} list

- figure Open: \`size(${name}.filter(x, x.status == "open"))\`
- list of ${name} where \`status != "closed"\`: number, title, priority, status, owner
  - sort priority desc, createdAt desc
  - search title, body
  - filter status, priority
  - open ${name} page
- button New: open ${name} page

### ${name} page

- details: number, title, body, priority, status, owner, due
- buttons: start, finish
- form to edit: title, body, priority
- timeline of ${name}
`,
)}
## 3. Entities and their fields

### User

| Field | Type | Required | Unique | Default | Computed | Description |
|---|---|---|---|---|---|---|
| name | text | yes | | | | label |
| email | email | yes | yes | | | |
| password | password | yes | | | | |

${each(
  (name, index) => `### ${name}

What number ${index + 1} is about.

| Field | Type | Required | Unique | Default | Computed | Description |
|---|---|---|---|---|---|---|
| number | serial | | yes | | | |
| title | text | yes | | | | label |
| body | markdown | | | | | |
| priority | enum low, normal, high | yes | | normal | | |
| amount | money | | | | | |
| status | state | | | | | |
| owner | User | yes | | \`me\` | | |
${index === 0 ? '' : `| previous | ${names[index - 1]} on delete clear | | | | | |\n`}| due | datetime | | | | \`createdAt + RESPONSE_${index + 1}\` | |
| late | boolean | | | | \`status == "open" && now > due\` | |
`,
)}
## 4. States and transitions

${each(
  (name) => `### ${name}.status

| From | Event | To | Roles | Guard | Error | Effect | Description |
|---|---|---|---|---|---|---|---|
| | | open | | | | | |
| open | start | running | member | \`owner == me\` | NOT_YOURS | | |
| running | finish | closed | member | \`size(title) > 0\` | NOT_READY | | final |
`,
)}
## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
${each((name, index) => `| title of ${name} is required | ${name}.title | \`size(trim(title)) > 0\` | EMPTY |\n| title of ${name} is short | ${name}.title | \`size(title) <= MAX_${index + 1}\` | TOO_LONG |`)}

## 6. Roles and permissions

| Role | Is | Includes | Description |
|---|---|---|---|
| visitor | \`me == null\` | | |
| member | \`me != null\` | | |

| Account | |
|---|---|
| Entity | User |
| Sign in with | email, password |
| Sign up | yes, as member |

| Permission | visitor | member |
|---|---|---|
| User: create | yes | no |
| User: read | no | yes |
| User: update | no | \`self == me\` |
${each((name) => `| ${name}: create | no | \`owner == me\` |\n| ${name}: read | no | yes |\n| ${name}: update, start, finish | no | \`owner == me\` |`)}

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
${each((name) => {
  const path = `/api/${name.toLowerCase()}`;
  return `| \`GET ${path}?status&limit=20\` | | \`list ${name} as found where status == null \\|\\| self.status == status sort createdAt desc limit limit\` | 200 \`{"items": found.map(x, ${name}View(x)), "total": total}\` | UNAUTHORIZED | member |
| \`POST ${path}\` | \`{title, body?, priority?}\` | \`create ${name} as x\` | 201 \`${name}View(x)\` | UNAUTHORIZED, EMPTY, TOO_LONG, INVALID | member |
| \`POST ${path}/:number/start\` | | \`get ${name} as x where x.number == number; start x\` | 200 \`${name}View(x)\` | UNAUTHORIZED, FORBIDDEN, NOT_FOUND, NOT_YOURS, CONFLICT | member |`;
})}

${each(
  (name) => `### ${name}View of ${name}

| Key | Value |
|---|---|
| number | |
| title | |
| status | |
| owner | \`owner.name\` |
`,
)}
## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| EMPTY | 422 | Say what it is. | at title |
| TOO_LONG | 422 | That is too long. | at title |
| NOT_YOURS | 403 | It belongs to another person. | toast |
| NOT_READY | 409 | It is not ready. | toast |

## 9. Business constants and limits

| Constant | Value | Unit | Description |
|---|---|---|---|
${each((_, index) => `| MAX_${index + 1} | ${100 + index} | characters | |\n| RESPONSE_${index + 1} | ${1 + (index % 9)} | days | |`)}
`;
}
