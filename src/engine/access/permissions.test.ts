import { describe, expect, test } from 'vitest';
import { failedRows } from '../../../testing/scenario.ts';

const people = `
### User

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| name | text | yes | yes | |
| password | password | | | |
| role | enum reader, writer, chief | yes | | reader |

| Example | name | password | role |
|---|---|---|---|
| Rea | Rea | rea-rea-rea | reader |
| Rob | Rob | rob-rob-rob | reader |
| Wil | Wil | wil-wil-wil | writer |
| Chi | Chi | chi-chi-chi | chief |
`;

const roles = `
| Role | Is | Includes |
|---|---|---|
| visitor | \`me == null\` | |
| person | \`me != null\` | |
| reader | \`me.role == "reader"\` | |
| writer | \`me.role == "writer"\` | reader |
| chief | \`me.role == "chief"\` | writer |

| Account | |
|---|---|
| Entity | User |
| Sign in with | name, password |
| Sign up | yes, as reader |
`;

const notes = `
## 3. Entities

${people}

### Note

| Field | Type | Required | Default |
|---|---|---|---|
| text | text | yes | |
| owner | User | yes | \`me\` |
| secret | text | | |
| shown | boolean | yes | \`true\` |
| status | state | | |
| fans | list of User | | |
| score | integer | | |

| Example | text | owner | secret | shown |
|---|---|---|---|---|
| Mine | of Rea | Rea | s1 | yes |
| Hidden | of Wil | Wil | s2 | no |

## 4. States

### Note.status

| From | Event | To | Roles | Guard | Error |
|---|---|---|---|---|---|
| | | draft | | | |
| draft | publish | public | writer, chief | \`score != null\` | NO_SCORE |
| public | retract | draft | chief | | |
| public | retract | draft | reader | \`owner == me\` | NOT_YOURS |
| any | delete | | | \`status == "draft"\` | STILL_PUBLIC |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| text is required | Note.text | \`size(text) > 0\` | TEXT_EMPTY |

## 6. Roles and permissions

${roles}

| Permission | visitor | person | reader | writer | chief |
|---|---|---|---|---|---|
| Note: create | no | | \`owner == me\` | | yes |
| Note: read | no | \`shown\` | \`owner == me\` | \`true\` | |
| Note: update | no | | \`owner == me\` | | yes |
| Note: delete | no | | no | | yes |
| Note: publish, retract | no | | yes | | |
| Note.secret: read | no | no | no | yes | |
| Note.score: create, update | no | no | no | yes | |
| Note.fans: add, remove | no | \`value == me\` | no | no | no |
| User: create | yes | no | | | yes |
| User: read | no | yes | | | |
| User: update | no | \`self == me\` | | | yes |
| User.role: update | no | no | | | yes |

## 8. Errors

| Error | Status | Message |
|---|---|---|
| TEXT_EMPTY | 422 | Say something. |
| NO_SCORE | 409 | Not yet scored. |
| NOT_YOURS | 409 | Not yours. |
| STILL_PUBLIC | 409 | Retract it first. |
`;

const passes = (rows: string): void => expect(failedRows(notes, rows)).toEqual([]);

describe('permissions', () => {
  test('a plain no: UNAUTHORIZED when signed out, FORBIDDEN when signed in', () =>
    passes(`
      nobody | \`create Note with {"text": "x"}\` | refused UNAUTHORIZED
      nobody | \`update Mine with {"text": "x"}\` | refused UNAUTHORIZED
      nobody | \`list Note as ns\` | refused UNAUTHORIZED
      nobody | \`get Note where id == Mine.id\` | refused UNAUTHORIZED
      Rea | \`delete Mine\` | refused FORBIDDEN
      nobody | \`publish Mine\` | refused UNAUTHORIZED
    `));

  test('one granting cell of several roles is enough', () =>
    passes(`
      Rob | \`get Note where id == Mine.id\` | |
      Rob | \`get Note where id == Hidden.id\` | refused NOT_FOUND
      Rob | \`update Mine with {"shown": false}\` | refused FORBIDDEN
      Rea | \`update Mine with {"shown": false}\` | \`!Mine.shown\`
      Rea | \`get Note where id == Mine.id\` | |
      Rob | \`get Note where id == Mine.id\` | refused NOT_FOUND
    `));

  test('Includes fills only empty cells, through several roles', () =>
    passes(`
      Chi | \`get Note where id == Hidden.id\` | |
      Chi | \`create Note as n with {"text": "for Rob", "owner": Rob}\` | \`n.owner == Rob\`
      Wil | \`create Note with {"text": "for Rob", "owner": Rob}\` | refused FORBIDDEN
      Wil | \`delete Hidden\` | refused FORBIDDEN
      Chi | \`delete Hidden\` | \`!Note.exists(n, n.text == "of Wil")\`
    `));

  test("a field's row replaces the entity's row for create and update", () =>
    passes(`
      Rea | \`update Mine with {"score": 1}\` | refused FORBIDDEN
      Rea | \`create Note with {"text": "x", "score": 1}\` | refused FORBIDDEN
      Rob | \`update Mine with {"score": 1}\` | refused FORBIDDEN
      Wil | \`update Mine with {"score": 1}\` | \`Mine.score == 1\`
      Wil | \`update Mine with {"score": 2, "text": "y"}\` | refused FORBIDDEN
      Wil | \`update Mine with {"text": "y"}\` | refused FORBIDDEN
    `));

  test('add and remove: value is the member', () =>
    passes(`
      Rob | \`add me to Mine.fans\` | \`Rob in Mine.fans\`
      Rob | \`add Rea to Mine.fans\` | refused FORBIDDEN
      Rob | \`add me to Mine.fans\` | \`size(Mine.fans) == 1\`
      Rob | \`update Mine with {"fans": [Rea]}\` | refused FORBIDDEN
      Rob | \`remove me from Mine.fans\` | \`size(Mine.fans) == 0\`
      nobody | \`add me to Mine.fans\` | refused UNAUTHORIZED
    `));

  test('a field that decides roles keeps its default unless the person may update it', () =>
    passes(`
      nobody | \`create User as u with {"name": "Eve", "role": "chief"}\` | \`u.role == "reader"\`
      nobody | \`sign up with {"name": "Max", "password": "max-max-max", "role": "chief"}\` | \`User.exists(u, u.name == "Max" && u.role == "reader")\`
      Chi | \`create User as c with {"name": "Zoe", "role": "chief"}\` | \`c.role == "chief"\`
      Rea | \`update Rea with {"role": "chief"}\` | refused FORBIDDEN
      Rea | \`create User with {"name": "Tom"}\` | refused FORBIDDEN
    `));

  test('a list is filtered, not refused', () =>
    passes(`
      Rob | \`list Note as ns\` | \`size(ns) == 1 && total == 1\`
      Wil | \`list Note as ns sort text desc limit 1\` | \`size(ns) == 1 && total == 2 && ns[0].text == "of Wil"\`
      Wil | \`list Note as ns sort text limit 1 offset 1\` | \`ns[0].text == "of Wil"\`
      Rob | \`list Note as ns where text == "of Wil"\` | \`size(ns) == 0\`
    `));
});

describe('which refusal comes first', () => {
  test('a plain no comes before an unreadable record', () => passes('Rob | `delete Hidden` | refused FORBIDDEN'));
  test('an unreadable record comes before a condition of section 6', () =>
    passes('Rob | `update Hidden with {"text": "x"}` | refused NOT_FOUND'));
  test('a condition comes before invalid values', () => passes('Rob | `update Mine with {"shown": 5}` | refused FORBIDDEN'));
  test('invalid values come before rules', () =>
    passes(`
      Rea | \`update Mine with {"text": "", "shown": 5}\` | refused INVALID
      Rea | \`update Mine with {"text": ""}\` | refused TEXT_EMPTY
    `));
  test('no transition from this state comes before invalid parameters', () =>
    passes('Rea | `retract Mine with {"why": 1}` | refused CONFLICT'));
  test('rows for other roles only refuse with FORBIDDEN', () => passes('Rea | `publish Mine` | refused FORBIDDEN'));
  test('invalid parameters come before guards', () => passes('Wil | `publish Mine with {"why": 1}` | refused INVALID'));
  test('guards name their error', () =>
    passes(`
      Wil | \`publish Mine\` | refused NO_SCORE
      Wil | \`update Mine with {"score": 1}\` | |
      Wil | \`publish Mine\` | \`Mine.status == "public"\`
      Chi | \`delete Mine\` | refused STILL_PUBLIC
      Rob | \`retract Mine\` | refused NOT_YOURS
      Rea | \`retract Mine\` | \`Mine.status == "draft"\`
      Chi | \`delete Mine\` | \`Note.size() == 1\`
    `));
});

test('without a table of permissions everyone may do everything', () =>
  expect(
    failedRows(
      `## 3. Entities\n\n### Thing\n\n| Field | Type |\n|---|---|\n| name | text |\n`,
      `
      nobody | \`create Thing as t with {"name": "x"}\` | |
      nobody | \`update t with {"name": "y"}\` | \`t.name == "y"\`
      nobody | \`delete t\` | \`Thing.size() == 0\`
    `,
    ),
  ).toEqual([]));
