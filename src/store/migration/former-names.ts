import type { AuditEntry } from '../store.ts';
import type { MigrationPlan } from './plan.ts';

/*
 * The audit trail keeps the names of its time: not even a migration rewrites it. Earlier names of
 * entities and fields are stored next to it.
 */

/** What a change of the document renamed or took away. */
export interface Renaming {
  /** Lines of the trail up to this sequence were written under the old names. */
  readonly upTo: number;
  readonly from: string;
  /** Null: the entity is no longer there; another of this name is another. */
  readonly to: string | null;
  readonly fields: readonly (readonly [from: string, to: string])[];
}

/** The setting under which stores keep them, as JSON. */
export const renamingsKey = 'renamings';

export const readRenamings = (kept: string | null): readonly Renaming[] => (kept === null ? [] : (JSON.parse(kept) as Renaming[]));

/** What a plan renames; `upTo` is the last line of the trail. */
export function renamingsOf(plan: MigrationPlan, upTo: number): readonly Renaming[] {
  const found = new Map<string, { to: string | null; fields: [string, string][] }>();
  const about = (from: string, to: string | null): { to: string | null; fields: [string, string][] } => {
    const known = found.get(from) ?? { to, fields: [] };
    found.set(from, known);
    return known;
  };
  for (const step of plan.steps) {
    if (step.kind === 'drop-table') about(step.table.entity, null);
    if (step.kind === 'rebuild-table') {
      const { fields } = about(step.from.entity, step.to.entity);
      for (const { from, to } of step.moves) if (from !== null && from !== to) fields.push([from, to]);
    }
    if (step.kind === 'rebuild-link' && step.from.field !== step.to.field)
      about(step.from.entity, step.to.entity).fields.push([step.from.field, step.to.field]);
  }
  return [...found].flatMap(([from, { to, fields }]) => (from === to && fields.length === 0 ? [] : [{ upTo, from, to, fields }]));
}

/**
 * The names of an entity in the trail: each with the sequence numbers after which and up to which
 * it was used; the current name first.
 */
export interface Era {
  readonly entity: string;
  readonly after: number;
  readonly upTo: number;
}

export function erasOf(renamings: readonly Renaming[], entity: string): readonly Era[] {
  const eras: Era[] = [];
  let name = entity;
  let upTo = Number.MAX_SAFE_INTEGER;
  for (const renaming of [...renamings].reverse()) {
    const began = renaming.to === name && renaming.from !== name;
    // Another entity had this name before.
    const lost = renaming.from === name && renaming.to !== name;
    if (!began && !lost) continue;
    eras.push({ entity: name, after: renaming.upTo, upTo });
    if (lost) return eras;
    name = renaming.from;
    upTo = renaming.upTo;
  }
  eras.push({ entity: name, after: 0, upTo });
  return eras;
}

/** A line of the trail under the names of today. */
export function underPresentNames(renamings: readonly Renaming[], entry: AuditEntry): AuditEntry {
  let { entity } = entry;
  let changes = Object.entries(entry.changes);
  for (const { upTo, from, to, fields } of renamings) {
    if (entry.sequence > upTo || from !== entity || to === null) continue;
    const names = new Map(fields);
    entity = to;
    changes = changes.map(([field, change]) => [names.get(field) ?? field, change]);
  }
  return { ...entry, entity, changes: Object.fromEntries(changes) };
}

/** What an entity of an earlier document is called now; null when it is gone. */
export function presentName(renamings: readonly Renaming[], entity: string): string | null {
  return renamings.reduce<string | null>((name, { from, to }) => (name === from ? to : name), entity);
}
