import { expect, test } from 'vitest';
import helpdesk from '../../../../testing/documents/helpdesk.md?raw';
import { readModel } from '../../../model/read.ts';
import { beginWatch } from './watch.ts';

test('each row is shown as its actor, on the screen where its result appears', async () => {
  const model = readModel(helpdesk);
  const [scenario] = model.scenarios;
  if (scenario === undefined) expect.unreachable('helpdesk has scenarios');
  const watch = beginWatch(model, scenario);
  try {
    const seen: string[] = [];
    for (let row = await watch.next(); row !== null; row = await watch.next()) {
      const { account } = await watch.session.person();
      seen.push(`${account?.label} ${watch.location.current().path} ${row.passed ? 'as expected' : row.actual}`);
    }
    expect(seen).toEqual([
      'Ana Díaz /tickets/4 as expected',
      'Ana Díaz /tickets/4 as expected',
      'Mia Rossi /tickets/4 as expected',
      'Bo Chen /tickets/4 as expected',
      'Bo Chen /tickets/4 as expected',
      'Bo Chen /tickets/4 as expected',
      'Ana Díaz /tickets/4 as expected',
    ]);
  } finally {
    watch.close();
  }
});
