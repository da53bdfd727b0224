import { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from './environment.ts';
import { knownHosts } from './known-hosts.ts';

export interface Metrics {
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>;
  readonly contentType: string;
  answered(method: string, status: number, seconds: number): void;
  readonly listeners: { inc(): void; dec(): void };
}

/** Each server has its own registry, because several may run in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'ninefold_' });
  const labelNames = ['method', 'status'] as const;
  const requests = new Counter({ name: 'ninefold_http_requests_total', help: 'Requests answered', labelNames, registers: [registry] });
  const duration = new Histogram({
    name: 'ninefold_http_request_duration_seconds',
    help: 'Time from receiving a request to sending its response',
    labelNames: ['method'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const listeners = new Gauge({ name: 'ninefold_live_listeners', help: 'Open event streams', registers: [registry] });
  return {
    text: () => registry.metrics(),
    contentType: registry.contentType,
    answered(method, status, seconds) {
      requests.inc({ method, status: `${Math.floor(status / 100)}xx` });
      duration.observe({ method }, seconds);
    },
    listeners,
  };
}

export const metricsAnswer = async (metrics: Metrics): Promise<Response> =>
  new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } });

/** Serves the metrics on a separate port. `hosts`: the allowed host names; null: any. */
export function metricsApp(metrics: Metrics, hosts: readonly string[] | null): App {
  const app: App = new Hono();
  if (hosts !== null) app.use(knownHosts(hosts));
  app.get('/metrics', () => metricsAnswer(metrics));
  return app;
}
