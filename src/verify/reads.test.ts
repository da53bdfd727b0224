import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type DataChange, mayAffect } from '../engine/data-change.ts';
import type { Product } from '../engine/product.ts';
import { addressIn } from '../engine/screens/addresses.ts';
import type { View, ViewRequest } from '../engine/session.ts';
import { SessionHost } from '../engine/session-host.ts';
import type { Person } from '../engine/world/world.ts';
import type { Part } from '../model/ast/screens.ts';
import { readModel } from '../model/read.ts';
import { createMemoryStore } from '../store/memory/memory-store.ts';
import { playScenario } from './scenarios.ts';

const spec = (name: string): string => readFileSync(new URL(`../../testing/documents/${name}.md`, import.meta.url), 'utf8');

const idsOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) => [part.id, ...('parts' in part ? idsOf(part.parts) : [])]);

/**
 * Every screen that a person may open, with all of its parts; a screen about a record once for
 * each.
 */
function requestsOf(product: Product, person: Person): readonly ViewRequest[] {
  const world = product.world(person);
  return product.model.screens.flatMap((screen): readonly ViewRequest[] => {
    const about = screen.about?.text ?? null;
    const records =
      about === null ? [null] : product.store.query({ entity: about, conditions: [] }).map(({ id }) => world.record(about, id, 'person'));
    return records.flatMap((record) => {
      const address = addressIn(world, screen, record);
      return address === null ? [] : [{ address, parts: idsOf(screen.parts).map((part) => ({ part })) }];
    });
  });
}

const seen = ({ reads: _, ...view }: View): unknown => view;

test.each(['helpdesk', 'conduit'])('%s: what a change does not concern looks the same to everybody after it', async (name) => {
  const model = readModel(spec(name));
  let [same, other, concerned] = [0, 0, 0];
  for (const scenario of model.scenarios) {
    const play = playScenario(model, scenario, createMemoryStore(model));
    const { product } = play;
    const account = model.account?.entity.text ?? '';
    const people = [null, ...product.store.query({ entity: account, conditions: [] }).map(({ id }) => id)].map((id) => product.as(id));
    let changes: DataChange[] = [];
    product.subscribe((change) => changes.push(change));
    for (;;) {
      const before = await Promise.all(
        people.flatMap((person) => {
          const host = new SessionHost(product, { remembers: false, person });
          return requestsOf(product, person).map(async (request) => ({ host, request, view: await host.open(request) }));
        }),
      );
      const now = product.platform.now();
      changes = [];
      if (play.next() === null) break;
      // As time passes, anything may look different, even if nothing was written.
      if (changes.length === 0 || product.platform.now() !== now) continue;
      for (const { host, request, view } of before) {
        const after = await host.open(request);
        const isSame = JSON.stringify(seen(after)) === JSON.stringify(seen(view));
        if (changes.some((change) => mayAffect(change, view.reads))) concerned++;
        else expect(seen(after), `${scenario.title}: ${JSON.stringify([request.address, changes, view.reads])}`).toEqual(seen(view));
        if (isSame) same++;
        else other++;
      }
    }
    play.close();
  }
  // Unless both occur, the test proves nothing: some screens change, and changes concern only some.
  expect(other).toBeGreaterThan(10);
  expect(concerned).toBeGreaterThanOrEqual(other);
  expect(concerned).toBeLessThan(same + other);
});
