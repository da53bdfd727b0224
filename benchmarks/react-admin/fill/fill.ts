import { connect } from '../../../src/runtime/host/connect.ts';
import { dataKey } from '../../../src/runtime/site/config.ts';
import document from '../contacts.md?raw';
import { contacts } from '../records.ts';

/** As many as a file that is read in may hold. */
const most = 5000;

/**
 * Gives the product at `address`, on the same origin as this page, `count` contacts through its
 * session, as a file that is read in would.
 */
async function fill(address: string, count: number): Promise<void> {
  const host = await connect({ key: dataKey(address), text: document });
  try {
    const screen = { screen: 'Contacts', parameters: {} };
    const rows = contacts(count).map((contact) =>
      Object.fromEntries(
        Object.entries(contact).map(([field, value]) => [field, typeof value === 'boolean' ? (value ? 'yes' : 'no') : `${value}`]),
      ),
    );
    for (let from = 0; from < count; from += most) {
      const outcome = await host.importRows({ part: { address: screen, part: '0' }, rows: rows.slice(from, from + most), mode: 'all' });
      if (!outcome.ok) throw new Error(outcome.refusals[0]?.because);
      const [problem] = outcome.value.problems;
      if (problem !== undefined) throw new Error(`row ${problem.row} was refused: ${problem.refusal.message ?? problem.refusal.because}`);
    }
  } finally {
    host.close();
  }
}

Object.assign(window, { fill });
