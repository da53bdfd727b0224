import type { Json } from '../../expression/values/json.ts';
import { type Fault, parsed } from '../answers/judge.ts';
import type { Exchange } from '../answers/side-by-side.ts';
import type { Planned } from '../plan/planned.ts';
import { pagingOf } from '../values/call-inputs.ts';
import type { Reports } from './reports.ts';
import type { Sender } from './sender.ts';
import type { Place } from './ways.ts';

interface Paged {
  /** The list without the limit or offset, read right before and right after the page. */
  readonly before: Exchange;
  readonly after: Exchange;
  /** The same list with the limit or offset. */
  readonly page: Exchange;
  readonly kind: 'limit' | 'offset';
  readonly by: number;
}

interface Paging extends Pick<Paged, 'kind' | 'by'> {
  readonly key: string;
  /** The request for the whole list. */
  readonly whole: Planned;
}

/** Compares pages of lists with the lists, once for each. */
export class Pages {
  readonly #sender: Sender;
  readonly #reports: Reports;
  readonly #compared = new Set<string>();

  constructor(sender: Sender, reports: Reports) {
    this.#sender = sender;
    this.#reports = reports;
  }

  /** How to compare a page with its whole list; null if this was done or would show nothing. */
  around(planned: Planned, place: Place): Paging | null {
    const paging = pagingIn(planned);
    if (paging === null || this.#compared.has(paging.key)) return null;
    // Where the page is the whole list, there is nothing to compare.
    const page = this.#sender.answerTo(planned, place);
    return page === null || page.status >= 400 || page.body === this.#sender.answerTo(paging.whole, place)?.body ? null : paging;
  }

  /** Compares a page of a list with the list as it was right before and after. */
  async compare(place: Place, paging: Paging, before: Exchange, page: Exchange): Promise<void> {
    const after = await this.#sender.send(paging.whole, place);
    if (after === null) return;
    this.#compared.add(paging.key);
    const fault = pagingFault({ before, page, after: after.exchange, ...paging });
    if (fault === null) return;
    const since = [...place.since, before];
    await this.#reports.report({ ...page, fault }, { ...place, since }, null, null, true);
  }
}

/** How a request pages a list; null if it does not, or if the document leaves the order open. */
function pagingIn(planned: Planned): Paging | null {
  const { mutation, call, persona } = planned;
  if (mutation?.kind !== 'query') return null;
  const { also, ...first } = mutation;
  const { input, from } = also ?? first;
  const kind = pagingOf(call, input);
  const isSorted = call.does?.steps.some((step) => step.kind === 'list' && step.sort.length > 0) === true;
  if (kind === null || typeof from !== 'number' || !isSorted) return null;
  const whole: Planned = { ...planned, mutation: also === undefined ? null : first };
  return { kind, by: from, whole, key: `${call.name.text} ${persona} ${kind} ${from} ${also === undefined}` };
}

type JsonObject = { readonly [key: string]: Json };

/**
 * Compares a page with the whole list: it must be a part of it, and counts of the whole must be
 * equal. This also works beside data of other clients, as long as it did not change meanwhile. Null
 * if the page is right or nothing is known.
 */
function pagingFault({ before, after, page, kind, by }: Paged): Fault | null {
  const [whole, again, part] = [bodyOf(before), bodyOf(after), bodyOf(page)];
  const [expectedWhole, expectedPart] = [before.expected.body, page.expected.body].map(read);
  if (whole === undefined || JSON.stringify(whole) !== JSON.stringify(again)) return null;
  if (part === undefined || expectedWhole === undefined || expectedPart === undefined) return null;
  for (const [key, all] of listsIn(expectedWhole)) {
    const [seen, shown] = [listAt(whole, key), listAt(part, key)];
    // If the document's page is the whole list, it shows nothing.
    if (seen === null || shown === null || listAt(expectedPart, key)?.length === all.length) continue;
    const wanted = kind === 'limit' ? seen.slice(0, by) : seen.slice(by);
    // After an offset, more entries of the whole list may follow.
    const found = kind === 'limit' ? shown : shown.slice(0, wanted.length);
    const where = key === '' ? 'the list' : key;
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      return { cause: `page ${kind} ${key}`, words: `${where} with ${kind} ${by} is not that part of the whole list` };
    for (const [count, value] of Object.entries(isObject(expectedWhole) ? expectedWhole : {})) {
      const isCount = typeof value === 'number' && isObject(expectedPart) && expectedPart[count] === value;
      if (!isCount || !isObject(whole) || !isObject(part) || whole[count] === part[count]) continue;
      const words = `${count} is ${JSON.stringify(part[count])} with ${kind} ${by}, and ${JSON.stringify(whole[count])} without`;
      return { cause: `count ${count}`, words };
    }
  }
  return null;
}

const isObject = (json: Json | undefined): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json);

/** The lists in a body by key; a body that is itself a list has the empty key. */
export function listsIn(body: Json): readonly (readonly [string, readonly Json[]])[] {
  if (Array.isArray(body)) return [['', body as readonly Json[]]];
  return isObject(body)
    ? Object.entries(body).flatMap(([key, value]) => (Array.isArray(value) ? [[key, value as readonly Json[]] as const] : []))
    : [];
}

const listAt = (body: Json, key: string): readonly Json[] | null => listsIn(body).find(([name]) => name === key)?.[1] ?? null;

const read = (body: string | null): Json | undefined => (body === null ? undefined : (JSON.parse(body) as Json));

const bodyOf = ({ actual }: Exchange): Json | undefined => ('problem' in actual || actual.status >= 400 ? undefined : parsed(actual.body));
