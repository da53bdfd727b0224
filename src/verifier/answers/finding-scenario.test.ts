import { describe, expect, test } from 'vitest';
import { rentsAlone } from '../../../testing/rents.ts';
import lendingDocument from '../../../testing/services/lending/document.md?raw';
import { oracleService } from '../../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { applyEdits } from '../../base/text-edit.ts';
import { writeIn } from '../../check/asking/write.ts';
import { scenarioOf } from '../../explorer/steps/trace.ts';
import { readModel } from '../../model/read.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import { verify } from '../run.ts';
import { scenarioOfFinding } from './finding-scenario.ts';

const examples = `| Example | name | email | password |
|---|---|---|---|
| Kim | Kim | kim@example.com | correct-horse |
| Lou | Lou | lou@example.com | correct-horse |

### Book`;
const text = lendingDocument.replace('### Book', examples);
const model = readModel(text);

/**
 * The scenario rows of the finding against a service of the changed text, without the run's
 * markers.
 */
async function told(from: string, to: string, words: string): Promise<readonly string[] | null> {
  const clock = fixedPlatform();
  const { findings } = await verify({
    model,
    platform: { ...clock, now: () => clock.now() },
    implementation: oracleService(text.replace(from, to), clock),
    marker: 'vk3f9x',
    budget: 4000,
  });
  const finding = findings.find(({ exchange }) => `${exchange.attempt.words}: ${exchange.fault?.words}`.includes(words));
  if (finding === undefined) throw new Error(`“${words}” was not found`);
  const trace = scenarioOfFinding(model, finding);
  if (trace === null) return null;
  const written = readModel(applyEdits(text, writeIn(model, 1, scenarioOf('found', trace))));
  expect(runScenarios(written)).toMatchObject([{ title: 'found', passed: true }]);
  return trace.rows.map((row) => `${row.as} | ${row.do} | ${row.expect}`.replaceAll(/(?:\w+ )*vk3f9xp\w+/g, '…'));
}

test('examples act for people who sign up, and the last row states what the document expects', async () => {
  const rows = await told('| lent | return | here |', '| lent | return | lent |', 'state is another value');
  expect(rows).toEqual([
    expect.stringMatching(/^Kim \| `create Book as book1 with \{"title": "…".*\}` \| $/),
    'Lou | `lend book1` | ',
    'Lou | `return book1` | `book1.state == "here" && book1.holder == null && book1.lentAt == null`',
  ]);
});

test('a request that must be refused ends with the expected error', async () => {
  const rows = await told('`owner != me` | OWN_BOOK', '| ', 'OWN_BOOK');
  expect(rows?.at(-1)).toBe('Kim | `lend book1` | refused OWN_BOOK');
  expect((await told('`size(trim(title)) > 0`', '`size(title) > 0`', 'BLANK'))?.at(-1)).toMatch(/^Kim \| `.* " {3}".*` \| refused BLANK$/);
});

test('a list cannot be expressed in a scenario', async () => {
  expect(await told('sort title asc', 'sort title desc', 'GET /books')).toBeNull();
});

describe('time that passes', () => {
  const rentsModel = readModel(rentsAlone.replace('## 3. Entities', '## 1. People and what they want to do\n\n## 3. Entities'));

  /** The scenario rows of the first finding whose last request is about time that has passed. */
  async function rowsFor(from: string, to: string): Promise<readonly string[]> {
    const clock = fixedPlatform(Date.UTC(2026, 4, 20, 13, 5));
    const { findings } = await verify({
      model: rentsModel,
      platform: { ...clock, now: () => clock.now() },
      implementation: oracleService(rentsAlone.replace(from, to), clock, { clock: true }),
      marker: 'vk3f9x',
      budget: 1500,
    });
    const finding = findings.find(({ sequence }) => sequence.some(({ attempt }) => attempt.moment !== undefined));
    const trace = finding === undefined ? null : scenarioOfFinding(rentsModel, finding);
    return (trace?.rows ?? []).map((row) => `${row.as} | ${row.do} | ${row.expect}`);
  }

  test('is a row that waits, and dates count from the day on which the scenario runs', async () => {
    expect(await rowsFor('after `days(2)`', 'after `days(3)`')).toEqual([
      expect.stringMatching(/^Kim \| `create Rent as rent1 with \{"due": today \+ days\(\d+\)\}` \| $/),
      expect.stringMatching(/^nobody \| `wait days\(1\) \+ hours\(23\) \+ minutes\(\d+\)` \| $/),
      expect.stringMatching(/^nobody \| `wait minutes\(\d\)` \| `rent1\.state == "lapsed"`$/),
    ]);
  });

  test('leads to what a later request does', async () => {
    const rows = await rowsFor('today > due + days(3)', 'today > due + days(4)');
    expect(rows.filter((row) => row.startsWith('nobody | `wait days('))).not.toEqual([]);
    expect(rows.at(-1)).toBe('Kim | `return rent1` | `rent1.fee == 7 && rent1.state == "returned"`');
  });
});
