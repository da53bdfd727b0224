import type { Product } from '../../engine/product.ts';
import type { Json } from '../../expression/values/json.ts';
import type { CallAnswer, CallRequest } from './call-request.ts';
import { documentErrorBody, type Problem } from './error-body.ts';
import { translatedProblems } from './request-words.ts';

/**
 * The response to refusals, in the caller's language: the document's `Error body`, or RFC 9457
 * without one. The first refusal sets the status.
 */
export function errorAnswer(
  product: Product,
  request: Pick<CallRequest, 'acceptLanguage'>,
  refused: readonly Problem[],
  headers: Readonly<Record<string, string>> = {},
): CallAnswer {
  const problems = translatedProblems(product.index, request.acceptLanguage ?? '', refused).map(placed);
  const first = problems[0];
  if (first === undefined) throw new Error('an error without a reason');
  const own = documentErrorBody(product.index, problems, product.platform.now());
  const json = own !== null && 'json' in own ? own.json : null;
  const challenge: Record<string, string> =
    first.status === 401 ? { 'www-authenticate': product.model.account?.token.scheme || 'Bearer' } : {};
  const wait: Record<string, string> = first.wait === undefined ? {} : { 'retry-after': String(first.wait) };
  const type = json === null ? 'application/problem+json' : 'application/json';
  return {
    status: first.status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      ...challenge,
      ...wait,
      ...headers,
    },
    body: JSON.stringify(json ?? problemDetails(first, problems)),
    refusals: refused,
    ...(own !== null && 'mistake' in own ? { mistake: own.mistake } : {}),
  };
}

/** Names a field of a line by its place in the body: `lines[0].price`. */
function placed(problem: Problem): Problem {
  const { line, field } = problem;
  if (line === undefined) return problem;
  const at = line.index === null ? line.list : `${line.list}[${line.index}]`;
  return { ...problem, field: line.index === null || field === null ? at : `${at}.${field}` };
}

/** A problem document (RFC 9457, section 3). `errors` lists all problems, each with its field. */
const problemDetails = (first: Problem, problems: readonly Problem[]): Json => ({
  type: 'about:blank',
  title: first.error,
  status: first.status,
  detail: first.message,
  errors: problems.map(({ error, message, field }): Json => (field === null ? { error, message } : { error, field, message })),
});
