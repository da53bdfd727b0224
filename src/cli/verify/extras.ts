import { spawn } from 'node:child_process';
import type { Model } from '../../model/model.ts';
import type { SecretOf } from '../../serve/calls/signature.ts';
import { type Adapter, sameNames } from '../../verifier/adapter/adapter.ts';
import { readAdapter } from '../../verifier/adapter/read-adapter.ts';
import { type GivenPerson, readPeople } from '../../verifier/sending/people-file.ts';
import { readDocuments } from '../documents.ts';
import type { Machine } from '../machine.ts';

/** Files and a reset that supplement the document. */
export interface Extras {
  readonly adapter: Adapter;
  readonly people: readonly GivenPerson[];
  /** Resets the service; resolves to the reason for a failure, or null. */
  readonly reset: (() => Promise<string | null>) | null;
}

/** Milliseconds until a reset times out. */
const resetPatience = 60_000;

/** Returns null if something is wrong, after reporting it. */
export async function readExtras(
  options: Readonly<Record<string, string>>,
  model: Model,
  base: URL,
  host: Machine,
): Promise<Extras | null> {
  const adapter = await fromFile(options['adapter'], host, sameNames, (text, file) => {
    const read = readAdapter(text, model);
    for (const { line, message } of read.problems) host.writeError(`${file}:${line}: ${message}\n`);
    return read.problems.length === 0 ? read.adapter : null;
  });
  const people = await fromFile<readonly GivenPerson[]>(options['people'], host, [], (text, file) => {
    const read = readPeople(text, model);
    if (!read.ok) host.writeError(`${file}:${read.line}: ${read.problem}\n`);
    return read.ok ? read.people : null;
  });
  const reset = resetOf(options['reset'], base);
  if (typeof reset === 'string') host.writeError(`${reset}\n`);
  return adapter === null || people === null || typeof reset === 'string' ? null : { adapter, people, reset };
}

/**
 * Returns the secrets of signed calls. `NAME=VARIABLE` names the environment variable of one; by
 * default the variable has the secret's name. A string describes the problem.
 */
export function secretsIn(model: Model, given: readonly string[], host: Machine): SecretOf | string {
  const variables = new Map<string, string>();
  for (const one of given) {
    const [name = '', variable = ''] = one.split('=');
    const known = model.secrets.map(({ name: { text } }) => text);
    if (!known.includes(name))
      return `--secret names “${name}”, but the document has ${known.length === 0 ? 'no secrets' : known.join(', ')}.`;
    if (!host.environment(variable)) return `--secret ${name}=${variable}: the environment variable “${variable}” is not set.`;
    variables.set(name, variable);
  }
  return (name) => host.environment(variables.get(name) ?? name) || null;
}

async function fromFile<T>(
  file: string | undefined,
  host: Machine,
  none: T,
  read: (text: string, file: string) => T | null,
): Promise<T | null> {
  if (file === undefined) return none;
  const [document] = (await readDocuments([file], host)) ?? [];
  return document === undefined ? null : read(document.text, file);
}

/** Resets with a POST to an address, or with a shell command. A string describes the problem. */
export function resetOf(given: string | undefined, base: URL): Extras['reset'] | string {
  if (given === undefined) return null;
  if (!/^https?:\/\//.test(given)) return () => ran(given);
  if (!URL.canParse(given)) return `--reset needs a command or an address, not “${given}”.`;
  const url = new URL(given);
  if (url.hostname !== base.hostname) return `--reset sends a request to ${url.hostname}, but --against names ${base.hostname}.`;
  return async () => {
    try {
      const { ok, status } = await fetch(url, { method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(resetPatience) });
      return ok ? null : `POST ${url.href} answered ${status}`;
    } catch (error) {
      return `POST ${url.href}: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
}

const ran = (command: string): Promise<string | null> =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'ignore', 'pipe'], timeout: resetPatience });
    let errorOutput = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errorOutput = (errorOutput + chunk.toString()).slice(-400);
    });
    child.on('error', (error) => resolve(`“${command}”: ${error.message}`));
    child.on('close', (code, signal) =>
      resolve(code === 0 ? null : `“${command}” ended with ${signal ?? code}${errorOutput.trim() === '' ? '' : `: ${errorOutput.trim()}`}`),
    );
  });
