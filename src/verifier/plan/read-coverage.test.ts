import { expect, test } from 'vitest';
import { followed } from '../../../testing/replays.ts';

/** Only finished jobs can be seen by guests, who are the first to ask for the list. */
const jobs = `# Specification: Jobs

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum guest, smith | yes | | guest |

| Example | email | password | role |
|---|---|---|---|
| Gus | gus@example.com | correct-horse | guest |
| Sam | sam@example.com | correct-horse | smith |

### Job

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| name | text(20) | yes | |
| urgent | boolean | yes | false |
| done | boolean | yes | false |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| guest | \`me.role == "guest"\` |
| smith | \`me.role == "smith"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |

| Permission | visitor | guest | smith |
|---|---|---|---|
| Person: read | no | yes | yes |
| Job: create | no | no | yes |
| Job: read | no | \`done\` | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token}\` | |
| \`POST /jobs\` | \`{name, urgent?}\` | \`create Job as j\` | 201 \`{"number": j.number}\` | smith |
| \`GET /jobs?urgent\` | | \`list Job as found where urgent == null \\|\\| self.urgent == urgent sort number asc\` | 200 \`{"jobs": found.map(j, j.number), "total": total}\` | guest, smith |
`;

test('a filter is tried by a person who sees what it leaves out, not only by the first person', async () => {
  const service = await followed(jobs, 300);
  expect(service.run.findings.map(({ exchange }) => exchange.attempt.words)).toEqual([]);
  const ignoresFalse = jobs.replace('urgent == null \\|\\|', 'urgent == null \\|\\| urgent == false \\|\\|');
  expect(ignoresFalse).not.toBe(jobs);
  expect(await service.wrong(ignoresFalse)).toMatch(/^Sam: GET \/jobs with urgent false/);
});
