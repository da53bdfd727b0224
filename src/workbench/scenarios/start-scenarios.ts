import type { ScenarioPort } from './live-scenarios.ts';

/** Starts the worker that runs scenarios, from the file that the bundler makes of it. */
export const startScenarios = (): ScenarioPort =>
  new Worker(new URL('./scenario-worker.ts', import.meta.url), { type: 'module', name: 'ninefold scenarios' }) as ScenarioPort;
