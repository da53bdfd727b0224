import { expect, test } from 'vitest';
import { oracleService } from '../../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { verify } from '../run.ts';

/** A ship can sail from the port only. `row`: a row above that lets it sail as well. */
const ships = (row: string): string => `# Specification: Ships

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum captain, mate, pilot | yes | | captain |

| Example | email | password | role |
|---|---|---|---|
| Cap | cap@example.com | correct-horse | captain |
| Moe | moe@example.com | correct-horse | mate |
| Pia | pia@example.com | correct-horse | pilot |

### Ship

| Field | Type | Required |
|---|---|---|
| number | serial | |
| state | state | |

## 4. States and transitions

### Ship.state

| From | Event | To | Roles | Guard |
|---|---|---|---|---|
| | | port | | |
${row}| port | sail | sea | | |
| sea | anchor | bay | | |
| bay | wreck | wrecked | | |
| wrecked | raise | dock | | |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| captain | \`me.role == "captain"\` |
| mate | \`me.role == "mate"\` |
| pilot | \`me.role == "pilot"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | no |

| Permission | visitor | captain | mate | pilot |
|---|---|---|---|---|
| Person: read | no | \`self == me\` | \`self == me\` | \`self == me\` |
| Ship: create, read, sail, anchor, wreck, raise | no | yes | yes | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /sessions\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`POST /ships\` | | \`create Ship as s\` | 201 \`ShipView(s)\` |
| \`GET /ships/:number\` | | \`get Ship as s where s.number == number\` | 200 \`ShipView(s)\` |
| \`POST /ships/:number/sail\` | | \`get Ship as s where s.number == number; sail s\` | 200 \`ShipView(s)\` |
| \`POST /ships/:number/anchor\` | | \`get Ship as s where s.number == number; anchor s\` | 200 \`ShipView(s)\` |
| \`POST /ships/:number/wreck\` | | \`get Ship as s where s.number == number; wreck s\` | 200 \`ShipView(s)\` |
| \`POST /ships/:number/raise\` | | \`get Ship as s where s.number == number; raise s\` | 200 \`ShipView(s)\` |

### ShipView of Ship

| Key | Value |
|---|---|
| number | |
| state | |
`;

/** How many requests to sail are refused because of the state and come first. */
async function firstRefused(document: string): Promise<number> {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const implementation = oracleService(document, clock);
  const { plan, findings } = await verify({ model: readModel(document), platform, implementation, marker: 'vk3f9x', budget: 1000 });
  expect(findings).toEqual([]);
  return [...plan.nodes.values()]
    .flatMap(({ checks }) => checks)
    .filter(({ call, outcome, rank }) => call.name.text === 'POST /ships/:number/sail' && outcome?.startsWith('409') && rank === 0).length;
}

test('a state refuses a request of one role first, and another state the request of any', async () => {
  // Three roles, and three states more.
  expect(await firstRefused(ships(''))).toBe(6);
});

test('each state refuses each role first if a row applies to some roles only', async () => {
  // Three roles in four states.
  expect(await firstRefused(ships('| port | sail | sea | captain | |\n'))).toBe(12);
});
