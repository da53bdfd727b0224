import type { AuditEntry } from '../store.ts';
import type { MigrationPlan } from './plan.ts';

/*
 * The audit trail keeps the names of its time: not even a migration rewrites it. Earlier names of
 * entities and fields are stored beside it.
 */

/** What a change of the document renamed or removed. */
export interface Renaming {
  /** Trail entries up to this sequence number use the old names. */
  readonly upTo: number;
  readonly from: string;
  /** Null if the entity was removed; a later entity with this name is a different one. */
  readonly to: string | null;
  readonly fields: readonly (readonly [from: string, to: string])[];
}

/** The setting in which stores keep the renamings, as JSON. */
export const renamingsKey = 'renamings';

export const readRenamings = (kept: string | null): readonly Renaming[] => (kept === null ? [] : (JSON.parse(kept) as Renaming[]));

/** The renamings of a plan; `upTo` is the sequence number of the last trail entry. */
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
export interface NamePeriod {
  readonly entity: string;
  readonly after: number;
  readonly upTo: number;
}

export function namePeriods(renamings: readonly Renaming[], entity: string): readonly NamePeriod[] {
  const eras: NamePeriod[] = [];
  let name = entity;
  let upTo = Number.MAX_SAFE_INTEGER;
  for (const renaming of [...renamings].reverse()) {
    const began = renaming.to === name && renaming.from !== name;
    // Before that, the name belonged to another entity.
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

/** A trail entry under the current names. */
export function withCurrentNames(renamings: readonly Renaming[], entry: AuditEntry): AuditEntry {
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

/** The current name of an entity of an earlier document; null if it was removed. */
export function currentName(renamings: readonly Renaming[], entity: string): string | null {
  return renamings.reduce<string | null>((name, { from, to }) => (name === from ? to : name), entity);
}
