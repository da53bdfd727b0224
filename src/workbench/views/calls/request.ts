import { own } from '../../../base/own.ts';
import type { Json } from '../../../engine/record-data.ts';
import type { Type } from '../../../expression/types/type.ts';
import type { Call, TakesPattern } from '../../../model/ast/calls.ts';
import type { CallRequest } from '../../../serve/calls/call-request.ts';

/** The typed inputs of a call, by name, as text. */
export interface TypedRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** JSON; empty: no body. */
  readonly body: string;
}

/** Returns the initial inputs: the defaults of the query, and a body with every key in Takes. */
export function initialInputs(call: Call): TypedRequest {
  return {
    path: Object.fromEntries(call.parameters.map(({ text }) => [text, ''])),
    query: Object.fromEntries(call.query.map(({ name, default: standard }) => [name.text, standard ?? ''])),
    body: call.takes === null ? '' : JSON.stringify(sample(call.takes, call.types), null, 2),
  };
}

function sample(takes: TakesPattern, types: Call['types']): Json {
  return Object.fromEntries(
    takes.entries
      .filter(({ optional }) => !optional)
      .map(({ key, inside }): [string, Json] => [key.text, inside === null ? sampleValue(types.get(key.text)) : sample(inside, types)]),
  );
}

function sampleValue(type: Type | undefined): Json {
  switch (type?.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
      return 1;
    case 'boolean':
      return true;
    case 'list':
      return [];
    case 'enum':
    case 'state':
      return type.values[0] ?? '';
    case 'date':
      return '2026-01-05';
    case 'datetime':
      return '2026-01-05T09:30:00Z';
    default:
      return '';
  }
}

/** Returns the request as a server receives it; a string describes what is missing or invalid. */
export function requestOf(call: Call, typed: TypedRequest, token: string | null): CallRequest | string {
  const empty = call.parameters.find(({ text }) => (own(typed.path, text) ?? '').trim() === '');
  if (empty !== undefined) return `Enter a value for ${empty.text}: it is part of the path.`;
  if (typed.body.trim() !== '') {
    try {
      JSON.parse(typed.body);
    } catch (error) {
      return `The body isn’t valid JSON: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((own(typed.path, name) ?? '').trim()));
  const asked = call.query.flatMap(({ name }): [string, string][] => {
    const text = (own(typed.query, name.text) ?? '').trim();
    return text === '' ? [] : [[name.text, text]];
  });
  const body = typed.body.trim() === '' ? null : typed.body;
  return {
    method: call.method,
    path,
    query: new URLSearchParams(asked).toString(),
    token,
    contentType: body === null ? null : 'application/json',
    body,
  };
}

/**
 * Returns the request as a shell command. The token is replaced by a placeholder, so that it stays
 * private.
 */
export function curlOf(request: CallRequest, header: { readonly header: string; readonly scheme: string } | null): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const parts = [
    `curl -X ${request.method} ${quoted(`$SERVER${request.path}${request.query === '' ? '' : `?${request.query}`}`).replace("'$SERVER", '"$SERVER"\'')}`,
  ];
  if (request.token !== null) {
    const { header: name, scheme } = header ?? { header: 'Authorization', scheme: 'Bearer' };
    parts.push(`-H "${name}: ${scheme === '' ? '' : `${scheme} `}$TOKEN"`);
  }
  if (request.contentType !== null) parts.push(`-H ${quoted(`Content-Type: ${request.contentType}`)}`);
  if (request.body !== null) parts.push(`-d ${quoted(compact(request.body))}`);
  return parts.join(' \\\n  ');
}

const compact = (json: string): string => JSON.stringify(JSON.parse(json));

/** Formats a body for reading: JSON is indented. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
