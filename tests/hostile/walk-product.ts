import { fixedPlatform } from '../../src/base/platform.ts';
import { cheapHasher } from '../../src/engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../src/engine/change/seed.ts';
import type { InputData } from '../../src/engine/form-data.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import type { PartData } from '../../src/engine/part-data.ts';
import { createProduct, type Product } from '../../src/engine/product.ts';
import type { Address, Json } from '../../src/engine/record-data.ts';
import type { Command, PartAddress } from '../../src/engine/session.ts';
import { SessionHost } from '../../src/engine/session-host.ts';
import type { Model } from '../../src/model/model.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';

/** At most this many people look at a product, and this many things are done by each. */
const most = { people: 3, commands: 60 };

/**
 * Opens a product in memory, looks at every screen as several people, sends every form, triggers
 * every event, and looks again after a year of timers. Throws where the product fails by itself: a
 * refusal is an answer.
 */
export async function walkProduct(model: Model): Promise<void> {
  const platform = fixedPlatform();
  const product = createProduct({ model, store: createMemoryStore(model), platform, hasher: cheapHasher, placeholders: true });
  try {
    seedExamples(product);
    const host = new SessionHost(product);
    const actors = (await host.actors()).slice(0, most.people - 1);
    for (const who of [null, ...actors.map(({ id }) => id)]) {
      await host.actAs(who);
      await host.navigation();
      for (const command of await lookAround(host, product)) answered(await host.run(command), command);
      await lookAround(host, product);
    }
    platform.advance(365 * 24 * 3600 * 1000);
    await lookAround(host, product);
  } finally {
    product.store.close();
  }
}

/** Opens every screen and every part; gives what can be done there. */
async function lookAround(host: SessionHost, product: Product): Promise<readonly Command[]> {
  const commands: Command[] = [];
  for (const screen of product.model.screens) {
    const about = Object.values(exampleRecords(product)).find(({ entity }) => entity === screen.about?.text);
    const found = about === undefined ? null : product.store.record(about.entity, about.id);
    const parameters = Object.fromEntries(screen.parameters.map((name) => [name, String(found?.[screen.foundBy ?? 'id'] ?? '1')]));
    const address: Address = { screen: screen.name.text, parameters };
    const opened = answered(await host.screen(address), address);
    if (opened === null) continue;
    for (const part of opened.visible) {
      const data = answered(await host.part({ address, part }), { address, part });
      if (data !== null) commands.push(...(await commandsOf(host, data, { address, part })));
    }
  }
  return commands.slice(0, most.commands);
}

async function commandsOf(host: SessionHost, data: PartData, part: PartAddress): Promise<readonly Command[]> {
  switch (data.kind) {
    case 'form': {
      const { entity, record } = data;
      const values = await valuesFor(host, data.inputs);
      return record === null ? [{ kind: 'create', part, entity, values }] : [{ kind: 'update', entity, id: record.id, values }];
    }
    case 'buttons': {
      const { record } = data;
      if (record === null) return [];
      const { entity, id } = record;
      const events = data.events.map(async ({ event, parameters }): Promise<Command> => {
        return { kind: 'event', entity, id, event, parameters: await valuesFor(host, parameters) };
      });
      return Promise.all(events);
    }
    case 'button':
      return data.enabled ? [{ kind: 'button', part }] : [];
    case 'sign-in':
    case 'sign-up':
      return [{ kind: data.kind, values: await valuesFor(host, data.inputs) }];
    default:
      return [];
  }
}

async function valuesFor(host: SessionHost, inputs: readonly InputData[]): Promise<Readonly<Record<string, Json>>> {
  const values: [string, Json][] = [];
  for (const [index, input] of inputs.entries()) {
    const [record] = input.entity === null ? [] : await host.choices(input.entity, '', 1);
    const fits = fitting(input, record?.id ?? null);
    values.push([input.name, index % 5 === 4 ? (unfit[index % unfit.length] ?? null) : fits]);
  }
  return Object.fromEntries(values);
}

const unfit: readonly Json[] = [null, '', '\0\ud800', -1, 1e300, '9223372036854775808', [], {}, true, '2026-02-30'];

function fitting({ type, value, values }: InputData, record: string | null): Json {
  if (value !== null) return value;
  if (record !== null) return type === 'members' ? [record] : record;
  if (values[0] !== undefined) return values[0];
  const known: Readonly<Record<string, Json>> = {
    integer: 3,
    decimal: '2.5',
    money: '2.50',
    boolean: true,
    date: '2026-01-06',
    time: '09:30',
    list: [],
  };
  return known[type] ?? (type === 'datetime' ? '2026-01-06T10:00:00Z' : type === 'email' ? 'x@example.com' : 'some words');
}

/** The answer; null where it was refused. */
function answered<T>(outcome: Outcome<T>, asked: unknown): T | null {
  if (outcome.ok) return outcome.value;
  for (const { status, because } of outcome.refusals) if (status === 500) throw new Error(`${because} (asked: ${JSON.stringify(asked)})`);
  return null;
}
