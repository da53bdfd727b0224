import { LineIndex } from '../base/position.ts';
import type { Span } from '../base/span.ts';
import type { CoverageEvent } from '../engine/document/observer.ts';
import { expressionsOf, type Step } from '../expression/action.ts';
import type { Expression } from '../expression/expression.ts';
import type { Name } from '../model/ast/common.ts';
import type { Transition } from '../model/ast/states.ts';
import type { Model } from '../model/model.ts';
import type { Change } from '../store/store.ts';

/** One statement of a document, and whether a scenario exercises it. */
export interface CoverageItem {
  readonly section: number;
  readonly kind: 'screen' | 'field' | 'transition' | 'rule' | 'permission' | 'call' | 'error' | 'message';
  /** For example `Ticket.subject` or `Ticket: resolve for agent`. */
  readonly name: string;
  /** Its line in the document, from 1. */
  readonly line: number;
  readonly touched: boolean;
  /** Whether a rule, or a transition with a guard, refused anything; null for all other items. */
  readonly refused: boolean | null;
}

/**
 * Measures what the scenarios of a document exercise. A screen is touched when a row checks whether
 * a person sees it; a field when a scenario writes or reads it; a transition when it is taken; a
 * rule or a cell of section 6 when it is evaluated; an error when something is refused with it; a
 * call when scenarios do what it does (they act without calls).
 */
export class Coverage {
  readonly #model: Model;
  readonly #rows = new Set<number>();
  readonly #refused = new Set<number>();
  readonly #fields = new Set<string>();
  readonly #errors = new Set<string>();
  readonly #screens = new Set<string>();
  readonly #messages = new Set<string>();
  readonly #steps = new Set<string>();

  constructor(model: Model) {
    this.#model = model;
    for (const { rows } of model.scenarios) {
      for (const row of rows) {
        const { expect } = row;
        for (const step of row.do.steps) this.#read(step);
        if (expect.kind === 'holds') this.#reads(expect.expression);
        if (expect.kind === 'sees' || expect.kind === 'does-not-see') this.#screens.add(expect.screen.text);
      }
    }
  }

  /**
   * Called with everything that happens while the scenarios run, except for loading the examples.
   */
  readonly observe = (observed: CoverageEvent): void => {
    switch (observed.kind) {
      case 'permission':
        this.#rows.add(observed.cell.from);
        break;
      case 'rule':
        this.#rows.add(observed.row.from);
        if (!observed.kept) this.#refused.add(observed.row.from);
        break;
      case 'transition':
        (observed.taken ? this.#rows : this.#refused).add(observed.row.from);
        break;
      case 'error':
        this.#errors.add(observed.name);
        break;
      case 'message':
        this.#messages.add(observed.name);
        break;
      case 'write':
        this.#written(observed.change);
    }
  };

  #written(change: Change): void {
    if (change.kind === 'add' || change.kind === 'remove') this.#fields.add(`${change.entity}.${change.field}`);
    if (change.kind !== 'insert' && change.kind !== 'update') return;
    const values = change.kind === 'insert' ? change.record : change.values;
    for (const [field, value] of Object.entries(values)) {
      const says = change.kind === 'update' || (value !== null && !(Array.isArray(value) && value.length === 0));
      if (says) this.#fields.add(`${change.entity}.${field}`);
    }
  }

  #read(step: Step): void {
    this.#steps.add(signature(step));
    for (const part of expressionsOf(step)) {
      this.#reads(part);
      if ((step.kind === 'get' || step.kind === 'list') && part.reads.row.length > 0)
        for (const field of part.reads.row) this.#fields.add(`${step.entity.text}.${field}`);
    }
  }

  #reads({ reads }: Expression): void {
    for (const path of reads.fields) this.#fields.add(path);
  }

  /** In section order, and within a section in document order. */
  items(): readonly CoverageItem[] {
    const lines = new LineIndex(this.#model.tree.text);
    const item = (
      section: number,
      kind: CoverageItem['kind'],
      name: string,
      span: Span,
      touched: boolean,
      refused: boolean | null = null,
    ): CoverageItem => ({ section, kind, name, line: lines.position(span.from).line, touched, refused });
    const row = (span: Span): boolean => this.#rows.has(span.from);
    // Assumed screens need no test.
    const isDeclared = ({ text, span }: Name): boolean =>
      this.#model.declared.some((one) => one.kind === 'screen' && one.text === text && one.span.from === span.from);
    const { screens, entities, machines, rules, permissions, calls, errors, messages } = this.#model;
    return [
      ...screens
        .filter(({ name }) => isDeclared(name))
        .map(({ name, span }) => item(2, 'screen', name.text, span, this.#screens.has(name.text))),
      ...entities.flatMap(({ name, fields }) =>
        fields.map((field) => {
          const path = `${name.text}.${field.name.text}`;
          return item(3, 'field', path, field.span, this.#fields.has(path));
        }),
      ),
      ...machines.flatMap(({ entity, transitions }) =>
        transitions.map((transition) =>
          item(
            4,
            'transition',
            transitionName(entity, transition),
            transition.span,
            row(transition.span),
            refusal(transition, this.#refused),
          ),
        ),
      ),
      ...rules.map(({ name, span, must }) =>
        item(
          5,
          'rule',
          name.text,
          span,
          row(span) || this.#refused.has(span.from),
          must.kind === 'unknown' ? null : this.#refused.has(span.from),
        ),
      ),
      ...(permissions ?? []).flatMap(({ title, cells }) =>
        [...cells].map(([role, { span }]) => item(6, 'permission', `${title} for ${role}`, span, row(span))),
      ),
      ...calls.map(({ name, span, does }) => item(7, 'call', name.text, span, this.#does(does?.steps ?? []))),
      ...errors.map(({ name, span }) => item(8, 'error', name.text, span, this.#errors.has(name.text))),
      ...messages.map(({ name, span }) => item(8, 'message', name.text, span, this.#messages.has(name.text))),
    ];
  }

  /** Lookups and checks of a call do not count, unless the call does nothing else. */
  #does(steps: readonly Step[]): boolean {
    const doing = steps.filter(({ kind }) => kind !== 'get' && kind !== 'check' && kind !== 'assign');
    const counted = doing.length > 0 ? doing : steps.filter(({ kind }) => kind === 'get');
    return counted.length > 0 && counted.every((step) => this.#steps.has(signature(step)));
  }
}

const refusal = ({ guard, span }: Transition, refused: ReadonlySet<number>): boolean | null =>
  guard === null ? null : refused.has(span.from);

function transitionName(entity: string, { trigger, from, any, to }: Transition): string {
  const what = trigger.kind === 'event' || trigger.kind === 'delete' ? trigger.name.text : trigger.kind;
  const states = any ? 'any' : from.map((name) => name.text).join(', ');
  return `${entity}: ${what} from ${states}${to === null ? '' : ` to ${to.text}`}`;
}

/** A key for what a step does to what: `create Ticket`, `event resolve Ticket`. */
function signature(step: Step): string {
  switch (step.kind) {
    case 'create':
    case 'get':
    case 'list':
      return `${step.kind} ${step.entity.text}`;
    case 'event':
      return `event ${step.event.text} ${entityOf(step.target)}`;
    case 'update':
    case 'delete':
      return `${step.kind} ${entityOf(step.target)}`;
    case 'add':
    case 'remove':
      return `${step.kind} ${step.field.text}`;
    default:
      return step.kind;
  }
}

const entityOf = ({ type }: Expression): string =>
  type.kind === 'record' ? type.entity : type.kind === 'list' && type.of.kind === 'record' ? type.of.entity : '';
