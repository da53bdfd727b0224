import type { Platform } from '../../../base/platform.ts';
import type { Session } from '../../../engine/session.ts';
import { SessionHost } from '../../../engine/session-host.ts';
import type { Scenario, ScenarioRow } from '../../../model/ast/people.ts';
import type { Model } from '../../../model/model.ts';
import type { ProductLocation } from '../../../runtime/location.ts';
import { memoryLocation } from '../../../runtime/memory-location.ts';
import { pathOf } from '../../../runtime/routes.ts';
import { createMemoryStore } from '../../../store/memory/memory-store.ts';
import { type ScenarioStep, watchSteps } from '../../../verify/scenario-steps.ts';
import { playScenario, type RowResult } from '../../../verify/scenarios.ts';
import { whereSeen } from './where-seen.ts';

export type WatchedRow = RowResult & { readonly row: ScenarioRow; readonly steps: readonly ScenarioStep[]; readonly seen: boolean };

/** A scenario played in a product with separate data, shown as the person acting. */
export interface Watch {
  readonly session: Session;
  readonly location: ProductLocation;
  /** The product's clock, which stands still until a row waits. */
  readonly platform: Platform;
  /** Plays the next row and goes to where its actor sees the result; null after the last row. */
  next(): Promise<WatchedRow | null>;
  close(): void;
}

export function beginWatch(model: Model, scenario: Scenario): Watch {
  const play = playScenario(model, scenario, createMemoryStore(model));
  const steps = watchSteps(play);
  const host = new SessionHost(play.product, { remembers: false });
  const location = memoryLocation();
  let played = 0;
  return {
    session: host,
    location,
    platform: play.platform,
    async next() {
      const row = scenario.rows[played];
      const result = play.next();
      if (row === undefined || result === null) return null;
      played++;
      const done = steps();
      await host.actAs(play.acted().account);
      const address = whereSeen(play, row, done);
      location.push(address === null ? '/' : pathOf(model.screens, address));
      return { ...result, row, steps: done, seen: address !== null };
    },
    close: play.close,
  };
}
