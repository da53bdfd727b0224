import type { Contents } from './contents.ts';
import type { Delta } from './delta.ts';
import type { Template } from './template.ts';
import type { Templates } from './templates.ts';
import type { View } from './view.ts';
import { hashAt } from './worlds.ts';

/**
 * A change in terms of one list of slots: the contents of records afterwards, whose links name
 * slots. Links to new records name the next slots, in the order of `made`.
 */
export interface Patch {
  readonly slots: readonly number[];
  readonly contents: readonly number[];
  /** By index in `slots`, the contribution of the new content to a world's hash. */
  readonly hashes: readonly number[];
  readonly created: readonly number[];
  readonly deleted: readonly number[];
}

/** `known`: the slots that the delta refers to. */
export function patchOf({ all, keys }: Templates, view: View, { deleted, written }: Delta, known: readonly number[]): Patch {
  const created = written.filter(({ at }) => at < -1);
  const slotAt = (at: number): number =>
    at === -1 ? -1 : at >= 0 ? (known[at] ?? -1) : view.size + created.findIndex((one) => one.at === at);
  const contentOf = ({ template: number, links }: Delta['written'][number]): number =>
    contentFor(keys, all[number] as Template, links.map(slotAt));
  const kept = written.filter(({ at }) => at >= 0);
  const slots = kept.map(({ at }) => slotAt(at));
  const contents = kept.map(contentOf);
  return {
    slots,
    contents,
    hashes: slots.map((slot, at) => hashAt(slot, contents[at] as number)),
    created: created.map(contentOf),
    deleted: deleted.map(slotAt),
  };
}

function contentFor(keys: Contents, template: Template, links: number[]): number {
  keys.sort(template, links);
  return keys.of(template.plain, template, links);
}
