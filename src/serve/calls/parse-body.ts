import type { CallRequest } from './call-request.ts';
import type { Problem } from './error-body.ts';

/** The deepest nesting of JSON that is accepted. */
const deepest = 64;

/** Parses the body as JSON; undefined if it is empty. */
export function parseBody(request: CallRequest): { readonly json: unknown } | { readonly problem: Problem } {
  const { body, contentType } = request;
  if (body === null || body.trim() === '') return { json: undefined };
  const other = unsupportedMediaType(contentType);
  if (other !== null) return other;
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return problem(400, 'MALFORMED', `The body is not JSON: ${error.message}.`);
  }
  return isTooDeep(json) ? problem(400, 'MALFORMED', `The body is nested more than ${deepest} levels deep.`) : { json };
}

/** Why a body of this content type is refused; null for JSON in UTF-8, or without a type. */
export function unsupportedMediaType(contentType: string | null): { readonly problem: Problem } | null {
  if (contentType !== null && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)) {
    return problem(415, 'UNSUPPORTED_MEDIA_TYPE', `The body must be JSON (Content-Type: application/json), not ${contentType}.`);
  }
  // Reading it as UTF-8 would store other characters than were sent (RFC 8259, section 8.1).
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    return problem(415, 'UNSUPPORTED_MEDIA_TYPE', `The body must be JSON in UTF-8, not in ${charset}.`);
  return null;
}

const problem = (status: number, error: string, message: string): { readonly problem: Problem } => ({
  problem: { error, status, message, field: null },
});

/** Whether JSON is nested too deeply. Goes level by level, because recursion could overflow. */
export function isTooDeep(json: unknown): boolean {
  let level: unknown[] = [json];
  for (let count = 0; level.length > 0; count++) {
    if (count > deepest) return true;
    const next: unknown[] = [];
    for (const value of level) if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) next.push(inner);
    level = next;
  }
  return false;
}
