import { spawnSync } from 'node:child_process';

/**
 * Before a command: it is process 1 of its own numbers, as in a container, and sees no process but
 * its own.
 */
export const ownNumbers: readonly string[] = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** Why there are no such numbers here, in words; null: there are. */
export function whyNoNumbers(): string | null {
  const [command = '', ...args] = ownNumbers;
  const { status, error, stderr } = spawnSync(command, [...args, 'true'], { encoding: 'utf8' });
  return status === 0 ? null : `no namespaces of process ids: ${error?.message ?? stderr.trim()}`;
}
