/** Records with references, lists, values of every kind, and fields computed from all of these. */
export const newbornDocument = `# Specification: Notes

## 3. Entities and their fields

### Person

| Field | Type | Required | Default | Computed |
|---|---|---|---|---|
| name | text | yes | | |
| boss | Person | | | |
| mentor | Person | | \`name == "Eve" ? self : null\` | |
| team | list of Person by boss | | | |
| pupils | list of Person by mentor | | | |
| friends | list of Person | | | |
| notes | list of Note by writer | | | |
| known | integer | | | \`size(friends) + size(team) + size(pupils)\` |
| heard | integer | | | \`notes.filter(n, n.heard > 0).size()\` |
| bossed | integer | | | \`boss == null ? 0 : boss.known\` |

### Note

| Field | Type | Required | Computed |
|---|---|---|---|
| title | text | yes | |
| writer | Person | yes | |
| readers | list of Person | | |
| answers | list of Answer by note | | |
| due | date | | |
| at | time | | |
| price | money | | |
| weight | decimal | | |
| long | duration | | |
| since | datetime | | |
| words | list of text | | |
| numbers | list of integer | | |
| heard | integer | | \`size(readers) + size(answers)\` |
| readBySome | boolean | | \`readers.exists(r, r.name == "Ann")\` |
| greeting | text | | \`title + (writer.boss == null ? "" : writer.boss.name)\` |
| others | integer | | \`Note.filter(n, n.writer == writer).size()\` |

### Answer

| Field | Type | Required |
|---|---|---|
| note | Note on delete cascade | yes |
| text | text | |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| CURRENCY | EUR | |
`;
