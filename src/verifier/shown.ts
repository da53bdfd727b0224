import type { Json } from '../expression/values/json.ts';
import type { CallAnswer } from '../serve/calls/call-request.ts';
import { listsIn } from './paging.ts';
import type { Planned } from './planned.ts';
import { leavesOf } from './template.ts';

/** What a request that reads asks for, whatever the records are like. */
export function asked({ call, persona, twist }: Planned): string {
  const input = twist !== null && 'input' in twist ? twist.input : '';
  return `${call.name.text} ${persona} ${twist?.kind} ${input} ${twist?.kind === 'query' ? twist.also?.input : ''}`;
}

/** The form of the body of an answer. */
export const formOf = ({ body }: CallAnswer): string => skeleton(body === null ? null : (JSON.parse(body) as Json));

/** Does a list hold something, but not all that another answer holds? */
export function isPartOf(answer: CallAnswer, whole: CallAnswer): boolean {
  const lengths = ({ body }: CallAnswer): readonly number[] =>
    body === null ? [] : listsIn(JSON.parse(body) as Json).map(([, entries]) => entries.length);
  const all = lengths(whole);
  return lengths(answer).some((length, index) => length > 0 && length < (all[index] ?? 0));
}

/** The form of an answer: its keys, what is empty or true, and how many there are. */
function skeleton(json: Json): string {
  const paths = [...leavesOf(json)].map(({ path, value }) => {
    const kind = value === null || typeof value === 'boolean' ? String(value) : typeof value;
    return `${path.map((part) => (typeof part === 'number' ? Math.min(part, 2) : part)).join('.')}=${kind}`;
  });
  return [...new Set(paths)].sort().join(' ');
}
