import helpdesk from '../../specs/helpdesk.md?raw';
import { connect } from '../../src/runtime/host/connect.ts';

export interface Measured {
  /** Medians, in ms, as the page sees them: through the worker and back. */
  readonly create: number;
  readonly list: number;
  /**
   * The call that reads nothing of the database: the floor of everything that crosses to the
   * worker.
   */
  readonly person: number;
}

/**
 * Fills the helpdesk with `count` tickets through the session, as a manager, and times a create and
 * a list of 25.
 */
async function measure(count: number): Promise<Measured> {
  // A person reports at most twenty problems a day: not here.
  const text = helpdesk.replace(/^\| not too many a day .*\n/m, '');
  const host = await connect({ key: 'benchmark', text });
  const actor = (await host.actors()).find((one) => one.example === 'Mia');
  if (!actor) throw new Error('the helpdesk has no Mia');
  await host.actAs(actor.id);
  const create = async (index: number): Promise<void> => {
    const outcome = await host.run({ kind: 'create', part: null, entity: 'Ticket', values: { subject: `Problem ${index}` } });
    if (!outcome.ok) throw new Error(`a ticket was refused: ${outcome.refusals[0]?.because}`);
  };
  const list = async (): Promise<void> => {
    const outcome = await host.part({ address: { screen: 'Queue', parameters: {} }, part: '1.0.0' });
    if (!outcome.ok || outcome.value.kind !== 'list' || outcome.value.rows.length !== 25) throw new Error('the queue has no list of 25');
  };
  for (let index = 0; index < count; index++) await create(index);
  const measured = {
    create: await median(50, () => create(count)),
    list: await median(30, list),
    person: await median(100, () => host.person()),
  };
  host.close();
  return measured;
}

async function median(times: number, run: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  for (let index = 0; index < times; index++) {
    const start = performance.now();
    await run();
    samples.push(performance.now() - start);
  }
  return samples.sort((a, b) => a - b)[times >> 1] ?? Number.NaN;
}

Object.assign(window, { measure });
