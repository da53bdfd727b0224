import { expect, test } from 'vitest';
import { oracleService } from '../../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { verify } from '../run.ts';

/** A part can be started only for one kind and pair of languages, which its job keeps. */
const bureau = `# Specification: Bureau

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| email | email | yes | yes |
| password | password | yes | |

### Job

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| person | Person | yes | \`me\` |
| source | enum de, en, fr | yes | de |
| target | enum de, en, fr | yes | en |
| kind | enum a, b, c | yes | a |
| note | text | | |
| state | state | | |

### Part

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| job | Job | yes | |
| state | state | | |

## 4. States and transitions

### Job.state

| From | Event | To |
|---|---|---|
| | | draft |
| draft | offer | offered |
| offered | agree | agreed |
| agreed | submit | submitted |
| draft, offered, agreed | drop | dropped |

### Part.state

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | open | | |
| open | start | started | \`job.target == "fr" && job.source == "en"\` | WRONG_LANGUAGE |
| started | finish | finished | | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| two languages | Job | \`source != target\` | SAME |
| fits | Part on start | \`job.kind == "c"\` | WRONG_KIND |
| submitted first | Part on create | \`job.state == "submitted"\` | DRAFT |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| person | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes |

| Permission | visitor | person |
|---|---|---|
| Person: create | yes | no |
| Person: read | no | \`self == me\` |
| Job: create, read | no | \`person == me\` |
| Job: offer, agree, submit, drop | no | \`person == me\` |
| Part: create, read, start, finish | no | \`job.person == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{email, password}\` | \`sign up with {"email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`POST /jobs\` | \`{target?, source?, kind?, note?}\` | \`create Job as j\` | 201 \`JobView(j)\` |
| \`GET /jobs/:number\` | | \`get Job as j where j.number == number\` | 200 \`JobView(j)\` |
| \`POST /jobs/:number/offer\` | | \`get Job as j where j.number == number; offer j\` | 200 \`JobView(j)\` |
| \`POST /jobs/:number/agree\` | | \`get Job as j where j.number == number; agree j\` | 200 \`JobView(j)\` |
| \`POST /jobs/:number/drop\` | | \`get Job as j where j.number == number; drop j\` | 200 \`JobView(j)\` |
| \`POST /jobs/:number/submit\` | | \`get Job as j where j.number == number; submit j\` | 200 \`JobView(j)\` |
| \`POST /jobs/:number/parts\` | | \`get Job as j where j.number == number; create Part as p with {"job": j}\` | 201 \`PartView(p)\` |
| \`POST /parts/:number/start\` | | \`get Part as p where p.number == number; start p\` | 200 \`PartView(p)\` |
| \`POST /parts/:number/finish\` | | \`get Part as p where p.number == number; finish p\` | 200 \`PartView(p)\` |

### JobView of Job

| Key | Value |
|---|---|
| number | |
| target | |
| state | |

### PartView of Part

| Key | Value |
|---|---|
| number | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| WRONG_LANGUAGE | 409 | No translator speaks it. |
| SAME | 422 | Choose two languages. |
| WRONG_KIND | 409 | No translator does that. |
| DRAFT | 409 | Submit the job first. |
`;

test('a call that only another value of an earlier request allows is accepted, and what follows it', async () => {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const model = readModel(bureau);
  const { exchanges, findings } = await verify({
    model,
    platform,
    implementation: oracleService(bureau, clock),
    marker: 'vk3f9x',
    budget: 600,
  });
  expect(findings).toEqual([]);
  const accepted = new Set(exchanges.flatMap(({ attempt, expected }) => (expected.status < 400 ? attempt.call.name.text : [])));
  expect(model.calls.flatMap(({ name }) => (accepted.has(name.text) ? [] : name.text))).toEqual([]);
});
