import type { Declarations } from '../../expression/environment.ts';
import type { Type } from '../../expression/types/type.ts';
import type { Secret } from '../ast/services.ts';

type EventEntry = { readonly entity: string; readonly parameters: ReadonlyMap<string, Type> };

/**
 * The declarations that the first pass collects; the second pass checks expressions against them.
 */
export class ModelDeclarations implements Declarations {
  readonly entities = new Set<string>();
  readonly constants = new Map<string, Type>();
  readonly secrets = new Map<string, Secret>();
  readonly services = new Set<string>();
  readonly views = new Map<string, string>();
  readonly screens = new Set<string>();
  readonly errors = new Set<string>();
  readonly messages = new Set<string>();
  readonly events = new Map<string, EventEntry[]>();
  readonly unusableEvents = new Set<string>();
  readonly examples = new Map<string, string>();
  account: string | null = null;
  readonly fieldTypes = new Map<string, Map<string, Type>>();

  fields(entity: string): ReadonlyMap<string, Type> {
    return this.fieldTypes.get(entity) ?? new Map();
  }

  addField(entity: string, field: string, type: Type): void {
    let fields = this.fieldTypes.get(entity);
    if (fields === undefined) this.fieldTypes.set(entity, (fields = new Map()));
    if (!fields.has(field)) fields.set(field, type);
  }

  addEvent(name: string, entry: EventEntry): void {
    const entries = this.events.get(name);
    if (entries === undefined) this.events.set(name, [entry]);
    else entries.push(entry);
  }
}
