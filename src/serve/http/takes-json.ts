import { parseAccept } from 'hono/utils/accept';

/**
 * Whether an `Accept` header allows JSON (RFC 9110, section 12.5.1): the most specific matching
 * range decides. Errors are JSON in any case.
 */
export function takesJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true;
  const ranges = parseAccept(accept);
  for (const wanted of ['application/json', 'application/*', '*/*']) {
    const range = ranges.find(({ type }) => type.toLowerCase() === wanted);
    if (range !== undefined) return range.q > 0;
  }
  // The media type of RFC 9457 is also JSON, and so is every other type that ends in +json.
  return ranges.length === 0 || ranges.some(({ type, q }) => q > 0 && /^application\/[\w.-]+\+json$/i.test(type));
}
