/** A small product with messages: loans between users. */
export const lendingMessages = `# Specification: Lending

## 3. Entities and their fields

### User

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text | yes | |
| email | email | | yes |
| password | password | | |

| Example | name | email | password |
|---|---|---|---|
| Ana | Ana Díaz | ana@example.com | secret-ana |
| Bo | Bo [Chen](https://bad.example) | bo@example.com | secret-bo |
| Cy | Cy | | secret-cy |

### Loan

| Field | Type | Required | Default |
|---|---|---|---|
| item | text | yes | |
| status | state | | |
| borrower | User | yes | \`me\` |
| watchers | list of User | | |

## 4. States and transitions

### Loan.status

| From | Event | To | Guard | Effect |
|---|---|---|---|---|
| | | asked | | |
| asked | approve | approved | | \`tell APPROVED\` |
| approved | give back | returned | | \`tell RETURNED; tell RETURNED to watchers\` |
| asked | refuse | refused | \`item != ""\` | \`tell APPROVED; item = ""; create Loan with {"item": null}\` |

## 6. Roles and permissions

| Role | Is |
|---|---|
| member | \`me != null\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | email, password |
| Session | \`days(30)\` |

| Permission | member |
|---|---|
| Loan: create, read, update, approve, give back, refuse | yes |
| User: read, update, delete | yes |

## 8. The error catalogue

| Message | To | By | Subject | Text |
|---|---|---|---|---|
| APPROVED | \`borrower\` | app, mail | {item} is yours, {borrower.name} | **{borrower.name}** may fetch “{item}”. |
| RETURNED | \`borrower\` | app | {item} is {status} | |
`;
