import { expect, test } from 'vitest';
import { productInMemory } from '../../testing/product.ts';
import { SessionHost } from '../engine/session-host.ts';
import { firstActor } from './choose-actor.ts';

interface Parts {
  /** The roles that may open the screens Home and Team. */
  readonly home?: string;
  readonly team?: string;
  /** The permission to read notes: one cell each for visitors, customers and agents. */
  readonly read?: string;
  readonly examples?: readonly (readonly [name: string, role: string])[];
}

const ana = ['Ana', 'customer'] as const;
const mia = ['Mia', 'agent'] as const;

const document = ({ home = '', team = '', read = 'no | yes | yes', examples = [ana, mia] }: Parts): string => `# Specification: Notes

## 2. Screens and routes

| Screen | Route | Roles |
|---|---|---|
| Home | / | ${home} |
| Team | /team | ${team} |

### Home

- list of Note: text

### Team

- list of Note: text

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| email | email | yes | yes |
| role | enum customer, agent | yes | |

| Example | email | role |
|---|---|---|
${examples.map(([name, role]) => `| ${name} | ${name.toLowerCase()}@example.com | ${role} |`).join('\n')}

### Note

| Field | Type |
|---|---|
| text | text |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| customer | \`me.role == "customer"\` |
| agent | \`me.role == "agent"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email |

| Permission | visitor | customer | agent |
|---|---|---|---|
| Note: read | ${read} |
| Person: read | no | yes | yes |
`;

async function firstIn(parts: Parts): Promise<string | null> {
  const { product } = productInMemory(document(parts));
  return (await firstActor(product.model, new SessionHost(product, { remembers: false })))?.example ?? null;
}

test('the person who may open the first screen and most others acts', async () => {
  expect(await firstIn({ home: 'customer, agent', team: 'agent' })).toBe('Mia');
  expect(await firstIn({ home: 'customer' })).toBe('Ana');
  expect(await firstIn({})).toBe('Ana');
});

test('no person acts if signed-out visitors may open the first screen', async () => {
  expect(await firstIn({ read: 'yes | yes | yes' })).toBeNull();
});

test('no person acts if none of the examples may open the first screen', async () => {
  expect(await firstIn({ home: 'agent', examples: [ana] })).toBeNull();
});
