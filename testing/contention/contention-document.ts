/**
 * Values that several processes contend for: unique fields, bookings without overlap, a serial
 * number, and a rule over other records.
 */
export const contentionDocument = `# Specification: Contention

## 3. Entities and their fields

### Member

| Field | Type | Required | Unique |
|---|---|---|---|
| number | serial | | yes |
| email | email | yes | |

### Booking

| Field | Type | Required | Unique | Computed |
|---|---|---|---|---|
| number | serial | | yes | |
| room | enum red, green, blue | yes | | |
| starts | datetime | yes | | |
| ends | datetime | yes | | |
| until | datetime | | | \`ends\` |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| once | Member | unique email | EMAIL_TAKEN |
| apart | Booking | no overlap starts, ends per room | ROOM_TAKEN |
| at most | Member | \`Member.filter(m, m.id != id).size() < LIMIT\` | FULL |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| EMAIL_TAKEN | 422 | Taken. |
| ROOM_TAKEN | 422 | Taken. |
| FULL | 422 | There are enough. |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| LIMIT | 1000000 | members |
`;
