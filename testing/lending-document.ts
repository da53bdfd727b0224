/** Books and their holders: people sign up, lend, return and lose books. */
export const lendingDocument = `# Specification: Lending

## 3. Entities and their fields

### Member

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text | yes | |
| email | email | yes | yes |
| password | password | yes | |

### Book

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| title | text(60) | yes | | |
| code | text | | yes | |
| pages | integer | | | |
| kind | enum novel, poems | | | novel |
| owner | Member on delete cascade | yes | | \`me\` |
| holder | Member | | | |
| readers | list of Member | | | |
| lentAt | datetime | | | |
| state | state | | | |

## 4. States and transitions

### Book.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | here | | | |
| here | lend | lent | \`owner != me\` | OWN_BOOK | \`holder = me; lentAt = now\` |
| lent | return | here | | | \`holder = null; lentAt = null\` |
| lent | lose | lost | | | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| title is not blank | Book.title | \`size(trim(title)) > 0\` | BLANK |
| pages in bounds | Book.pages | \`pages == null \\|\\| (pages >= 1 && pages <= MOST_PAGES)\` | BAD_PAGES |
| code once | Book | unique code | TAKEN |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me != null\` |

| Account | |
|---|---|
| Entity | Member |
| Sign in with | email, password |
| Sign up | yes, as member |

| Permission | visitor | member |
|---|---|---|
| Member: create | yes | no |
| Member: read | no | yes |
| Book: create | no | \`owner == me\` |
| Book: read | no | \`owner == me \\|\\| state != "lost"\` |
| Book: update | no | \`owner == me\` |
| Book: delete | no | \`owner == me && state == "here"\` |
| Book: lend | no | yes |
| Book: return, lose | no | \`holder == me\` |
| Book.readers: add, remove | no | \`value == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`POST /members\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token, "name": me.name}\` | TAKEN | |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token, "name": me.name}\` | UNAUTHORIZED | |
| \`GET /books?state&limit=20\` | | \`list Book as found where state == null \\|\\| self.state == state sort title asc limit limit\` | 200 \`{"books": found.map(b, BookView(b)), "total": total}\` | UNAUTHORIZED | member |
| \`POST /books\` | \`{title, code?, pages?, kind?}\` | \`create Book as b\` | 201 \`BookView(b)\` | BLANK, BAD_PAGES, TAKEN, INVALID | member |
| \`GET /books/:number\` | | \`get Book as b where b.number == number\` | 200 \`BookView(b)\` | NOT_FOUND | member |
| \`PATCH /books/:number\` | \`{title?, pages?}\` | \`get Book as b where b.number == number; update b\` | 200 \`BookView(b)\` | BLANK, BAD_PAGES, INVALID | member |
| \`DELETE /books/:number\` | | \`get Book as b where b.number == number; delete b\` | 204 | FORBIDDEN, NOT_FOUND | member |
| \`POST /books/:number/lend\` | | \`get Book as b where b.number == number; lend b\` | 200 \`BookView(b)\` | OWN_BOOK, CONFLICT | member |
| \`POST /books/:number/return\` | | \`get Book as b where b.number == number; return b\` | 200 \`BookView(b)\` | FORBIDDEN, CONFLICT | member |
| \`POST /books/:number/lose\` | | \`get Book as b where b.number == number; lose b\` | 200 \`BookView(b)\` | FORBIDDEN, CONFLICT | member |
| \`POST /books/:number/readers\` | | \`get Book as b where b.number == number; add me to b.readers\` | 200 \`BookView(b)\` | | member |

### BookView of Book

| Key | Value |
|---|---|
| number | |
| title | |
| code | |
| pages | |
| kind | |
| state | |
| owner | \`owner.name\` |
| holder | \`holder == null ? null : holder.name\` |
| readers | \`size(readers)\` |
| lentAt | |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| BLANK | 422 | Say something. | toast |
| BAD_PAGES | 422 | A book has 1 to {MOST_PAGES} pages. | at pages |
| TAKEN | 409 | Already there. | toast |
| OWN_BOOK | 409 | It is your own. | toast |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| MOST_PAGES | 900 | pages |
`;
