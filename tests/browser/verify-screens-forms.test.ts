import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemPlatform } from '../../src/base/platform.ts';
import { playOnScreens } from '../../src/cli/verify/screens/play-screens.ts';
import { readModel } from '../../src/model/read.ts';
import { launchChromium } from '../../testing/browser/chromium.ts';
import { serveProcess } from '../../testing/process/served-process.ts';

/** Trips with dates, an amount, a share and files: rules refuse what the scenario does not give. */
const trips = `# Specification: Trips

## 1. What the product does and for whom

### Scenario: people sign up

| As | Do | Expect |
|---|---|---|
| nobody | \`sign up with {"name": "Zoe", "email": "zoe@example.com", "password": "long-evenings"}\` | \`User.exists(u, u.name == "Zoe")\` |
| nobody | \`sign up with {"name": "Yan", "email": "zoe@example.com", "password": "long-evenings"}\` | refused TAKEN |

### Scenario: a trip is planned

| As | Do | Expect |
|---|---|---|
| Ana | \`create Trip as t with {"title": "The lake", "day": today + days(3), "leaves": now + days(3), "cost": 12.5, "share": 0.25, "plan": "plan.txt", "photo": "lake.png"}\` | \`t.title == "The lake"\` |

## 2. Screens and routes

| Screen | Route | About | Roles |
|---|---|---|---|
| Welcome | /welcome | | visitor |
| Trips | / | | |
| Trip | /trips/:id | Trip | member |

### Welcome

- sign-in form
- sign-up form

### Trips

- form to create Trip: title, day, leaves, cost, share, plan, photo
  - then open Trip

### Trip

- details: title, day, leaves, cost, share, plan, photo

## 3. Entities and their fields

### User

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text(40) | yes | |
| email | email | yes | yes |
| password | password | yes | |

| Example | name | email | password |
|---|---|---|---|
| Ana | Ana Walker | ana@example.com | correct-horse |

### Trip

| Field | Type | Required | Default |
|---|---|---|---|
| owner | User | yes | \`me\` |
| title | text(40) | yes | |
| day | date | yes | |
| leaves | datetime | yes | |
| cost | money | yes | |
| share | percent | yes | |
| plan | file | yes | |
| photo | image | yes | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| in three days | Trip.day | \`day == today + days(3)\` | OTHER_DAY |
| about then | Trip.leaves | \`leaves - now > days(2) && leaves - now < days(4)\` | OTHER_TIME |
| the cost | Trip.cost | \`cost == 12.5\` | OTHER_COST |
| the share | Trip.share | \`share == 0.25\` | OTHER_SHARE |
| an email once | User | unique email | TAKEN |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me != null\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | email, password |
| Sign up | yes, as member |

| Permission | visitor | member |
|---|---|---|
| User: create | yes | no |
| User: read | yes | yes |
| Trip: create, read | no | \`owner == me\` |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| OTHER_DAY | 422 | Choose that day. |
| OTHER_TIME | 422 | Leave at that time. |
| OTHER_COST | 422 | Pay that much. |
| OTHER_SHARE | 422 | Give that share. |
| TAKEN | 409 | Somebody has this email. |
`;

describe('what the forms of scenarios are filled with', () => {
  let folder: string;
  let browser: Browser;
  const servers: ChildProcess[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forms-'));
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    for (const one of servers) one.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });

  async function said(name: string, written: string): Promise<readonly string[]> {
    const file = join(folder, `${name}.md`);
    await writeFile(file, written);
    const base = new URL((await serveProcess(file, ['--memory'], { children: servers })).url);
    const rows = await playOnScreens({ model: readModel(trips), base, browser, now: systemPlatform.now });
    return rows.map(({ words, result, why }) => `${result}: ${words.slice(0, 30)}${why === null ? '' : ` (${why})`}`);
  }

  it('dates, amounts, shares and files are typed as people do, and they sign up', async () => {
    const rows = await said('right', trips);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(/^kept: nobody: sign up with/);
    expect(rows[1]).toMatch(/^kept: nobody: sign up with/);
    expect(rows[2]).toMatch(/^kept: Ana: create Trip as t/);
  });

  it('a product that takes another day, or gives people away who signed up, is seen', async () => {
    const changed = trips
      .replace('day == today + days(3)', 'day == today + days(4)')
      .replace('| an email once | User | unique email | TAKEN |\n', '')
      .replace('| email | email | yes | yes |', '| email | email | yes | |');
    const rows = await said('wrong', changed);
    expect(rows[1]).toMatch(/^broken: nobody: sign up with .*not refused with TAKEN/);
    expect(rows[2]).toMatch(/^broken: Ana: create Trip as t .*Choose that day/);
  });
});
