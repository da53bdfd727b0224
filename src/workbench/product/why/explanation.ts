import type { Span } from '../../../base/span.ts';
import type { TextEdit } from '../../../base/text-edit.ts';
import { nameOf, type PermissionKey } from '../../../engine/access/permission-key.ts';
import { ModelIndex } from '../../../engine/document/model-index.ts';
import { allowing } from '../../../engine/explain/allow.ts';
import { type RoleAnswer, rolesMay } from '../../../engine/explain/roles.ts';
import type { Refusal } from '../../../engine/outcome.ts';
import type { Model } from '../../../model/model.ts';

/**
 * The document's explanation of a refusal. Positions and edits refer to the text that the product
 * runs.
 */
export interface Explanation {
  /** The reason as a sentence; empty if unknown. */
  readonly because: string;
  readonly at: Span | null;
  /**
   * Which roles may do it according to sections 4 and 6, each role on its own; null if those
   * sections do not decide.
   */
  readonly who: { readonly permission: string; readonly roles: readonly RoleAnswer[] } | null;
  /**
   * The smallest change of the text that would allow one of the person's roles; null if none is
   * needed or none would suffice.
   */
  readonly change: { readonly role: string; readonly words: readonly string[]; readonly edits: readonly TextEdit[] } | null;
}

/** `roles` are the roles of the person who was refused. */
export function explanationOf(model: Model, { because, at, permission }: Refusal, roles: readonly string[]): Explanation {
  const reason = { because: sentence(because), at };
  if (permission === undefined) return { ...reason, who: null, change: null };
  const who = rolesMay(new ModelIndex(model), permission);
  return {
    ...reason,
    who: who.length === 0 ? null : { permission: nameOf(permission), roles: who },
    change: smallest(model, permission, who, roles),
  };
}

/**
 * Returns null if one of the person's roles already may, because then permissions are not the
 * reason.
 */
function smallest(model: Model, permission: PermissionKey, who: readonly RoleAnswer[], roles: readonly string[]): Explanation['change'] {
  const held = who.filter(({ role }) => roles.includes(role));
  if (held.some(({ verdict }) => verdict !== 'no')) return null;
  const changes = held.flatMap(({ role }) => {
    const change = allowing(model, permission, role);
    return change === null ? [] : [{ role, ...change }];
  });
  return changes.sort((a, b) => a.edits.length - b.edits.length)[0] ?? null;
}

function sentence(words: string): string {
  if (words === '') return '';
  const begun = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
