/**
 * A foundation that grants money: funds with budgets and dates, proposals, reviews and payments.
 */
export const grantsDocument = `# Specification: Grants

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| name | text(40) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum applicant, reviewer, officer | yes | | applicant |
| received | integer | yes | | 0 |
| barred | boolean | yes | | false |

| Example | name | email | password | role |
|---|---|---|---|---|
| Oda | Oda Office | oda@example.com | correct-horse | officer |
| Ole | Ole Office | ole@example.com | correct-horse | officer |
| Ria | Ria Reader | ria@example.com | correct-horse | reviewer |
| Rob | Rob Reader | rob@example.com | correct-horse | reviewer |

### Fund

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| code | text(10) | yes | yes | |
| title | text(60) | yes | | |
| budget | integer | yes | | |
| committed | integer | yes | | 0 |
| until | date | yes | | |
| state | state | | | |
| proposals | list of Proposal by fund | | | |

### Proposal

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| fund | Fund | yes | | |
| applicant | Person | yes | | \`me\` |
| title | text(60) | yes | | |
| kind | enum research, travel, event | yes | | research |
| amount | integer | yes | | |
| starts | date | yes | | |
| ends | date | yes | | |
| granted | integer | | | |
| drawn | integer | yes | | 0 |
| decidedAt | datetime | | | |
| note | text | | | |
| state | state | | | |
| reviews | list of Review by proposal | | | |
| payments | list of Payment by proposal | | | |

### Review

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| proposal | Proposal on delete cascade | yes | | |
| reviewer | Person | yes | | \`me\` |
| points | integer | yes | | |
| remark | text(200) | | | |

### Payment

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| proposal | Proposal | yes | | |
| amount | integer | yes | | |
| paidAt | datetime | | | |
| state | state | | | |

## 4. States and transitions

### Fund.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | planned | | | |
| planned | publish | open | \`until >= today\` | TOO_LATE | |
| open | close | closed | | | \`for p in proposals.filter(p, p.state == "draft" \\|\\| p.state == "submitted"): drop p\` |
| closed | reopen | open | \`committed < budget\` | NO_MONEY | |

### Proposal.state

| From | Event | To | Guard | Error | Effect | Description |
|---|---|---|---|---|---|---|
| | | draft | \`fund.state == "open" && !applicant.barred\` | NOT_OPEN | | |
| draft | submit | submitted | \`fund.state == "open" && amount <= fund.budget - fund.committed\` | NO_MONEY | | |
| submitted | revise | draft | \`size(reviews) == 0\` | REVIEWED | | |
| submitted | shortlist | listed | \`sum(reviews.map(r, r.points)) >= LEAST_POINTS\` | TOO_WEAK | | |
| listed | grant(granted) | granted | \`granted > 0 && granted <= amount && fund.committed + granted <= fund.budget\` | BAD_GRANT | \`decidedAt = now; update fund with {"committed": fund.committed + granted}\` | |
| submitted, listed | decline | declined | | | \`decidedAt = now\` | final |
| draft, submitted | drop | dropped | | | | final |
| granted | finish | finished | \`payments.all(p, p.state != "asked")\` | UNPAID | \`update fund with {"committed": fund.committed - (granted - drawn)}; note = null\` | final |

### Payment.state

| From | Event | To | Guard | Error | Effect | Description |
|---|---|---|---|---|---|---|
| | | asked | \`proposal.state == "granted"\` | NOT_GRANTED | | |
| asked | pay | paid | \`proposal.drawn + amount <= proposal.granted\` | OVERDRAWN | \`paidAt = now; update proposal with {"drawn": proposal.drawn + amount}; update proposal.applicant with {"received": proposal.applicant.received + amount}\` | |
| asked | refuse | refused | | | | |
| refused | ask again | asked | \`proposal.state == "granted"\` | NOT_GRANTED | | |
| paid | take back | refused | \`proposal.state == "granted"\` | NOT_GRANTED | \`paidAt = null; update proposal with {"drawn": proposal.drawn - amount}; update proposal.applicant with {"received": proposal.applicant.received - amount}\` | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| code is not blank | Fund.code | \`size(trim(code)) > 0\` | BLANK |
| title of a fund is not blank | Fund.title | \`size(trim(title)) > 0\` | BLANK |
| budget in bounds | Fund.budget | \`budget >= LEAST_BUDGET && budget <= MOST_BUDGET\` | BAD_BUDGET |
| budget covers what is committed | Fund | \`committed <= budget\` | COMMITTED |
| title is not blank | Proposal.title | \`size(trim(title)) > 0\` | BLANK |
| amount in bounds | Proposal.amount | \`amount >= LEAST_AMOUNT && amount <= MOST_AMOUNT\` | BAD_AMOUNT |
| ends after it starts | Proposal | \`ends >= starts\` | BAD_DATES |
| not too long | Proposal | \`ends - starts <= days(MOST_DAYS)\` | TOO_LONG |
| few at once | Proposal on create | \`size(Proposal.filter(p, p.applicant == self.applicant && p.state in ["draft", "submitted", "listed"])) < MOST_PROPOSALS\` | TOO_MANY |
| points in bounds | Review.points | \`points >= 1 && points <= MOST_POINTS\` | BAD_POINTS |
| one review each | Review | unique proposal, reviewer | REVIEWED |
| payment in bounds | Payment.amount | \`amount >= 1 && amount <= MOST_PAYMENT\` | BAD_AMOUNT |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| applicant | \`me.role == "applicant"\` |
| reviewer | \`me.role == "reviewer"\` |
| officer | \`me.role == "officer"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as applicant |

| Permission | visitor | applicant | reviewer | officer |
|---|---|---|---|---|
| Person: create | yes | no | no | no |
| Person: read | no | \`self == me\` | \`self == me\` | yes |
| Person.barred: update | no | no | no | yes |
| Fund: create, update, publish, close, reopen | no | no | no | yes |
| Fund: read | \`state == "open"\` | \`state != "planned"\` | \`state != "planned"\` | yes |
| Fund: delete | no | no | no | \`state == "planned"\` |
| Proposal: create | no | \`applicant == me\` | no | no |
| Proposal: read | no | \`applicant == me\` | \`!(state in ["draft", "dropped"])\` | \`state != "draft"\` |
| Proposal.note: read | no | no | yes | yes |
| Proposal.note: update | no | no | no | yes |
| Proposal: update | no | \`applicant == me && state == "draft"\` | no | no |
| Proposal: delete | no | \`applicant == me && state in ["draft", "dropped"]\` | no | no |
| Proposal: submit, revise, drop | no | \`applicant == me\` | no | no |
| Proposal: shortlist, grant, decline, finish | no | no | no | yes |
| Review: create | no | no | \`reviewer == me && proposal.state == "submitted"\` | no |
| Review: read | no | \`proposal.applicant == me && proposal.state in ["granted", "declined", "finished"]\` | \`reviewer == me\` | yes |
| Review: update, delete | no | no | \`reviewer == me && proposal.state == "submitted"\` | no |
| Payment: create | no | \`proposal.applicant == me\` | no | no |
| Payment: read | no | \`proposal.applicant == me\` | no | yes |
| Payment: delete | no | \`proposal.applicant == me && state == "asked"\` | no | no |
| Payment: pay, refuse, take back | no | no | no | yes |
| Payment: ask again | no | \`proposal.applicant == me\` | no | no |

## 7. The calls it makes

| Call | Takes | Does | Returns | Errors | Roles |
|---|---|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token, "me": PersonView(me)}\` | CONFLICT, INVALID | |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token, "me": PersonView(me)}\` | UNAUTHORIZED | |
| \`GET /me\` | | | 200 \`PersonView(me)\` | UNAUTHORIZED | applicant, reviewer, officer |
| \`PUT /people/:number/barred\` | \`{barred}\` | \`get Person as p where p.number == number; update p\` | 200 \`PersonView(p)\` | INVALID, FORBIDDEN, NOT_FOUND | officer |
| \`GET /funds?state&after&left&limit=20&offset=0\` | | \`list Fund as found where (state == null \\|\\| self.state == state) && (after == null \\|\\| self.until >= after) && (left == null \\|\\| self.budget - self.committed >= left) sort title asc, code asc limit limit offset offset\` | 200 \`{"funds": found.map(f, FundView(f)), "total": total}\` | INVALID | |
| \`POST /funds\` | \`{code, title, budget, until}\` | \`create Fund as f\` | 201 \`FundView(f)\` | BLANK, BAD_BUDGET, COMMITTED, CONFLICT, INVALID, FORBIDDEN | officer |
| \`GET /funds/:code\` | | \`get Fund as f where f.code == code\` | 200 \`FundView(f)\` | NOT_FOUND | |
| \`PATCH /funds/:code\` | \`{title?, budget?, until?}\` | \`get Fund as f where f.code == code; update f\` | 200 \`FundView(f)\` | BLANK, BAD_BUDGET, COMMITTED, INVALID, FORBIDDEN, NOT_FOUND | officer |
| \`DELETE /funds/:code\` | | \`get Fund as f where f.code == code; delete f\` | 204 | FORBIDDEN, NOT_FOUND | officer |
| \`POST /funds/:code/publish\` | | \`get Fund as f where f.code == code; publish f\` | 200 \`FundView(f)\` | TOO_LATE, CONFLICT, FORBIDDEN, NOT_FOUND | officer |
| \`POST /funds/:code/close\` | | \`get Fund as f where f.code == code; close f\` | 200 \`FundView(f)\` | CONFLICT, FORBIDDEN, NOT_FOUND | officer |
| \`POST /funds/:code/reopen\` | | \`get Fund as f where f.code == code; reopen f\` | 200 \`FundView(f)\` | NO_MONEY, CONFLICT, FORBIDDEN, NOT_FOUND | officer |
| \`GET /proposals?state&fund&words&most&limit=20&offset=0\` | | \`list Proposal as found where (state == null \\|\\| self.state == state) && (fund == null \\|\\| self.fund.code == fund) && (words == null \\|\\| lower(self.title).contains(lower(words))) && (most == null \\|\\| self.amount <= most) sort amount desc, number asc limit limit offset offset\` | 200 \`{"proposals": found.map(p, ProposalView(p)), "total": total}\` | INVALID, UNAUTHORIZED | applicant, reviewer, officer |
| \`POST /proposals\` | \`{code, title, kind?, amount, starts, ends}\` | \`get Fund as f where f.code == code; create Proposal as p with {"fund": f, "title": title, "kind": kind, "amount": amount, "starts": starts, "ends": ends}\` | 201 \`ProposalView(p)\` | NOT_OPEN, BLANK, BAD_AMOUNT, BAD_DATES, TOO_LONG, TOO_MANY, INVALID, FORBIDDEN, NOT_FOUND | applicant |
| \`GET /proposals/:number\` | | \`get Proposal as p where p.number == number\` | 200 \`ProposalView(p)\` | NOT_FOUND | applicant, reviewer, officer |
| \`PATCH /proposals/:number\` | \`{title?, kind?, amount?, starts?, ends?}\` | \`get Proposal as p where p.number == number; update p\` | 200 \`ProposalView(p)\` | BLANK, BAD_AMOUNT, BAD_DATES, TOO_LONG, INVALID, FORBIDDEN, NOT_FOUND | applicant |
| \`PUT /proposals/:number/note\` | \`{note}\` | \`get Proposal as p where p.number == number; update p\` | 200 \`ProposalView(p)\` | INVALID, FORBIDDEN, NOT_FOUND | officer |
| \`DELETE /proposals/:number\` | | \`get Proposal as p where p.number == number; delete p\` | 204 | FORBIDDEN, NOT_FOUND | applicant |
| \`POST /proposals/:number/submit\` | | \`get Proposal as p where p.number == number; submit p\` | 200 \`ProposalView(p)\` | NO_MONEY, CONFLICT, FORBIDDEN, NOT_FOUND | applicant |
| \`POST /proposals/:number/revise\` | | \`get Proposal as p where p.number == number; revise p\` | 200 \`ProposalView(p)\` | REVIEWED, CONFLICT, FORBIDDEN, NOT_FOUND | applicant |
| \`POST /proposals/:number/drop\` | | \`get Proposal as p where p.number == number; drop p\` | 200 \`ProposalView(p)\` | CONFLICT, FORBIDDEN, NOT_FOUND | applicant |
| \`POST /proposals/:number/shortlist\` | | \`get Proposal as p where p.number == number; shortlist p\` | 200 \`ProposalView(p)\` | TOO_WEAK, CONFLICT, FORBIDDEN, NOT_FOUND | officer |
| \`POST /proposals/:number/grant\` | \`{granted}\` | \`get Proposal as p where p.number == number; grant p with {"granted": granted}\` | 200 \`ProposalView(p)\` | BAD_GRANT, COMMITTED, CONFLICT, INVALID, FORBIDDEN, NOT_FOUND | officer |
| \`POST /proposals/:number/decline\` | | \`get Proposal as p where p.number == number; decline p\` | 200 \`ProposalView(p)\` | CONFLICT, FORBIDDEN, NOT_FOUND | officer |
| \`POST /proposals/:number/finish\` | | \`get Proposal as p where p.number == number; finish p\` | 200 \`ProposalView(p)\` | UNPAID, CONFLICT, FORBIDDEN, NOT_FOUND | officer |
| \`GET /reviews?proposal&limit=20&offset=0\` | | \`list Review as found where proposal == null \\|\\| self.proposal.number == proposal sort points desc, number asc limit limit offset offset\` | 200 \`{"reviews": found.map(r, ReviewView(r)), "total": total}\` | INVALID, UNAUTHORIZED | applicant, reviewer, officer |
| \`POST /proposals/:number/reviews\` | \`{points, remark?}\` | \`get Proposal as p where p.number == number; create Review as r with {"proposal": p, "points": points, "remark": remark}\` | 201 \`ReviewView(r)\` | BAD_POINTS, REVIEWED, INVALID, FORBIDDEN, NOT_FOUND | reviewer |
| \`GET /reviews/:number\` | | \`get Review as r where r.number == number\` | 200 \`ReviewView(r)\` | NOT_FOUND | applicant, reviewer, officer |
| \`PATCH /reviews/:number\` | \`{points?, remark?}\` | \`get Review as r where r.number == number; update r\` | 200 \`ReviewView(r)\` | BAD_POINTS, INVALID, FORBIDDEN, NOT_FOUND | reviewer |
| \`DELETE /reviews/:number\` | | \`get Review as r where r.number == number; delete r\` | 204 | FORBIDDEN, NOT_FOUND | reviewer |
| \`GET /payments?state&proposal&limit=20&offset=0\` | | \`list Payment as found where (state == null \\|\\| self.state == state) && (proposal == null \\|\\| self.proposal.number == proposal) sort number desc limit limit offset offset\` | 200 \`{"payments": found.map(p, PaymentView(p)), "total": total}\` | INVALID, UNAUTHORIZED | applicant, officer |
| \`POST /proposals/:number/payments\` | \`{amount}\` | \`get Proposal as p where p.number == number; create Payment as y with {"proposal": p, "amount": amount}\` | 201 \`PaymentView(y)\` | NOT_GRANTED, BAD_AMOUNT, INVALID, FORBIDDEN, NOT_FOUND | applicant |
| \`GET /payments/:number\` | | \`get Payment as y where y.number == number\` | 200 \`PaymentView(y)\` | NOT_FOUND | applicant, officer |
| \`DELETE /payments/:number\` | | \`get Payment as y where y.number == number; delete y\` | 204 | FORBIDDEN, NOT_FOUND | applicant |
| \`POST /payments/:number/pay\` | | \`get Payment as y where y.number == number; pay y\` | 200 \`PaymentView(y)\` | OVERDRAWN, CONFLICT, FORBIDDEN, NOT_FOUND | officer |
| \`POST /payments/:number/refuse\` | | \`get Payment as y where y.number == number; refuse y\` | 200 \`PaymentView(y)\` | CONFLICT, FORBIDDEN, NOT_FOUND | officer |
| \`POST /payments/:number/again\` | | \`get Payment as y where y.number == number; ask again y\` | 200 \`PaymentView(y)\` | NOT_GRANTED, CONFLICT, FORBIDDEN, NOT_FOUND | applicant |
| \`POST /payments/:number/back\` | | \`get Payment as y where y.number == number; take back y\` | 200 \`PaymentView(y)\` | NOT_GRANTED, CONFLICT, FORBIDDEN, NOT_FOUND | officer |

### PersonView of Person

| Key | Value |
|---|---|
| number | |
| name | |
| role | |
| received | |
| barred | |

### FundView of Fund

| Key | Value |
|---|---|
| code | |
| title | |
| budget | |
| left | \`budget - committed\` |
| until | |
| state | |
| mine | \`size(proposals.filter(p, p.applicant == me))\` |

### ProposalView of Proposal

| Key | Value |
|---|---|
| number | |
| fund | \`fund.code\` |
| applicant | \`applicant.name\` |
| title | |
| kind | |
| amount | |
| starts | |
| ends | |
| granted | |
| drawn | |
| decidedAt | |
| note | |
| state | |
| points | \`sum(reviews.map(r, r.points))\` |

### ReviewView of Review

| Key | Value |
|---|---|
| number | |
| proposal | \`proposal.number\` |
| points | |
| remark | |
| mine | \`reviewer == me\` |

### PaymentView of Payment

| Key | Value |
|---|---|
| number | |
| proposal | \`proposal.number\` |
| amount | |
| paidAt | |
| state | |

## 8. The error catalogue

| Error | Status | Message | Shown |
|---|---|---|---|
| BLANK | 422 | Say something. | toast |
| BAD_BUDGET | 422 | A budget is {LEAST_BUDGET} to {MOST_BUDGET} euros. | at budget |
| COMMITTED | 409 | More has been granted. | at budget |
| BAD_AMOUNT | 422 | Ask for another amount. | at amount |
| BAD_DATES | 422 | It must end after it starts. | at ends |
| TOO_LONG | 422 | It takes {MOST_DAYS} days at most. | at ends |
| TOO_MANY | 409 | Have {MOST_PROPOSALS} proposals at once at most. | toast |
| BAD_POINTS | 422 | Give 1 to {MOST_POINTS} points. | at points |
| REVIEWED | 409 | It has been reviewed. | toast |
| TOO_LATE | 409 | Its last day is over. | toast |
| NOT_OPEN | 409 | You cannot apply for this now. | toast |
| NO_MONEY | 409 | Too little is left. | toast |
| TOO_WEAK | 409 | It needs {LEAST_POINTS} points. | toast |
| BAD_GRANT | 422 | Grant another amount. | at granted |
| UNPAID | 409 | Payments are waiting. | toast |
| NOT_GRANTED | 409 | There is no grant. | toast |
| OVERDRAWN | 409 | That is more than the grant. | toast |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| LEAST_BUDGET | 1000 | euros |
| MOST_BUDGET | 500000 | euros |
| LEAST_AMOUNT | 100 | euros |
| MOST_AMOUNT | 40000 | euros |
| MOST_DAYS | 90 | |
| MOST_PROPOSALS | 3 | |
| MOST_POINTS | 10 | points |
| LEAST_POINTS | 12 | points |
| MOST_PAYMENT | 20000 | euros |
`;
