import type { VerifierPort } from './verifying.ts';

/** Starts the worker that verifies, from the file that the bundler makes of it. */
export const startVerifier = (): VerifierPort =>
  new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module', name: 'ninefold verifier' }) as VerifierPort;
