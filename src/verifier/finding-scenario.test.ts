import { expect, test } from 'vitest';
import { type HandWritten, handWrittenServices, verified } from '../../testing/hand-written-services.ts';
import { applyEdits } from '../base/text-edit.ts';
import { writeIn } from '../check/asking/write.ts';
import { scenarioOf } from '../explorer/trace.ts';
import { readModel } from '../model/read.ts';
import { createMemoryStore } from '../store/memory/memory-store.ts';
import { runScenarios } from '../verify/scenarios.ts';
import type { Finding } from './finding.ts';
import { scenarioOfFinding } from './finding-scenario.ts';

const helpdesk = handWrittenServices.find(({ name }) => name === 'helpdesk') as HandWritten;

/** What the rows of the fault’s first finding do and expect, without the mark of the run. */
async function toldOf(fault: string, which: (finding: Finding) => boolean = () => true): Promise<string[] | null> {
  const finding = (await verified(helpdesk, fault)).findings.find(which);
  if (finding === undefined) throw new Error(`${fault} was not found`);
  const trace = scenarioOfFinding(helpdesk.model, finding);
  if (trace === null) return null;
  const { model } = helpdesk;
  const written = readModel(applyEdits(model.tree.text, writeIn(model, 1, scenarioOf('found', trace))));
  const scenarios = written.scenarios.filter(({ title }) => title === 'found');
  expect(runScenarios({ ...written, scenarios }, createMemoryStore)).toMatchObject([{ passed: true }]);
  return trace.rows.map((row) => `${row.as} | ${row.do} | ${row.expect}`.replaceAll(/\w* ?vk3f9xp\w+/g, '…'));
}

test('a mistake becomes a scenario that passes in the product: an effect, a guard, a rule', async () => {
  const reopened = await toldOf('reopenKeepsStatus');
  expect(reopened?.at(-1)).toBe('Ana | `reopen ticket1 with {"reason": "…"}` | `ticket1.status == "open" && ticket1.resolvedAt == null`');
  expect(reopened?.[0]).toBe('Ana | `create Ticket as ticket1 with {"subject": "…", "body": "…", "priority": "low"}` | ');
  expect((await toldOf('customersAreAssigned'))?.at(-1)).toBe('Bo | `assign ticket1 with {"assignee": Ana}` | refused NOT_AN_AGENT');
  expect(await toldOf('subjectMayBeEmpty')).toContainEqual(
    expect.stringMatching(/^Ana \| `create Ticket .*"subject": "".*` \| refused SUBJECT_EMPTY$/),
  );
});

test('what a list shows, and what the engine never sees, have no words in a scenario', async () => {
  const isList = ({ exchange }: Finding): boolean => exchange.attempt.words.includes('GET /api/tickets');
  expect(await toldOf('listShowsAllToCustomers', isList)).toBeNull();
  expect(await toldOf('unknownKeysAreIgnored')).toBeNull();
});
