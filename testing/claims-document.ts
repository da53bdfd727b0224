/** Employees' expenses: lines on a claim, approval by another person, payment by finance. */
export const claimsDocument = `# Specification: Claims

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| name | text(50) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum employee, manager, finance | yes | | employee |

| Example | name | email | password | role |
|---|---|---|---|---|
| Mara | Mara Boss | mara@example.com | correct-horse | manager |
| Milo | Milo Head | milo@example.com | correct-horse | manager |
| Finn | Finn Gold | finn@example.com | correct-horse | finance |

### Claim

| Field | Type | Required | Unique | Default | Computed |
|---|---|---|---|---|---|
| number | serial | | | | |
| title | text(80) | yes | | | |
| owner | Person on delete cascade | yes | | \`me\` | |
| status | state | | | | |
| reason | text | | | | |
| approver | Person | | | | |
| submittedAt | datetime | | | | |
| lines | list of Line by claim | | | | |
| notes | list of Note by claim | | | | |
| total | integer | | | | \`sum(lines.map(l, l.cents))\` |

### Line

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| claim | Claim on delete cascade | yes | | |
| what | text | yes | | |
| cents | integer | yes | | |
| kind | enum travel, meal, hotel | yes | | travel |
| day | date | | | |

### Note

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| claim | Claim on delete cascade | yes | | |
| author | Person | yes | | \`me\` |
| text | text | yes | | |

## 4. States and transitions

### Claim.status

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | draft | | | |
| draft | submit | submitted | \`size(lines) > 0\` | NO_LINES | \`submittedAt = now; reason = null\` |
| submitted | withdraw | draft | | | \`submittedAt = null\` |
| submitted | approve | approved | \`owner != me\` | OWN_CLAIM | \`approver = me; create Note with {"claim": self, "text": "approved"}\` |
| submitted | reject(reason) | rejected | \`owner != me\` | OWN_CLAIM | \`create Note with {"claim": self, "text": reason}\` |
| rejected | revise | draft | | | \`submittedAt = null\` |
| approved | pay | paid | \`total <= PAY_LIMIT\` | OVER_LIMIT | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| title is not blank | Claim.title | \`size(trim(title)) > 0\` | BLANK |
| what is not blank | Line.what | \`size(trim(what)) > 0\` | BLANK |
| amount in bounds | Line.cents | \`cents >= 1 && cents <= MOST_CENTS\` | BAD_AMOUNT |
| few lines | Line on create | \`size(Line.filter(l, l.claim == self.claim)) < MOST_LINES\` | TOO_MANY_LINES |
| password is long | Person.password | \`size(password) >= LEAST_PASSWORD\` | SHORT_PASSWORD |
| reason is long enough | Claim.reason | \`reason == null \\|\\| size(reason) >= LEAST_REASON\` | SHORT_REASON |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| employee | \`me.role == "employee"\` |
| manager | \`me.role == "manager"\` |
| finance | \`me.role == "finance"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as employee |

| Permission | visitor | employee | manager | finance |
|---|---|---|---|---|
| Person: create | yes | no | no | no |
| Person: read | no | yes | yes | yes |
| Claim: create | no | \`owner == me\` | \`owner == me\` | no |
| Claim: read | no | \`owner == me\` | \`owner == me \\|\\| status != "draft"\` | \`status in ["approved", "paid"]\` |
| Claim: update | no | \`owner == me && status == "draft"\` | \`owner == me && status == "draft"\` | no |
| Claim: delete | no | \`owner == me && status in ["draft", "rejected"]\` | \`owner == me && status in ["draft", "rejected"]\` | no |
| Claim: submit, withdraw, revise | no | \`owner == me\` | \`owner == me\` | no |
| Claim: approve, reject | no | no | yes | no |
| Claim: pay | no | no | no | yes |
| Line: create | no | \`claim.owner == me && claim.status == "draft"\` | \`claim.owner == me && claim.status == "draft"\` | no |
| Line: read | no | \`claim.owner == me\` | yes | yes |
| Line: update, delete | no | \`claim.owner == me && claim.status == "draft"\` | \`claim.owner == me && claim.status == "draft"\` | no |
| Note: read | no | \`claim.owner == me\` | yes | no |
| Note: create | no | no | \`author == me\` | no |

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token, "me": PersonView(me)}\` | SHORT_PASSWORD, CONFLICT, INVALID | |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token, "me": PersonView(me)}\` | UNAUTHORIZED | |
| \`GET /claims?status&owner&limit=30&offset=0\` | | \`list Claim as found where (status == null \\|\\| self.status == status) && (owner == null \\|\\| self.owner.email == owner) sort createdAt asc limit limit offset offset\` | 200 \`{"claims": found.map(c, ClaimView(c)), "total": total}\` | UNAUTHORIZED | employee, manager, finance |
| \`POST /claims\` | \`{title}\` | \`create Claim as c\` | 201 \`ClaimView(c)\` | BLANK, INVALID, FORBIDDEN | employee, manager |
| \`GET /claims/:number\` | | \`get Claim as c where c.number == number\` | 200 \`ClaimView(c)\` | NOT_FOUND | employee, manager, finance |
| \`PATCH /claims/:number\` | \`{title}\` | \`get Claim as c where c.number == number; update c\` | 200 \`ClaimView(c)\` | BLANK, INVALID, FORBIDDEN, NOT_FOUND | employee, manager |
| \`DELETE /claims/:number\` | | \`get Claim as c where c.number == number; delete c\` | 204 | FORBIDDEN, NOT_FOUND | employee, manager |
| \`POST /claims/:number/lines\` | \`{what, cents, kind?, day?}\` | \`get Claim as c where c.number == number; create Line as l with {"claim": c, "what": what, "cents": cents, "kind": kind, "day": day}\` | 201 \`LineView(l)\` | BLANK, BAD_AMOUNT, TOO_MANY_LINES, INVALID, FORBIDDEN, NOT_FOUND | employee, manager |
| \`PATCH /lines/:line\` | \`{what?, cents?}\` | \`get Line as l where l.number == line; update l\` | 200 \`LineView(l)\` | BLANK, BAD_AMOUNT, INVALID, FORBIDDEN, NOT_FOUND | employee, manager |
| \`DELETE /lines/:line\` | | \`get Line as l where l.number == line; delete l\` | 204 | FORBIDDEN, NOT_FOUND | employee, manager |
| \`POST /claims/:number/submit\` | | \`get Claim as c where c.number == number; submit c\` | 200 \`ClaimView(c)\` | NO_LINES, CONFLICT, FORBIDDEN, NOT_FOUND | employee, manager |
| \`POST /claims/:number/withdraw\` | | \`get Claim as c where c.number == number; withdraw c\` | 200 \`ClaimView(c)\` | CONFLICT, FORBIDDEN, NOT_FOUND | employee, manager |
| \`POST /claims/:number/approve\` | | \`get Claim as c where c.number == number; approve c\` | 200 \`ClaimView(c)\` | OWN_CLAIM, CONFLICT, FORBIDDEN, NOT_FOUND | manager |
| \`POST /claims/:number/reject\` | \`{reason}\` | \`get Claim as c where c.number == number; reject c with {"reason": reason}\` | 200 \`ClaimView(c)\` | OWN_CLAIM, SHORT_REASON, CONFLICT, FORBIDDEN, NOT_FOUND | manager |
| \`POST /claims/:number/revise\` | | \`get Claim as c where c.number == number; revise c\` | 200 \`ClaimView(c)\` | CONFLICT, FORBIDDEN, NOT_FOUND | employee, manager |
| \`POST /claims/:number/pay\` | | \`get Claim as c where c.number == number; pay c\` | 200 \`ClaimView(c)\` | OVER_LIMIT, CONFLICT, FORBIDDEN, NOT_FOUND | finance |

### PersonView of Person

| Key | Value |
|---|---|
| name | |
| role | |

### ClaimView of Claim

| Key | Value |
|---|---|
| number | |
| title | |
| status | |
| reason | |
| submittedAt | |
| owner | \`owner.name\` |
| approver | \`approver == null ? null : approver.name\` |
| total | |
| lines | \`lines.map(l, LineView(l))\` |
| notes | \`notes.map(n, n.text)\` |

### LineView of Line

| Key | Value |
|---|---|
| number | |
| what | |
| cents | |
| kind | |
| day | |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| BLANK | 422 | Say something. | toast |
| BAD_AMOUNT | 422 | An amount has 1 to {MOST_CENTS} cents. | at cents |
| TOO_MANY_LINES | 409 | A claim has {MOST_LINES} lines at most. | toast |
| SHORT_PASSWORD | 422 | A password has {LEAST_PASSWORD} characters at least. | at password |
| SHORT_REASON | 422 | Say why, in {LEAST_REASON} characters at least. | at reason |
| NO_LINES | 409 | Add a line before you submit. | toast |
| OWN_CLAIM | 409 | Another person decides about your claim. | toast |
| OVER_LIMIT | 409 | Claims of more than {PAY_LIMIT} cents are paid by hand. | toast |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| MOST_CENTS | 500000 | cents |
| PAY_LIMIT | 400000 | cents |
| MOST_LINES | 3 | lines |
| LEAST_PASSWORD | 8 | characters |
| LEAST_REASON | 5 | characters |
`;
