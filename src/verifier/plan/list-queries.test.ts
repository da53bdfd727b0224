import { beforeAll, expect, test } from 'vitest';
import { type Followed, followed } from '../../../testing/replays.ts';

/** Guests see fruits, but neither their prices nor the boxes that they lie in. */
const fruits = `# Specification: Fruits

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum guest, grower | yes | | guest |

| Example | email | password | role |
|---|---|---|---|
| Gus | gus@example.com | correct-horse | guest |
| Gro | gro@example.com | correct-horse | grower |

### Box

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| label | text(20) | yes | |

### Fruit

| Field | Type | Required | Default | Computed |
|---|---|---|---|---|
| number | serial | | | |
| box | Box | yes | | |
| kind | enum apple, pear | yes | apple | |
| age | enum fresh, old | yes | fresh | |
| price | money | yes | | |
| paid | money | yes | 0 | |
| owed | money | | | \`price - paid\` |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| guest | \`me.role == "guest"\` |
| grower | \`me.role == "grower"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |

| Permission | visitor | guest | grower |
|---|---|---|---|
| Person: read | no | yes | yes |
| Box: create | no | no | yes |
| Box: read | no | no | yes |
| Fruit: create, update | no | no | yes |
| Fruit: read | no | yes | yes |
| Fruit.price: read | no | no | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token}\` | |
| \`POST /boxes\` | \`{label}\` | \`create Box as b\` | 201 \`{"number": b.number}\` | grower |
| \`POST /fruits\` | \`{box, kind?, age?, price}\` | \`get Box as b where b.number == box; create Fruit as f with {"box": b, "kind": kind, "age": age, "price": price}\` | 201 \`{"number": f.number}\` | grower |
| \`POST /fruits/:number/payments\` | \`{paid}\` | \`get Fruit as f where f.number == number; update f with {"paid": paid}\` | 204 | grower |
| \`GET /fruits?kind&age&most&owing&box\` | | \`list Fruit as found where (kind == null \\|\\| self.kind == kind) && (age == null \\|\\| self.age == age) && (most == null \\|\\| self.price <= most) && (owing == null \\|\\| self.owed >= owing) && (box == null \\|\\| self.box.number == box) sort number asc\` | 200 \`{"fruits": found.map(f, f.number), "total": total}\` | guest, grower |
`;

let service: Followed;

beforeAll(async () => {
  service = await followed(fruits, 1200);
  expect(service.run.findings.map(({ exchange }) => exchange.attempt.words)).toEqual([]);
}, 240_000);

test.each([
  ['the first of two filters is ignored', '(kind == null \\|\\|', '(kind == null \\|\\| age != null \\|\\|'],
  ['the second of two filters is ignored', '(age == null \\|\\|', '(age == null \\|\\| kind != null \\|\\|'],
  ['a choice beside a number is ignored', '(kind == null \\|\\|', '(kind == null \\|\\| most != null \\|\\|'],
  ['the number itself does not count', 'self.price <= most', 'self.price < most'],
  ['what was paid is forgotten', 'self.owed >= owing', 'self.price >= owing'],
  ['a number that must be equal may be less', 'self.box.number == box', 'self.box.number <= box'],
  ['a price that the sender may not see is compared', '| Fruit.price: read | no | no | yes |', '| Fruit.price: read | no | yes | yes |'],
  ['a record that the sender may not see is compared', '| Box: read | no | no | yes |', '| Box: read | no | yes | yes |'],
])('%s: shown', async (_what, from, to) => {
  expect(fruits).toContain(from);
  expect(await service.wrong(fruits.replace(from, to))).toMatch(/GET \/fruits with/);
});
