/** A shop in which each order is charged and told by mail once, with one report for each day. */
export const document = (receiver: string): string => `# Specification: Stand

## 3. Entities and their fields

### User

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| email | email | yes |

| Example | name | email |
|---|---|---|
| Owner | Owner | owner@example.com |

### Order

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| code | text(40) | yes | yes | |
| charge | text(40) | | | |
| charges | integer | yes | | 0 |
| status | state | | | |

### Report

| Field | Type |
|---|---|
| day | date |

## 4. States and transitions

### Order.status

| From | Event | To | Guard | Effect |
|---|---|---|---|---|
| | | placed | | \`send Till "POST /charges" with {"reference": code} then charged; tell PLACED to User\` |
| placed, paid | charged(status: integer, body: json) | paid | \`status == 201\` | \`charge = string(body.id); charges = charges + 1\` |

### Product

| From | Event | To | Effect |
|---|---|---|---|
| | every day at \`time("06:00")\` | | \`create Report with {"day": today}\` |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |

| Account | |
|---|---|
| Entity | User |

| Permission | visitor |
|---|---|
| Order: create, read | yes |
| Order: charged | no |
| Report: read | yes |
| User: read | no |

## 7. The calls it makes

| Service | Address | Secret |
|---|---|---|
| Till | ${receiver} | |

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /api/orders\` | \`{code}\` | \`create Order as o\` | 201 \`{"code": o.code}\` |
| \`GET /api/orders?limit=1000&offset=0\` | | \`list Order as found sort code limit limit offset offset\` | 200 \`{"orders": found.map(o, {"code": o.code, "charge": o.charge, "charges": o.charges, "status": o.status}), "total": total}\` |
| \`GET /api/reports\` | | \`list Report as found limit 1000\` | 200 \`found.map(r, string(r.day))\` |

## 8. The error catalogue

| Message | To | By | Subject | Text |
|---|---|---|---|---|
| PLACED | \`null\` | mail | order {code} | {code} |
`;
