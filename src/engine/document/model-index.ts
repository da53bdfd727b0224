import { grouped } from '../../base/grouped.ts';
import type { Expression, Problem } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import type { Watch } from '../../expression/values/value.ts';
import { visit } from '../../expression/visit.ts';
import type { View } from '../../model/ast/calls.ts';
import type { Constant } from '../../model/ast/constants.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import type { ErrorEntry } from '../../model/ast/errors.ts';
import type { Message } from '../../model/ast/messages.ts';
import type { Permission, Role } from '../../model/ast/roles.ts';
import type { Rule } from '../../model/ast/rules.ts';
import type { Screen } from '../../model/ast/screens.ts';
import type { Machine, Transition, Trigger } from '../../model/ast/states.ts';
import { Labels } from '../../model/labels.ts';
import { isOfRecord, type RecordRole } from '../../model/organisations.ts';
import type { RunModel } from '../../model/run-model.ts';
import { type Schema, schemaOf } from '../../store/schema.ts';
import { dependenciesOf, entitiesIn, fieldsIn } from '../world/dependencies.ts';
import { type ChangeEvent, changeEventsOf } from './change-events.ts';
import type { Observer } from './observer.ts';

/** A row of section 4 and its machine. */
export interface TransitionRow {
  readonly machine: Machine;
  readonly transition: Transition;
}

/** What a computed field reads: the record, also its own lists, or other records as well. */
type Reach = 'itself' | 'own lists' | 'abroad';

/** The names of computed fields that need the store, and of those that read beyond own lists. */
interface Asking {
  readonly all: readonly string[];
  readonly abroad: readonly string[];
}

/**
 * A model indexed for running: lookups by name, and derived data, computed once. If two elements
 * share a name, the first one counts.
 */
export class ModelIndex {
  readonly model: RunModel;
  readonly schema: Schema;
  readonly labels: Labels;
  /** The labels in the document's other languages, by tag. */
  readonly translated: ReadonlyMap<string, Labels>;
  readonly timeZone: string;
  readonly currency: string;
  /**
   * Fields that the Is of a role reads, as `Entity.field`: callers may not set them on a new
   * record.
   */
  readonly roleFields: ReadonlySet<string>;
  /** The roles that belong to records. */
  readonly recordRoles: readonly RecordRole[];
  /** Called with each row of the document that takes part in a decision; null: no observer. */
  observer: Observer | null = null;
  /** Called with each expression that is evaluated; null: it is not watched. */
  watch: Watch | null = null;
  readonly #entities: ReadonlyMap<string, Entity>;
  readonly #constants: ReadonlyMap<string, Constant>;
  readonly #errors: ReadonlyMap<string, ErrorEntry>;
  readonly #messages: ReadonlyMap<string, Message>;
  readonly #roles: ReadonlyMap<string, Role>;
  readonly #screens: ReadonlyMap<string, Screen>;
  readonly #views: ReadonlyMap<string, View>;
  readonly #machines: ReadonlyMap<string, readonly Machine[]>;
  readonly #rules: ReadonlyMap<string, readonly Rule[]>;
  readonly #permissions: ReadonlyMap<string, readonly Permission[]>;
  readonly #asking = new Map<string, Asking>();
  readonly #rowsOf = new Map<string, Map<string, readonly TransitionRow[]>>();
  readonly #changeEvents = new Map<string, readonly ChangeEvent[]>();
  readonly #dependencies = new Map<string, ReadonlySet<string> | null>();
  readonly #conditions = new WeakMap<Node, ReadonlySet<string> | null>();
  readonly #looks = new WeakMap<Expression, ReadonlySet<string> | null>();
  readonly #holes = new WeakMap<Expression, boolean>();
  readonly #reads = new WeakMap<Expression, ReadonlyMap<string, ReadonlySet<string>>>();

  constructor(model: RunModel) {
    this.model = model;
    this.schema = schemaOf(model);
    this.labels = new Labels(model.labels, model.language);
    this.translated = new Map(model.languages.slice(1).map((tag) => [tag, new Labels(model.labels, tag)]));
    this.#entities = byName(model.entities);
    this.#constants = byName(model.constants);
    this.#errors = byName(model.errors);
    this.#messages = byName(model.messages);
    this.#roles = byName(model.roles);
    this.#screens = byName(model.screens);
    this.#views = byName(model.views);
    this.#machines = grouped(model.machines, (machine) => machine.entity);
    this.#rules = grouped(model.rules, (rule) => rule.entity.text);
    this.#permissions = grouped(model.permissions ?? [], (permission) => permission.entity.text);
    this.roleFields = roleFieldsOf(model);
    this.recordRoles = model.roles.filter(isOfRecord);
    this.timeZone = textConstant(this.#constants.get('TIME_ZONE')) ?? 'UTC';
    this.currency = textConstant(this.#constants.get('CURRENCY')) ?? '';
  }

  entity = (name: string): Entity | null => this.#entities.get(name) ?? null;
  field = (entity: string, name: string): Field | null => this.#entities.get(entity)?.byName.get(name) ?? null;
  constant = (name: string): Constant | null => this.#constants.get(name) ?? null;
  error = (name: string): ErrorEntry | null => this.#errors.get(name) ?? null;
  message = (name: string): Message | null => this.#messages.get(name) ?? null;
  role = (name: string): Role | null => this.#roles.get(name) ?? null;
  screen = (name: string): Screen | null => this.#screens.get(name) ?? null;
  view = (name: string): View | null => this.#views.get(name) ?? null;
  machines = (entity: string): readonly Machine[] => this.#machines.get(entity) ?? [];
  rules = (entity: string): readonly Rule[] => this.#rules.get(entity) ?? [];
  permissions = (entity: string): readonly Permission[] => this.#permissions.get(entity) ?? [];

  /** The computed fields of an entity that read other records, so the store must fetch these. */
  askingFields = (entity: string): readonly string[] => this.#askingOf(entity).all;

  /** Those of `askingFields` that read more than the record's own lists. */
  askingAbroad = (entity: string): readonly string[] => this.#askingOf(entity).abroad;

  /** The entities that a computed field can read; null if unknown. */
  dependenciesOf(entity: string, field: string): ReadonlySet<string> | null {
    const key = `${entity}.${field}`;
    const known = this.#dependencies.get(key);
    if (known !== undefined) return known;
    // Unknown names are not cached, because callers can send any number of them.
    if (this.field(entity, field) === null) return null;
    const found = dependenciesOf(entity, field, this.field);
    this.#dependencies.set(key, found);
    return found;
  }

  /** The entities that a condition can read; null if unknown. */
  entitiesIn(node: Node): ReadonlySet<string> | null {
    const known = this.#conditions.get(node);
    if (known !== undefined) return known;
    const found = entitiesIn(node, this.field);
    this.#conditions.set(node, found);
    return found;
  }

  /** Whether the expression's value can change with these fields (`Comment.author`). */
  mayChange(expression: Expression, changed: ReadonlySet<string>): boolean {
    let looks = this.#looks.get(expression);
    if (looks === undefined) {
      looks = expression.node === null ? new Set() : fieldsIn(expression.node, this.field);
      this.#looks.set(expression, looks);
    }
    return looks === null || [...changed].some((field) => looks.has(field));
  }

  #askingOf(entity: string): Asking {
    const known = this.#asking.get(entity);
    if (known !== undefined) return known;
    const reached = [...(this.entity(entity)?.byName.values() ?? [])].map(
      (field) => [field.name.text, this.#reach(field, new Set())] as const,
    );
    const those = (asks: (reach: Reach) => boolean): readonly string[] => reached.flatMap(([name, reach]) => (asks(reach) ? [name] : []));
    const found = { all: those((reach) => reach !== 'itself'), abroad: those((reach) => reach === 'abroad') };
    this.#asking.set(entity, found);
    return found;
  }

  #reach(field: Field, seen: Set<Field>): Reach {
    const node = field.computed?.node ?? null;
    if (node === null || seen.has(field)) return 'itself';
    seen.add(field);
    let reach: Reach = 'itself';
    visit(node, (inner) => {
      if (reach === 'abroad') return;
      // `me` is read anyway, and `self` is the record itself.
      const operand = inner.kind === 'select' && inner.operand.type.kind === 'record' ? inner.operand : null;
      const of = operand?.kind === 'name' ? operand.name : null;
      const name = inner.kind === 'name' ? inner.name : inner.kind === 'select' ? inner.field : null;
      const other = name === null ? null : this.field(field.entity, name);
      if ((inner.kind === 'name' && inner.resolution.kind === 'entity') || (operand !== null && of !== 'me' && of !== 'self'))
        reach = 'abroad';
      else if (other === null) return;
      else if (other.type.kind === 'members' || other.type.kind === 'inverse') reach = of === 'me' ? 'abroad' : 'own lists';
      else {
        const further = this.#reach(other, seen);
        if (further !== 'itself') reach = further;
      }
    });
    return reach;
  }

  machine(entity: string, field: string): Machine | null {
    return this.machines(entity).find((machine) => machine.field === field) ?? null;
  }

  /** Whether a list can be the inverse of this field: a stored relation or list of records. */
  isOtherSide(entity: string, field: string): boolean {
    const found = this.field(entity, field);
    return found !== null && found.computed === null && (found.type.kind === 'relation' || found.type.kind === 'members');
  }

  /** The rows of an event, or of `delete`, in the order in which they are tried. */
  rowsOf(entity: string, event: string): readonly TransitionRow[] {
    const known = this.#rowsOf.get(entity)?.get(event);
    if (known !== undefined) return known;
    const found = this.#lookForRows(entity, event);
    // Unknown names are not cached, because callers can send any number of them.
    if (found.length > 0) this.#rowsOf.set(entity, (this.#rowsOf.get(entity) ?? new Map()).set(event, found));
    return found;
  }

  #lookForRows(entity: string, event: string): readonly TransitionRow[] {
    return this.machines(entity).flatMap((machine) =>
      machine.transitions
        .filter(({ trigger }) => (trigger.kind === 'event' || trigger.kind === 'delete') && trigger.name.text === event)
        .map((transition) => ({ machine, transition })),
    );
  }

  /** The start rows with a guard or an effect. */
  startRows = (entity: string): readonly TransitionRow[] => this.#rowsByKind(entity, 'create');

  /** The `changed(…)` rows, grouped by their fields. */
  changeEvents(entity: string): readonly ChangeEvent[] {
    const known = this.#changeEvents.get(entity) ?? changeEventsOf(this.#rowsByKind(entity, 'changed'));
    this.#changeEvents.set(entity, known);
    return known;
  }

  #rowsByKind = (entity: string, kind: Trigger['kind']): readonly TransitionRow[] =>
    this.machines(entity).flatMap((machine) =>
      machine.transitions.filter(({ trigger }) => trigger.kind === kind).map((transition) => ({ machine, transition })),
    );

  eventsOf(entity: string): readonly string[] {
    const names = this.machines(entity).flatMap((machine) =>
      machine.transitions.flatMap(({ trigger }) => (trigger.kind === 'event' ? [trigger.name.text] : [])),
    );
    return [...new Set(names)];
  }

  /** Whether it depends on a constant without a value. It is then not enforced. */
  dependsOnHole(expression: Expression): boolean {
    const known = this.#holes.get(expression);
    if (known !== undefined) return known;
    const found = this.#looksForHole(expression);
    this.#holes.set(expression, found);
    return found;
  }

  #looksForHole(expression: Expression): boolean {
    const seen = new Set<Expression>();
    const depends = (one: Expression): boolean => {
      if (seen.has(one)) return false;
      seen.add(one);
      if (one.reads.constants.some((name) => this.#constants.get(name)?.value === undefined)) return true;
      return this.#computedReads(one).some((field) => field.computed !== null && depends(field.computed));
    };
    return depends(expression);
  }

  /**
   * The stored fields of the record that an expression reads, including through computed fields.
   */
  readsOf(expression: Expression, entity: string): ReadonlySet<string> {
    const known = this.#reads.get(expression)?.get(entity);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const gather = (one: Expression): void => {
      for (const name of one.reads.self) {
        if (found.has(name)) continue;
        found.add(name);
        const computed = this.field(entity, name)?.computed ?? null;
        if (computed !== null) gather(computed);
      }
    };
    gather(expression);
    this.#reads.set(expression, new Map([...(this.#reads.get(expression) ?? []), [entity, found]]));
    return found;
  }

  #computedReads(expression: Expression): Field[] {
    return expression.reads.fields.flatMap((path) => {
      const [entity = '', field = ''] = path.split('.');
      return this.field(entity, field) ?? [];
    });
  }
}

/** Whether a problem makes the expression unusable, as opposed to merely suspicious. */
const isSerious = (problem: Problem): boolean =>
  problem.kind !== 'hidden-name' && problem.kind !== 'self-comparison' && problem.kind !== 'unit';

/** Whether the expression can be evaluated. The checker reports those that cannot. */
export const canEvaluate = (expression: Expression): boolean => expression.node !== null && !expression.problems.some(isSerious);

function roleFieldsOf(model: RunModel): ReadonlySet<string> {
  const found = new Set<string>();
  const account = model.account?.entity.text ?? null;
  for (const { is } of model.roles) {
    if (is === null || is.node === null) continue;
    visit(is.node, (node) => {
      if (node.kind !== 'select') return;
      const { operand } = node;
      if (operand.type.kind === 'record') found.add(`${operand.type.entity}.${node.field}`);
      else if (operand.kind === 'name' && operand.name === 'me' && account !== null) found.add(`${account}.${node.field}`);
    });
  }
  return found;
}

const textConstant = (constant: Constant | undefined): string | null => (typeof constant?.value === 'string' ? constant.value : null);

function byName<T extends { readonly name: { readonly text: string } }>(items: readonly T[]): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const item of items) if (!found.has(item.name.text)) found.set(item.name.text, item);
  return found;
}
