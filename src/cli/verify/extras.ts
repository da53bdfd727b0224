import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import type { Model } from '../../model/model.ts';
import type { SecretOf } from '../../serve/calls/signature.ts';
import { type Adapter, sameNames } from '../../verifier/adapter/adapter.ts';
import { readAdapter } from '../../verifier/adapter/read-adapter.ts';
import { type GivenPerson, readPeople } from '../../verifier/sending/people-file.ts';
import { readDocuments } from '../documents.ts';
import type { Machine } from '../machine.ts';

/** Files, a reset and a clock that supplement the document. */
export interface Extras {
  readonly adapter: Adapter;
  readonly people: readonly GivenPerson[];
  /** Resets the service; resolves to the reason for a failure, or null. */
  readonly reset: (() => Promise<string | null>) | null;
  /** Sets the service's clock; resolves to the reason for a failure, or null. */
  readonly setClock: ((moment: number) => Promise<string | null>) | null;
}

/** Milliseconds until a reset or a setting of the clock times out. */
const hookPatience = 60_000;

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
  const hooks = hooksOf(options, base);
  if (typeof hooks === 'string') host.writeError(`${hooks}\n`);
  return adapter === null || people === null || typeof hooks === 'string' ? null : { adapter, people, ...hooks };
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

/** The reset and the clock that the options name. A string describes the problem. */
export function hooksOf(options: Readonly<Record<string, string>>, base: URL): Pick<Extras, 'reset' | 'setClock'> | string {
  const [reset, clock] = (['reset', 'clock'] as const).map((name) => hookOf(name, options[name], base));
  if (typeof reset === 'string') return reset;
  if (typeof clock === 'string') return clock;
  const setClock = (moment: number): Promise<string | null> => {
    const now = new Date(moment).toISOString();
    return clock?.({ body: { now }, environment: { NINEFOLD_NOW: now } }) ?? Promise.resolve(null);
  };
  return { reset: reset ? () => reset({}) : null, setClock: clock ? setClock : null };
}

/** What a service is told: in the body of a request, or in the environment of a command. */
interface Told {
  readonly body?: object;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Tells the service by a POST to an address, or by a shell command. A string is a problem. */
function hookOf(name: string, given: string | undefined, base: URL): ((told: Told) => Promise<string | null>) | null | string {
  if (given === undefined) return null;
  if (!/^https?:\/\//.test(given)) return ({ environment = {} }) => ran(given, environment);
  if (!URL.canParse(given)) return `--${name} needs a command or an address, not “${given}”.`;
  const url = new URL(given);
  if (url.hostname !== base.hostname) return `--${name} sends a request to ${url.hostname}, but --against names ${base.hostname}.`;
  return async ({ body }) => {
    const signal = AbortSignal.timeout(hookPatience);
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    try {
      const { ok, status } = await fetch(url, { method: 'POST', redirect: 'manual', signal, ...sent });
      return ok ? null : `POST ${url.href} answered ${status}`;
    } catch (error) {
      return `POST ${url.href}: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
}

const ran = (command: string, environment: Readonly<Record<string, string>>): Promise<string | null> =>
  new Promise((resolve) => {
    const set = Object.entries(environment).map(([name, value]) =>
      platform() === 'win32' ? `set "${name}=${value}" && ` : `export ${name}=${value}; `,
    );
    const child = spawn(set.join('') + command, { shell: true, stdio: ['ignore', 'ignore', 'pipe'], timeout: hookPatience });
    let errorOutput = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errorOutput = (errorOutput + chunk.toString()).slice(-400);
    });
    child.on('error', (error) => resolve(`“${command}”: ${error.message}`));
    child.on('close', (code, signal) =>
      resolve(code === 0 ? null : `“${command}” ended with ${signal ?? code}${errorOutput.trim() === '' ? '' : `: ${errorOutput.trim()}`}`),
    );
  });
