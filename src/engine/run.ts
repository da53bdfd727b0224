import { timestampToMilliseconds } from '../expression/values/time.ts';
import { type RecordValue, Timestamp, type Value } from '../expression/values/value.ts';
import { rolledBack } from '../store/rolled-back.ts';
import {
  type Change,
  causeKey,
  OverlapConflict,
  ReferenceConflict,
  RuleConflict,
  type StoredRecord,
  UniqueConflict,
  ValueConflict,
} from '../store/store.ts';
import { refusedAfter } from './access/reach.ts';
import { forgetAccount } from './account/forget-account.ts';
import { tokenHash } from './account/hasher.ts';
import type { Target } from './account/target.ts';
import { countFailure, forgetFailures } from './account/throttle.ts';
import { allRemoved, changesForTrail, type MembersChanged } from './change/audit.ts';
import { cascadeEffectsOf, membersOf } from './change/cascade.ts';
import { overlapFailures, referenceRefusal, uniqueFailures } from './change/conflicts.ts';
import { noteFile, noteHolders } from './change/files.ts';
import { Refused, refusal } from './change/refusals.ts';
import { ask, askDeleteRules, askRules, type Failure, inOrder } from './change/rules.ts';
import { type DataChange, inboxName, namesOf, sessionName } from './data-change.ts';
import { type Decision, type FollowUp, isRefused, type Operation, type Write } from './operation.ts';
import type { Refusal } from './outcome.ts';
import { captureRecord, Touched } from './world/touched.ts';
import type { World } from './world/world.ts';

/** Steps that a transaction runs by itself. */
export interface Steps {
  /** Runs a follow-up with the product's authority. */
  follow(run: Run, follow: FollowUp): void;
  /** Runs after all steps, before the rules are checked. */
  afterwards(run: Run): void;
}

/** Checks section 6 again for the changed record; returns the refusal or null. */
type AskAgain = (record: RecordValue) => Refusal | null;

function fieldsOf(change: Change): readonly string[] {
  if (change.kind === 'add' || change.kind === 'remove') return [change.field];
  return change.kind === 'update' ? Object.keys(change.values) : [];
}

/** Characters of a change's mark: too many to guess. */
const markLength = 16;

/** Effects nested deeper than this are taken for an endless loop. */
const deepest = 50;

/**
 * One transaction: decides, writes, applies consequences, and checks the rules for every written
 * record at the end. Throws Refused; the surrounding store transaction then rolls back.
 */
export class Run {
  readonly world: World;
  readonly #steps: Steps;
  readonly #touched = new Map<string, Touched>();
  /** The writes, each with the record before it: they become lines of the audit trail. */
  readonly #lines: {
    readonly write: Write;
    readonly before: StoredRecord | null;
    readonly members: MembersChanged;
    readonly by: string | null;
    /** The event that caused it, in the form of `causeKey`. */
    readonly cause: string | null;
  }[] = [];
  /** The events whose effects are running, innermost last. */
  readonly #causes: string[] = [];
  readonly #lineOf = new Map<string, NonNullable<Refusal['line']>>();
  readonly #failures: Failure[] = [];
  readonly #asksRules: boolean;
  /** Targets to count as a wrong guess if the transaction is refused later. */
  readonly guesses: Target[] = [];
  #depth = 0;
  #stage: 'open' | 'ending' | 'ended' = 'open';
  #wrote = false;
  /** Token hashes of the sessions that ended. */
  readonly #ended: string[] = [];
  /** Accounts whose inbox changed. */
  readonly #inboxes = new Set<string>();
  #made: DataChange | null = null;
  #jobs = 0;

  constructor(world: World, steps: Steps, asksRules = true) {
    this.world = world;
    this.#steps = steps;
    this.#asksRules = asksRules;
  }

  /**
   * Everything that was written, including writes by the database itself; null if no reader can
   * notice any. Always the same object.
   */
  get change(): DataChange | null {
    if (!this.#wrote && this.#ended.length === 0 && this.#inboxes.size === 0) return null;
    if (this.#made === null) {
      const names = namesOf([...this.#touched.values(), ...this.#lines.map(({ write }) => write)]);
      const wrote = names === null ? null : [...names, ...this.#ended.map(sessionName), ...[...this.#inboxes].map(inboxName)];
      this.#made = { mark: this.world.randomText(markLength), wrote };
    }
    return this.#made;
  }

  /**
   * Notes that a list of lines was written with a record, so the rules that read the list are
   * checked.
   */
  noteLines(entity: string, id: string, list: string): void {
    this.#touched.get(`${entity}/${id}`)?.lists.add(list);
  }

  /** Notes the position of a line in the submitted list, for refusals of its rules. */
  noteLine(entity: string, id: string, line: NonNullable<Refusal['line']>): void {
    this.#lineOf.set(`${entity}/${id}`, line);
  }

  /**
   * Adds work outside the product, which runs after the commit (docs/decisions/0090). `payload` is
   * plain JSON. Returns the job's id.
   */
  addJob(kind: string, payload: unknown): string {
    const { store, milliseconds, newId } = this.world;
    const id = newId();
    store.jobs.add({ id, kind, payload: JSON.stringify(payload), createdAt: milliseconds, dueAt: milliseconds });
    this.#jobs++;
    return id;
  }

  /** Notes that an existing job is due now. */
  noteJob(): void {
    this.#jobs++;
  }

  noteInbox(account: string): void {
    this.#inboxes.add(account);
  }

  get addedJobs(): boolean {
    return this.#jobs > 0;
  }

  get touched(): readonly Touched[] {
    return [...this.#touched.values()];
  }

  /**
   * Runs the body and checks its rules, then rolls everything back. Throws Refused if it was
   * refused.
   */
  rehearse(body: (trial: Run) => void): void {
    const { world } = this;
    const { person } = world;
    const trial = new Run(world, this.#steps, this.#asksRules);
    try {
      rolledBack(world.store, () => {
        body(trial);
        trial.finish();
      });
    } finally {
      this.guesses.push(...trial.guesses);
      world.become(person);
      world.forget();
    }
  }

  perform<Input, Result>(operation: Operation<Input, Result>, input: Input): Result {
    // Its rules would not be checked, and the audit trail would miss it.
    if (this.#stage === 'ended') throw new Error('an operation after the end of its transaction');
    const verdict = operation.decide(this.world, input);
    if (isRefused(verdict)) throw new Refused(verdict.refusals, verdict.guess);
    if (verdict.guess !== undefined) this.guesses.push(...verdict.guess);
    if (verdict.before) this.#follow(verdict.before);
    const askAgain = this.#againOf(verdict);
    this.#apply(verdict, askAgain);
    const { write } = verdict;
    const written = write === null || askAgain === null ? null : this.world.record(write.entity, write.id);
    const refused = written === null ? null : (askAgain?.(written) ?? null);
    if (refused !== null) throw new Refused([refused]);
    if (verdict.then) this.#follow(verdict.then);
    return verdict.result;
  }

  /**
   * Returns the check that section 6 needs on the record after the change; null if none. Called
   * before the changes, because it captures the record.
   */
  #againOf({ write, changes, passed = [] }: Decision<unknown>): AskAgain | null {
    if (write === null || passed.length === 0) return null;
    const { world } = this;
    const changed = new Set(changes.flatMap((change) => fieldsOf(change).map((field) => `${change.entity}.${field}`)));
    const lists = passed.flatMap(({ question: { field } }) => field ?? []);
    const old = captureRecord(world, write, passed.some(({ cell }) => cell.old) ? lists : []);
    return old === null ? null : (record) => refusedAfter(world, passed, changed, record, old);
  }

  #follow(follow: FollowUp): void {
    if (this.#depth >= deepest) {
      const because = `${follow.place} triggers itself without end`;
      throw new Refused([refusal(this.world.index, { error: 'CONFLICT', record: follow.self, at: follow.action.span, because })]);
    }
    this.#depth++;
    if (follow.name !== undefined)
      this.#causes.push(`${follow.self === null ? '' : `${follow.self.entity}/${follow.self.id} `}${follow.name}`);
    this.#steps.follow(this, follow);
    if (follow.name !== undefined) this.#causes.pop();
    this.#depth--;
  }

  #apply(decision: Decision<unknown>, askAgain: AskAgain | null): void {
    const { store } = this.world;
    const { write } = decision;
    for (const { file, bytes } of this.world.newFiles.splice(0)) {
      store.putFile(file.id, bytes);
      noteFile(store, file.id, file);
    }
    const changes = write === null ? decision.changes : this.#note(write, decision.changes);
    for (const [field, text] of decision.plain ?? []) if (write !== null) this.world.keepPlain(write.entity, write.id, field, text);
    const first = [askAgain, decision.beforeUnique ?? null].filter((check) => check !== null);
    for (const change of changes) this.#change(change, write, first);
    if (write !== null)
      for (const field of decision.entered ?? []) store.setEnteredAt(write.entity, field, write.id, this.world.milliseconds);
    for (const { entity, key, id } of decision.marks ?? []) store.setEnteredAt(entity, key, id, this.world.milliseconds);
    if (decision.proved !== undefined) forgetFailures(this.world, decision.proved);
    const { session } = decision;
    if (session !== undefined) {
      if (session.save !== null) store.saveSession(session.save);
      for (const hash of session.remove) this.end(hash);
      this.world.become(session.person);
    }
    for (const [name, value] of decision.settings ?? []) store.setMeta(name, value);
    if (decision.counted !== undefined) countFailure(this.world, decision.counted);
    if (decision.mail !== undefined) this.addJob('mail', decision.mail);
    if (write !== null && decision.plain !== undefined && decision.plain.size > 0) this.#endOtherSessions(write);
  }

  /**
   * Ends all sessions of the account except the one that changed the password: people who knew the
   * old password must not stay signed in.
   */
  #endOtherSessions({ entity, id, kind }: Write): void {
    const { store, index, person } = this.world;
    if (kind === 'create' || entity !== index.model.account?.entity.text) return;
    const own = person.account === id && person.token !== null ? tokenHash(person.token) : null;
    for (const session of store.sessions(id)) if (session.tokenHash !== own) this.end(session.tokenHash);
  }

  end(tokenHash: string): void {
    this.world.store.deleteSession(tokenHash);
    this.#ended.push(tokenHash);
  }

  /**
   * Records the write and returns only real changes: adding a member twice, or removing a missing
   * one, does nothing.
   */
  #note(write: Write, changes: readonly Change[]): readonly Change[] {
    const members = new Map<string, { from: string[]; to: string[] }>();
    const doing: Change[] = [];
    for (const change of changes) {
      const touched = this.#touch(change);
      if (change.kind !== 'add' && change.kind !== 'remove') {
        doing.push(change);
        continue;
      }
      const { field, member } = change;
      const now = change.kind === 'add';
      const was = touched.member(field, member, now, () => this.world.hasMember(change.entity, change.id, change));
      if (was === now) continue;
      doing.push(change);
      if (change.entity !== write.entity || change.id !== write.id) continue;
      const line = members.get(field) ?? { from: [], to: [] };
      members.set(field, line);
      (now ? line.to : line.from).push(member);
    }
    const touched =
      this.#touched.get(`${write.entity}/${write.id}`) ?? this.#touch({ kind: 'update', entity: write.entity, id: write.id, values: {} });
    touched.writes.push(write);
    if (write.kind === 'delete') {
      touched.deleted = true;
      const record = this.world.record(write.entity, write.id);
      if (record !== null) this.#failures.push(...askDeleteRules(this.world, record, write));
    }
    // An effect's assignment belongs to its event's trail line. A change without effect has no line
    // and no notification.
    const happened = changes.length === 0 || doing.length > 0;
    if (happened) this.#wrote = true;
    if (write.kind !== 'assign' && happened) {
      const by = write.kind === 'timer' ? null : (write.by ?? this.world.person.account);
      const deletes = write.kind === 'delete';
      const cause = this.#causes.at(-1) ?? null;
      this.#lines.push({
        write,
        before: write.kind === 'create' ? null : this.world.stored(write.entity, write.id),
        members: deletes ? allRemoved(membersOf(this.world, write.entity, write.id)) : members,
        by,
        cause,
      });
      if (deletes && write.entity === this.world.index.model.account?.entity.text) forgetAccount(this.world, write.id);
      // What the database deletes or clears counts as done by the person who deletes.
      for (const { entity, before, operation, members: lists } of deletes ? cascadeEffectsOf(this.world, write.entity, write.id) : [])
        this.#lines.push({ write: { entity, id: before.id, kind: 'update', name: operation }, before, members: lists, by, cause });
    }
    return doing;
  }

  #touch(change: Change): Touched {
    const id = change.kind === 'insert' ? change.record.id : change.id;
    const key = `${change.entity}/${id}`;
    const known = this.#touched.get(key);
    if (known !== undefined) return known;
    const touched = new Touched(change.entity, id, change.kind === 'insert' ? null : this.world.stored(change.entity, id));
    this.#touched.set(key, touched);
    return touched;
  }

  #change(change: Change, write: Write | null, first: readonly AskAgain[]): void {
    this.world.index.observer?.({ kind: 'write', change });
    this.world.beforeWriting();
    try {
      this.world.store.apply(change);
    } catch (error) {
      throw this.#conflict(error, change, write, first);
    }
    noteHolders(this.world.store, change);
    this.world.forget(change);
  }

  /**
   * Turns a conflict of the store into a refusal, together with the rules that this record breaks.
   */
  #conflict(error: unknown, change: Change, write: Write | null, first: readonly AskAgain[]): unknown {
    const { world } = this;
    if (error instanceof ReferenceConflict) return new Refused([referenceRefusal(world, error, change.kind === 'delete')]);
    if (error instanceof RuleConflict) {
      const because = error.message;
      return new Refused([refusal(world.index, { error: 'CONFLICT', entity: error.entity, because })]);
    }
    if (error instanceof ValueConflict) {
      return new Refused([refusal(world.index, { error: 'INVALID', entity: error.entity, field: error.field, because: error.message })]);
    }
    if (!(error instanceof UniqueConflict || error instanceof OverlapConflict)) return error;
    if (change.kind !== 'insert' && change.kind !== 'update') return error;
    const id = change.kind === 'insert' ? change.record.id : change.id;
    const before = change.kind === 'insert' ? null : world.stored(change.entity, id);
    const values: Readonly<Record<string, Value>> = change.kind === 'insert' ? change.record : change.values;
    const after: StoredRecord = { ...before, ...values, id };
    const record = this.#imagined(change.entity, after);
    // Section 6 comes first: if this change is not permitted, the refusal must reveal nothing about
    // other records. Guards come before rules.
    for (const check of first) {
      const refused = check(record);
      if (refused !== null) return new Refused([refused]);
    }
    const touched = this.#touched.get(`${change.entity}/${id}`);
    const rules = ask(
      world,
      record,
      touched?.old(world) ?? null,
      before === null,
      write === null ? [] : [write],
      new Set(Object.keys(values)),
    );
    const kept = error instanceof UniqueConflict ? uniqueFailures(world, error, after) : overlapFailures(world, error, record, rules);
    return new Refused(inOrder([...this.#failures, ...kept, ...rules]));
  }

  #imagined(entity: string, stored: StoredRecord): RecordValue {
    return this.world.imagined(entity, stored.id, {
      stored: () => stored,
      members: () => null,
      need: () => {},
      plain: (field) => this.world.plainPassword(entity, stored.id, field),
    });
  }

  /** Checks the rules, then writes the audit trail; once, after the last write. */
  finish(): void {
    if (this.#stage !== 'open') return;
    this.#stage = 'ending';
    const { world } = this;
    if (this.#asksRules) this.#steps.afterwards(this);
    const failures = [...this.#failures];
    for (const [key, touched] of this.#asksRules ? this.#touched : []) {
      if (touched.deleted) continue;
      const line = this.#lineOf.get(key);
      const broken = askRules(world, touched);
      failures.push(...(line === undefined ? broken : broken.map((one) => ({ ...one, refusal: { ...one.refusal, line } }))));
    }
    if (failures.length > 0) throw new Refused(inOrder(failures));
    this.#lines.forEach((line, index) => {
      const { entity, id, name } = line.write;
      const next = this.#lines.slice(index + 1).find((other) => other.write.entity === entity && other.write.id === id);
      const after = next === undefined ? world.stored(entity, id) : next.before;
      const found = changesForTrail(world, entity, line.before, after, line.members);
      const changes = line.cause === null ? found : { ...found, [causeKey]: { from: null, to: line.cause } };
      // An example may have been created before this moment.
      const made = name === 'create' ? after?.['createdAt'] : null;
      const at = made instanceof Timestamp ? timestampToMilliseconds(made) : world.milliseconds;
      world.store.audit({ at, by: line.by, entity, record: id, operation: name, changes });
    });
    this.#stage = 'ended';
    // The answer is built with the person's current roles: a founder has just joined the
    // organisation.
    world.access.beginStep();
  }
}
