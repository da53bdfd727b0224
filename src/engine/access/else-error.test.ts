import { expect, test } from 'vitest';
import { failedRows } from '../../../testing/scenario.ts';

const document = `## 3. Entities

### User

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| Ana | Ana |
| Bo | Bo |

### Note

| Field | Type | Default |
|---|---|---|
| text | text | |
| owner | User | \`me\` |

| Example | text | owner |
|---|---|---|
| Mine | Mine | Ana |

## 6. Roles

| Role | Is |
|---|---|
| person | \`me != null\` |

| Account | |
|---|---|
| Entity | User |

| Permission | person | Else |
|---|---|---|
| Note: read | yes | |
| Note: update | \`owner == me\` | NOT_YOURS |
| Note.text: update | \`owner == me\` | TEXT_KEPT |
| Note: delete | no | NEVER_DELETED |
| Note: create | no | |

## 8. Errors

| Error | Status | Message | Shown |
|---|---|---|---|
| NOT_YOURS | 403 | It is not yours. | toast |
| TEXT_KEPT | 409 | The text stays. | toast |
| NEVER_DELETED | 405 | Notes stay. | toast |
`;

test('the column Else names the error for what section 6 does not grant', () => {
  const rows = [
    'Ana | `update Mine with {"text": "New"}` | `Mine.text == "New"`',
    'Bo | `update Mine with {"owner": Bo}` | refused NOT_YOURS',
    'Bo | `update Mine with {"text": "x"}` | refused TEXT_KEPT',
    'Ana | `delete Mine` | refused NEVER_DELETED',
    'Ana | `create Note with {"text": "x"}` | refused FORBIDDEN',
    'nobody | `delete Mine` | refused UNAUTHORIZED',
  ];
  expect(failedRows(document, rows.join('\n'))).toEqual([]);
});
