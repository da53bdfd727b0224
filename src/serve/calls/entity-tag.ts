import type { Hasher } from '../../engine/account/hasher.ts';
import type { CallAnswer } from './call-request.ts';

/**
 * Adds an entity tag (RFC 9110, section 8.8.3) to a successful response. The tag is weak, because
 * the body may be compressed.
 */
export function withEntityTag(answer: CallAnswer, { digest }: Pick<Hasher, 'digest'>): CallAnswer {
  if (answer.status !== 200 || answer.body === null) return answer;
  const tag = `W/"${digest(answer.body).slice(0, 32)}"`;
  const headers = { etag: tag, 'cache-control': 'private, no-cache', vary: 'Authorization, Cookie' };
  return { ...answer, headers: Object.assign(headers, answer.headers) };
}

/** Whether a list of entity tags, or `*`, contains this tag. The comparison is weak. */
export function matchesTag(list: string, tag: string): boolean {
  const plain = (one: string): string => one.trim().replace(/^W\//, '');
  return list.trim() === '*' || list.split(',').some((one) => plain(one) === plain(tag));
}
