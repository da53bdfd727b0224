import { expect, test } from 'vitest';
import { readModel } from '../model/read.ts';
import { explore } from './explore.ts';

/** A film is selected once it has two scores; scores are given to films that are submitted. */
const festival = `# Specification: Festival

## 3. Entities and their fields

### Person

| Field | Type | Required |
|---|---|---|
| email | email | yes |
| role | enum maker, juror | yes |

| Example | email | role |
|---|---|---|
| Finn | finn@example.com | maker |
| Jo | jo@example.com | juror |

### Film

| Field | Type | Required |
|---|---|---|
| status | state | |
| scores | list of Score by film | |

### Score

| Field | Type | Required |
|---|---|---|
| film | Film | yes |
| points | integer | yes |

## 4. States and transitions

### Film.status

| From | Event | To | Guard | Error | Description |
|---|---|---|---|---|---|
| | | draft | | | |
| draft | submit | submitted | | | |
| submitted | select | selected | \`size(scores) >= 2\` | UNSCORED | final |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| points | Score.points | \`points >= 1 && points <= 10\` | POINTS |
| submitted | Score on create | \`film.status == "submitted"\` | UNSUBMITTED |

## 6. Roles and permissions

| Role | Is |
|---|---|
| maker | \`me.role == "maker"\` |
| juror | \`me.role == "juror"\` |

| Account | |
|---|---|
| Entity | Person |

| Permission | maker | juror |
|---|---|---|
| Film: create, submit, select | yes | no |
| Film: read | yes | \`status != "draft"\` |
| Score: create | no | yes |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| UNSCORED | 409 | Two jurors must have scored it. |
| POINTS | 422 | Give 1 to 10 points. |
| UNSUBMITTED | 409 | It is not submitted. |
`;

test('a value that its own rule refuses represents no others, and is tried until that rule has judged it', async () => {
  const { findings, complete } = await explore(readModel(festival), { now: () => 0, bounds: { records: 2 } });
  expect(complete).toBe(true);
  // A juror reads no draft, so the first attempts are refused before any rule is checked.
  expect(findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
});
