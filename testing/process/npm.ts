import { spawnSync } from 'node:child_process';

/** npm's error codes for an unreachable registry. */
const unreachable = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENETUNREACH', 'EHOSTUNREACH', 'ENOTCACHED'];

export class RegistryUnreachable extends Error {}

/**
 * Runs npm in a folder and returns its output. Throws RegistryUnreachable, or an Error with npm's
 * output for any other failure.
 */
export function npm(folder: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=1'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status === 0) return stdout;
  const code = /^npm (?:error|ERR!) code (\w+)$/m.exec(stderr)?.[1];
  const said = `npm ${args.join(' ')} ended with ${status}: ${stderr}${stdout}`;
  throw code !== undefined && unreachable.includes(code) ? new RegistryUnreachable(said) : new Error(said);
}
