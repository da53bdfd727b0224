import { describe, expect, test } from 'vitest';
import { failedRows } from '../../../testing/scenario.ts';

/** Two clubs. A place belongs to the club of its room, and names another club that borrows it. */
const clubs = (permissions: string): string => `
## 3. Entities

### User

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| root | boolean | |

| Example | name | root |
|---|---|---|
| Ann | Ann | no |
| Bob | Bob | no |
| Cy | Cy | no |
| Rut | Rut | yes |

### Club

| Field | Type | Required | Default |
|---|---|---|---|
| name | text | yes | |
| boss | User | yes | \`me\` |
| deputy | User | | |
| members | list of Member by club | | |
| motto | text | | |

| Example | name | boss |
|---|---|---|
| North | North | Ann |
| South | South | Bob |

### Member

| Field | Type | Required |
|---|---|---|
| club | Club on delete cascade | yes |
| user | User | yes |

| Example | club | user |
|---|---|---|
| AnnInSouth | South | Ann |
| CyInNorth | North | Cy |

### Room

| Field | Type | Required |
|---|---|---|
| club | Club | yes |
| name | text | yes |
| open | boolean | |

| Example | club | name | open |
|---|---|---|---|
| Hall | North | Hall | yes |
| Shed | South | Shed | yes |

### Place

| Field | Type | Required |
|---|---|---|
| room | Room | yes |
| lender | Club | yes |
| note | text | |

| Example | room | lender | note |
|---|---|---|---|
| Seat | Hall | South | by the window |

## 6. Roles

| Role | Is | Of | Includes |
|---|---|---|---|
| visitor | \`me == null\` | | |
| person | \`me != null\` | | |
| root | \`me.root\` | | person |
| deputy | \`deputy == me\` | Club | |
| member | \`members.exists(m, m.user == me)\` | Club | |
| boss | \`boss == me\` | Club | member, person |

| Account | |
|---|---|
| Entity | User |

| Permission | visitor | person | root | deputy | member | boss |
|---|---|---|---|---|---|---|
${permissions}
`;

const usual = clubs(`| User: read | no | yes | | no | no | |
| Club: create, delete | no | \`boss == me\` | no | no | no | no |
| Club: read | no | no | no | yes | yes | yes |
| Club: update | no | no | no | yes | no | yes |
| Member: create, read, update | no | no | no | no | no | yes |
| Room: create | no | no | no | no | no | yes |
| Room: read | no | no | no | no | \`open\` | yes |
| Room: update | no | no | no | no | no | \`old.open\` |
| Place: read through room.club | no | no | no | no | yes | |
| Place: update through lender | no | no | no | no | no | yes |`);

describe('a role of a record', () => {
  test('applies only to what belongs to its record', () => {
    const rows = `
Ann | \`update North with {"motto": "Up"}\` | \`North.motto == "Up"\`
Ann | \`update South with {"motto": "Up"}\` | refused FORBIDDEN
Bob | \`update North with {"motto": "Up"}\` | refused NOT_FOUND
Bob | \`create Room with {"club": North, "name": "Mine"}\` | refused FORBIDDEN
Ann | \`create Room as r with {"club": North, "name": "Attic"}\` | \`r.name == "Attic"\`
Cy | \`get Room where id == r.id\` | refused NOT_FOUND
Rut | \`get Club where name == "North"\` | refused NOT_FOUND
nobody | \`get Club where name == "North"\` | refused UNAUTHORIZED`;
    expect(failedRows(usual, rows)).toEqual([]);
  });

  test("cannot be acquired by one's own write", () => {
    const rows = `
Bob | \`create Member with {"club": North, "user": Bob}\` | refused FORBIDDEN
Bob | \`create Member as m with {"club": South, "user": Bob}\` | \`m.user == Bob\`
Bob | \`update m with {"club": North}\` | refused FORBIDDEN
Bob | \`update AnnInSouth with {"club": North}\` | refused FORBIDDEN
Ann | \`update CyInNorth with {"club": South}\` | refused FORBIDDEN`;
    expect(failedRows(usual, rows)).toEqual([]);
  });

  test('with a cell that uses old, it is checked before and after the change, so that a record cannot be pulled over', () => {
    const rows = `
Ann | \`update Hall with {"name": "Big hall"}\` | \`Hall.name == "Big hall"\`
Ann | \`update Shed with {"club": North}\` | refused FORBIDDEN
Ann | \`update Hall with {"club": South}\` | refused FORBIDDEN`;
    expect(failedRows(usual, rows)).toEqual([]);
  });

  test('follows the path that its row names', () => {
    const rows = `
Cy | \`list Place as ps\` | \`ps == [Seat]\`
Cy | \`update Seat with {"note": "x"}\` | refused FORBIDDEN
Bob | \`get Place where id == Seat.id\` | refused NOT_FOUND
Ann | \`update Seat with {"note": "x"}\` | refused FORBIDDEN`;
    expect(failedRows(usual, rows)).toEqual([]);
  });

  test('does not apply to a signed-out person, even if its Is compares null with null', () => {
    const rows = `
nobody | \`update North with {"motto": "Up"}\` | refused UNAUTHORIZED
Cy | \`update North with {"motto": "Up"}\` | refused FORBIDDEN`;
    expect(failedRows(usual, rows)).toEqual([]);
  });

  test('applies from the next step on, and no longer once it is lost', () => {
    const rows = `
Cy | \`create Club as c with {"name": "West"}; create Room as r with {"club": c, "name": "Bar"}\` | \`r.club == c\`
Ann | \`update North with {"boss": Cy}\` | \`North.boss == Cy\`
Ann | \`update North with {"motto": "Mine"}\` | refused FORBIDDEN
Cy | \`update North with {"motto": "Ours"}\` | \`North.motto == "Ours"\``;
    expect(failedRows(usual, rows)).toEqual([]);
  });

  test('lists contain what the roles of each record grant, and nothing else', () => {
    const rows = `
Ann | \`list Room as rs sort name\` | \`rs.map(r, r.name) == ["Hall", "Shed"]\`
Bob | \`list Room as rs\` | \`rs.map(r, r.name) == ["Shed"]\`
Cy | \`list Room as rs\` | \`rs.map(r, r.name) == ["Hall"]\`
Rut | \`list Room as rs\` | \`size(rs) == 0 && total == 0\`
nobody | \`list Room as rs\` | refused UNAUTHORIZED`;
    expect(failedRows(usual, rows)).toEqual([]);
  });
});

test('with many records, the list goes to the store as one value', () => {
  const many = Array.from({ length: 30 }, (_, number) => `create Club as c${number} with {"name": "C${number}"}`);
  const rooms = Array.from({ length: 30 }, (_, number) => `create Room with {"club": c${number}, "name": "R"}`);
  const rows = `
Cy | \`${[...many, ...rooms].join('; ')}\` | \`size(Club) == 32\`
Cy | \`list Room as rs where name == "R"\` | \`total == 30\`
Bob | \`list Room as rs where name == "R"\` | \`total == 0\``;
  expect(failedRows(usual, rows)).toEqual([]);
});
