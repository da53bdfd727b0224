import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { exampleRecords, seedExamples } from '../change/seed.ts';
import { createProduct } from '../product.ts';
import { SessionHost } from '../session-host.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8').split('\n');
const rows = helpdesk.flatMap((line, index) => (/^(\||###|\s*- )/.test(line) ? [index] : []));

/**
 * Reads everything that a person can see and returns the refusals with status 500, which are
 * internal errors.
 */
async function mistakes(text: string): Promise<readonly string[]> {
  const model = readModel(text);
  const product = createProduct({ model, store: createMemoryStore(model), platform: fixedPlatform(), hasher: cheapHasher });
  seedExamples(product);
  const host = new SessionHost(product);
  const actors = await host.actors();
  await host.actAs(actors.at(-1)?.id ?? null);
  await host.navigation();
  const wrong: string[] = [];
  for (const screen of model.screens) {
    const [about] = Object.values(exampleRecords(product)).filter((record) => record.entity === screen.about?.text);
    const parameter = screen.parameters.at(-1);
    const value = about === undefined ? '' : (product.store.record(about.entity, about.id)?.[screen.foundBy ?? 'id'] ?? '');
    const address = { screen: screen.name.text, parameters: parameter === undefined ? {} : { [parameter]: String(value) } };
    const opened = await host.screen(address);
    const parts = opened.ok ? await Promise.all(opened.value.visible.map((part) => host.part({ address, part }))) : [opened];
    for (const outcome of parts)
      if (!outcome.ok && outcome.refusals[0]?.status === 500) wrong.push(`${screen.name.text}: ${outcome.refusals[0].because}`);
  }
  return wrong;
}

test.each([0, 1, 2, 3])('an unfinished document always runs: with rows missing (%i)', async (phase) => {
  for (let at = phase; at < rows.length; at += 12) {
    const gone = rows[at] ?? 0;
    const text = helpdesk.filter((_, index) => index !== gone).join('\n');
    expect(await mistakes(text), `without line ${gone + 1}: ${helpdesk[gone]}`).toEqual([]);
  }
});

// Computed one by one, twenty of them would take longer than the age of the universe.
test('a field that depends on itself through a list of all records has no value, without delay', async () => {
  const examples = Array.from({ length: 20 }, (_, index) => `| One${index} | ${index} |`).join('\n');
  const text = `## 2. Screens

| Screen | Route |
|---|---|
| All | / |

### All

- list of Booking where \`owed > 0 || price > 3\`: price, owed
  - sort owed

## 3. Entities

### Booking

| Field | Type | Computed |
|---|---|---|
| price | integer | |
| owed | integer | \`sum(Booking.filter(b, b.owed > 1).map(b, b.price)) + price\` |

| Example | price |
|---|---|
${examples}
`;
  expect(await mistakes(text)).toEqual([]);
});
