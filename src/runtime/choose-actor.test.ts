import { expect, test } from 'vitest';
import { productInMemory } from '../../testing/product.ts';
import { SessionHost } from '../engine/session-host.ts';
import { firstActor } from './choose-actor.ts';

interface Parts {
  /** The roles of the screens Home and Team. */
  readonly home?: string;
  readonly team?: string;
  /** Who may read notes: a cell for visitors, customers and agents. */
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

test('who may open the first screen and most others acts', async () => {
  expect(await firstIn({ home: 'customer, agent', team: 'agent' })).toBe('Mia');
  expect(await firstIn({ home: 'customer' })).toBe('Ana');
  expect(await firstIn({})).toBe('Ana');
});

test('no person needs to act where signed-out people may look', async () => {
  expect(await firstIn({ read: 'yes | yes | yes' })).toBeNull();
});

test('no person acts where none of the examples may look', async () => {
  expect(await firstIn({ home: 'agent', examples: [ana] })).toBeNull();
});
