import type { CallAnswer } from '../../src/serve/calls/call-request.ts';
import type { Engine } from '../../src/serve/engine/engine.ts';

interface Asked {
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly query?: string;
  readonly token?: string | null;
}

/** Sends a call to a served product, as a JSON client does. */
export const askCall = (
  engine: Engine,
  method: string,
  path: string,
  { body, query = '', token = null }: Asked = {},
): Promise<CallAnswer> =>
  engine.call({ method, path, query, token, contentType: 'application/json', body: body === undefined ? null : JSON.stringify(body) });
