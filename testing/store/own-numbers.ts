import { spawnSync } from 'node:child_process';

/**
 * Prefix of a command that then is process 1 in its own process namespace, as in a container, and
 * sees only its own processes.
 */
export const ownNumbers: readonly string[] = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** Why process namespaces are unavailable here, as text; null if they are available. */
export function whyNoNumbers(): string | null {
  const [command = '', ...args] = ownNumbers;
  const { status, error, stderr } = spawnSync(command, [...args, 'true'], { encoding: 'utf8' });
  return status === 0 ? null : `no namespaces of process ids: ${error?.message ?? stderr.trim()}`;
}
