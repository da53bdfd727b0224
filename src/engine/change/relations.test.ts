import { describe, expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { failedRows } from '../../../testing/scenario.ts';
import { deleteRecord } from '../operations/delete.ts';
import { nobody } from '../world/world.ts';

const document = `
## 3. Entities

### Team

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| lead | Person | |
| people | list of Person by team | |
| projects | list of Project by teams | |
| size1 | integer | |

| Example | name | lead |
|---|---|---|
| Blue | Blue | Ana |
| Red | Red | |

### Person

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| team | Team on delete cascade | |
| boss | Person on delete clear | |
| friends | list of Person | |

| Example | name | team | boss | friends |
|---|---|---|---|---|
| Ana | Ana | Blue | | Bo |
| Bo | Bo | Blue | Ana | |
| Cy | Cy | Red | | Ana, Bo |

### Project

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| owner | Person | yes |
| teams | list of Team | |

| Example | name | owner | teams |
|---|---|---|---|
| Roof | Roof | Cy | Blue, Red |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| nobody is deleted | Person on delete | \`name != "Bo"\` | STAYS |

## 8. Errors

| Error | Status | Message |
|---|---|---|
| STAYS | 409 | {name} stays. |
`;

const passes = (rows: string): void => expect(failedRows(document, rows)).toEqual([]);

describe('lists of records', () => {
  test('examples refer to each other in any order, even in circles', () =>
    passes(
      'nobody | `get Team where name == "Blue"` | `Blue.lead == Ana && Ana.team == Blue && size(Blue.people) == 2 && Cy.friends.exists(f, f == Bo)`',
    ));

  test('a relation or a list can be read and changed from its other side', () =>
    passes(`
      nobody | \`update Cy with {"team": Blue}\` | \`size(Blue.people) == 3 && size(Red.people) == 0\`
      nobody | \`remove Blue from Roof.teams\` | \`size(Blue.projects) == 0 && Red.projects.exists(p, p == Roof)\`
      nobody | \`add Roof to Blue.projects\` | \`Blue in Roof.teams && size(Roof.teams) == 2\`
      nobody | \`add Ana to Blue.people\` | refused INVALID
      nobody | \`add Red to Cy.friends\` | refused INVALID
    `));

  test('setting a list adds and removes members', () =>
    passes(`
      nobody | \`update Cy with {"friends": [Cy, Ana]}\` | \`size(Cy.friends) == 2 && !(Bo in Cy.friends)\`
      nobody | \`update Cy with {"friends": []}\` | \`size(Cy.friends) == 0\`
      nobody | \`create Person as p with {"name": "Di", "friends": [Ana, Ana]}\` | \`size(p.friends) == 1\`
    `));

  test('an action on a list runs for each record', () =>
    passes(`
      nobody | \`update Person.filter(p, p.team == Blue) with {"boss": Cy}\` | \`Person.filter(p, p.boss == Cy).size() == 2\`
      nobody | \`list Person as ps where team == Blue sort name; update ps with {"boss": null}\` | \`Person.all(p, p.boss == null)\`
    `));
});

describe('on delete', () => {
  test('restrict prevents the deletion, cascade extends it, clear empties the relation; cascade checks no rules', () =>
    passes(`
      nobody | \`delete Cy\` | refused CONFLICT
      nobody | \`delete Bo\` | refused STAYS
      nobody | \`update Blue with {"lead": null}\` | |
      nobody | \`delete Blue\` | \`Person.size() == 1 && size(Roof.teams) == 1\`
      nobody | \`delete Roof; delete Cy\` | \`Person.size() == 0\`
    `));

  test('the refusal names the referring entity, and the message is filled in', () => {
    const { product, id } = productInMemory(`# Specification: Test\n${document}`);
    const held = product.perform(nobody, deleteRecord, { entity: 'Person', id: id('Cy'), authority: 'person' });
    expect(held).toMatchObject({
      ok: false,
      refusals: [
        {
          error: 'CONFLICT',
          message: 'This can’t be deleted while project records refer to it as owner.',
          because: 'Project.owner still refers to it (on delete restrict)',
        },
      ],
    });
    const stays = product.perform(nobody, deleteRecord, { entity: 'Person', id: id('Bo'), authority: 'person' });
    expect(stays).toMatchObject({ refusals: [{ message: 'Bo stays.' }] });
  });
});
