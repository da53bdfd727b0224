import { expect, test } from 'vitest';
import { oracleService } from '../../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { verify } from '../run.ts';
import { leafEntity } from './leaf-entity.ts';

/** Bea is person 1 and her flat is flat 1; a service may number both in another way. */
const flats = `# Specification: Flats

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| number | serial | | |
| email | email | yes | yes |
| password | password | yes | |

| Example | email | password |
|---|---|---|
| Bea | bea@example.com | correct-horse |

### Flat

| Field | Type | Required |
|---|---|---|
| number | serial | |
| name | text(20) | yes |
| tenant | Person | yes |
| rooms | integer | yes |
| mended | integer | |

| Example | name | tenant | rooms |
|---|---|---|---|
| Attic | attic | Bea | 2 |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| person | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | no |

| Permission | visitor | person |
|---|---|---|
| Person: read | no | \`self == me\` |
| Flat: read | no | yes |
| Flat.mended: update | no | \`tenant == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /sessions\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 201 \`{"token": token, "me": PersonView(me)}\` |
| \`GET /me\` | | \`get Person as p where p == me\` | 200 \`{"me": PersonView(p), "old": p == null ? null : {"number": p.number}}\` |
| \`GET /flats\` | | \`list Flat as list\` | 200 \`{"flats": list.map(one, FlatView(one))}\` |
| \`GET /flats/:number\` | | \`get Flat as f where f.number == number\` | 200 \`FlatView(f)\` |
| \`PATCH /flats/:number\` | \`{mended?}\` | \`get Flat as f where f.number == number; update f\` | 200 \`FlatView(f)\` |

### PersonView of Person

| Key | Value |
|---|---|
| number | |
| email | |

### FlatView of Flat

| Key | Value |
|---|---|
| number | |
| name | |
| rooms | |
| mended | |
| tenant | \`PersonView(tenant)\` |
| owner | \`{"number": tenant.number}\` |
`;

const model = readModel(flats);

test.each([
  ['POST /sessions', ['me', 'number'], 'Person'],
  ['GET /me', ['me', 'number'], 'Person'],
  ['GET /me', ['old', 'number'], 'Person'],
  ['GET /flats', ['flats', 0, 'number'], 'Flat'],
  ['GET /flats', ['flats', 0, 'tenant', 'number'], 'Person'],
  ['GET /flats/:number', ['owner', 'number'], 'Person'],
  ['POST /sessions', ['token'], null],
  ['GET /flats/:number', ['nothing', 'number'], null],
])('%s %j is a field of %s', (name, path, entity) => {
  const call = model.calls.find((one) => one.name.text === name);
  expect(call).toBeDefined();
  expect(call === undefined ? undefined : leafEntity(model, call, path)).toBe(entity);
});

test('the number of an example is looked up among those of its entity', async () => {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const implementation = oracleService(flats, clock);
  const { exchanges, findings } = await verify({ model, platform, implementation, marker: 'vk3f9x', budget: 200 });
  expect(findings).toEqual([]);
  const patched = exchanges.filter(({ attempt, expected }) => attempt.call.name.text === 'PATCH /flats/:number' && expected.status < 400);
  expect(patched.length).toBeGreaterThan(0);
});
