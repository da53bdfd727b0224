import type { Budget } from '../../expression/evaluate/budget.ts';
import type { EvaluationContext } from '../../expression/evaluate/scope.ts';
import type { PlainDate, RecordValue, Timestamp, Value, Watch } from '../../expression/values/value.ts';
import { viewOf } from '../screens/views.ts';
import type { Records, Visibility, World } from './world.ts';

/**
 * A world as an expression sees it. A class with lazy members, because every request creates one
 * and uses little of it.
 */
export class WorldContext implements EvaluationContext {
  readonly #world: World;
  readonly #visibility: Visibility;
  /** A record to leave out of the list of its entity, because it is being created. */
  readonly #except: { readonly entity: string; readonly id: string } | null;
  readonly budget: Budget;
  readonly now: Timestamp;
  readonly today: PlainDate;
  readonly timeZone: string;
  readonly token: string | null;
  #me: RecordValue | null | undefined;

  /** `me`: the person to evaluate for, if it is not the acting one. */
  constructor(
    world: World,
    visibility: Visibility,
    except: { readonly entity: string; readonly id: string } | null = null,
    me?: RecordValue,
  ) {
    this.#world = world;
    this.#visibility = visibility;
    this.#except = except;
    this.budget = world.budget;
    this.now = world.now;
    this.today = world.today;
    this.timeZone = world.timeZone;
    this.token = world.person.token;
    this.#me = me;
  }

  /** Lazy, so expressions without `me` do not wait for it. */
  get me(): RecordValue | null {
    if (this.#me === undefined) this.#me = this.#world.me(this.#visibility);
    return this.#me;
  }

  constant(name: string): Value | undefined {
    return this.#world.index.constant(name)?.value;
  }

  entity(name: string): Records {
    return this.#world.entity(name, this.#visibility, this.#except?.entity === name ? this.#except.id : undefined);
  }

  view(name: string, record: RecordValue): Value {
    return viewOf(this.#world, name, record);
  }

  get watch(): Watch | null {
    return this.#world.index.watch;
  }

  random(count: number): string {
    return this.#world.randomText(count);
  }
}
