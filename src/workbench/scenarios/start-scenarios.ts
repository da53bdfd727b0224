import type { ScenarioPort } from './live-scenarios.ts';

/**
 * Starts the worker that runs scenarios, from the file that the bundler makes of it, as soon as
 * `marked` is in sight: a page that shows the product alone needs no second engine.
 */
export async function startScenarios(marked: Element): Promise<ScenarioPort> {
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(marked);
  });
  return new Worker(new URL('./scenario-worker.ts', import.meta.url), { type: 'module', name: 'ninefold scenarios' }) as ScenarioPort;
}
