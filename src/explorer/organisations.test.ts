import { expect, test } from 'vitest';
import { explored, placesIn } from '../../testing/explored.ts';

/** Clubs whose admins write notes. `cells`: those of visitor, person, member, admin and owner. */
const clubs = (cells: { readonly membership?: string; readonly owner?: string; readonly note?: string }): string => `# Specification: Clubs

## 3. Entities and their fields

### User

| Field | Type | Required |
|---|---|---|
| email | email | yes |
| memberships | list of Membership by user | |

| Example | email |
|---|---|
| Lena | lena@example.com |
| Ravi | ravi@example.com |
| Ada | ada@example.com |
| Sol | sol@example.com |

### Club

| Field | Type | Required | Default |
|---|---|---|---|
| owner | User | yes | \`me\` |
| members | list of Membership by club | | |

| Example | owner |
|---|---|
| Chess | Lena |

### Membership

| Field | Type | Required | Default |
|---|---|---|---|
| club | Club | yes | |
| user | User | yes | |
| role | enum member, admin | yes | member |

| Example | club | user | role |
|---|---|---|---|
| LenaChess | Chess | Lena | admin |
| AdaChess | Chess | Ada | admin |
| RaviChess | Chess | Ravi | member |

### Note

| Field | Type | Required |
|---|---|---|
| club | Club | yes |
| status | state | |

## 4. States and transitions

### Note.status

| From | Event | To | Description |
|---|---|---|---|
| | | open | |
| open | file away | filed | final |

## 6. Roles and permissions

| Role | Is | Of | Includes |
|---|---|---|---|
| visitor | \`me == null\` | | |
| person | \`me != null\` | | |
| member | \`members.exists(m, m.user == me)\` | Club | |
| admin | \`members.exists(m, m.user == me && m.role == "admin")\` | Club | member |
| owner | \`owner == me\` | Club | admin |

| Account | |
|---|---|
| Entity | User |
| Sign in with | email |
| Works in | Club |

| Permission | visitor | person | member | admin | owner |
|---|---|---|---|---|---|
| User: read | no | yes | no | no | no |
| Club: read | no | no | yes | yes | yes |
| Club.owner: update | ${cells.owner ?? 'no | no | no | no | no'} |
| Membership: read | no | no | yes | yes | yes |
| Membership.role: update | ${cells.membership ?? 'no | no | no | no | yes'} |
| Note: read | no | no | yes | yes | yes |
| Note: create | no | no | no | yes | yes |
| Note: file away | ${cells.note ?? 'no | no | no | yes | yes'} |
`;

const codes = async (text: string): Promise<readonly string[]> => [...new Set((await explored(text)).findings.map(({ code }) => code))];
const messages = async (text: string): Promise<string> => (await explored(text)).findings.map(({ message }) => message).join('\n');

test('a world starts with an organisation and its people, with their roles in it', async () => {
  const { findings, bound } = await explored(clubs({}));
  expect(findings).toEqual([]);
  expect(bound).toBe('up to 1 record per entity, people with roles in Chess');
});

test('what no one in an organisation may do is found, with steps that replay', async () => {
  const text = clubs({ note: 'no | yes | no | no | no' });
  expect(placesIn(text, await explored(text))).toEqual([]);
  const never = clubs({ note: 'yes | no | no | no | no' });
  expect(await codes(never)).toEqual(['stuck-record', 'transition-never-taken', 'state-never-reached']);
});

test('members who may change their own membership can make themselves admins', async () => {
  expect(await messages(clubs({ membership: 'no | no | `user == me` | no | yes' }))).toContain(
    'member can get around section 6: it does not let them create a Note, but once they update Membership.role, it does',
  );
  expect(await codes(clubs({ membership: 'no | no | no | `user != me` | yes' }))).toEqual([]);
});

test('admins who may change the owner can make themselves owners', async () => {
  const ownersFile = 'no | no | no | no | yes';
  expect(await messages(clubs({ owner: 'no | no | no | yes | yes', note: ownersFile }))).toContain(
    'it does not let them file away a Note, but once they update Club.owner, it does',
  );
  expect(await codes(clubs({ owner: ownersFile, note: ownersFile }))).toEqual([]);
});
