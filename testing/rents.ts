/** A request for a tool lapses after two days, and the day when it is due back decides much. */
export const rents = `# Specification: Rents

## 1. People and what they want to do

### Scenario: a request that no one answers

| As | Do | Expect |
|---|---|---|
| Kim | \`create Rent as r with {"due": today + days(9)}\` | |
| nobody | \`wait days(1)\` | \`r.state == "asked"\` |
| nobody | \`wait days(1)\` | \`r.state == "lapsed"\` |
| Kim | \`take r\` | refused CONFLICT |

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text(40) | yes | |
| email | email | yes | yes |
| password | password | yes | |

| Example | name | email | password |
|---|---|---|---|
| Kim | Kim | kim@example.com | correct-horse |

### Rent

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| owner | Person | yes | \`me\` |
| due | date | yes | |
| state | state | | |
| fee | integer | yes | 0 |

## 4. States and transitions

### Rent.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | asked | | | |
| asked | take | taken | \`due >= today\` | TOO_LATE | |
| asked | after \`days(2)\` | lapsed | | | |
| taken | return | returned | | | \`when today > due + days(3): fee = 7\` |
| taken | remind | reminded | \`today > due\` | TOO_SOON | |
| reminded | return | returned | | | \`fee = 9\` |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not in the past | Rent on create | \`due >= today\` | TOO_LATE |
| soon | Rent on create | \`due <= today + days(20)\` | TOO_FAR |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as member |

| Permission | visitor | member |
|---|---|---|
| Person: create | yes | no |
| Person: read | no | \`self == me\` |
| Rent: create, read | no | \`owner == me\` |
| Rent: take, return, remind | no | \`owner == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token}\` | |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 201 \`{"token": token}\` | |
| \`POST /rents\` | \`{due}\` | \`create Rent as r\` | 201 \`{"number": r.number}\` | member |
| \`GET /rents/:number\` | | \`get Rent as r where r.number == number\` | 200 \`{"state": r.state, "fee": r.fee}\` | member |
| \`POST /rents/:number/take\` | | \`get Rent as r where r.number == number; take r\` | 200 \`{"state": r.state}\` | member |
| \`POST /rents/:number/return\` | | \`get Rent as r where r.number == number; return r\` | 200 \`{"state": r.state, "fee": r.fee}\` | member |
| \`POST /rents/:number/remind\` | | \`get Rent as r where r.number == number; remind r\` | 200 \`{"state": r.state}\` | member |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| CONFLICT | 409 | It is not so far. |
| TOO_LATE | 409 | The day is over. |
| TOO_SOON | 409 | There is time. |
| TOO_FAR | 422 | Too far ahead. |
`;

/** Without a scenario that shows the way. */
export const rentsAlone = rents.replace(/## 1\.[\s\S]*?(?=## 3\.)/, '');
