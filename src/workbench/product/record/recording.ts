import type { Platform } from '../../../base/platform.ts';
import type { FileData, Json, RecordData } from '../../../engine/record-data.ts';
import type { Command, CommandResult, NewFile, PartAddress, Session, ViewRequest } from '../../../engine/session.ts';
import { SessionHost } from '../../../engine/session-host.ts';
import { durationWords } from '../../../explorer/document/samples.ts';
import { code, type TraceRow } from '../../../explorer/steps/trace.ts';
import type { Expression } from '../../../expression/expression.ts';
import { isRecord } from '../../../expression/values/value.ts';
import type { Part } from '../../../model/ast/screens.ts';
import { machinesOf, partsIn, screenOf } from '../../../model/lookup.ts';
import type { Model } from '../../../model/model.ts';
import { createMemoryStore } from '../../../store/memory/memory-store.ts';
import { playScenario } from '../../../verify/scenarios.ts';
import { type Naming, valueSource } from '../../../verify/value-source.ts';

/** A recorded action: a row of a scenario, or why the scenario cannot express it. */
export type RecordedAction = { readonly kind: 'row'; readonly row: TraceRow } | { readonly kind: 'left-out'; readonly why: string };

/** A product with separate data that records every step as a row of a scenario. */
export interface Recording {
  readonly session: Session;
  /** Its clock stands still; `wait` advances it. */
  readonly platform: Platform;
  steps(): readonly RecordedAction[];
  wait(milliseconds: number): void;
  /** Called after each step. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

export function beginRecording(model: Model): Recording {
  const nothing = { title: '', span: { from: 0, to: 0 }, rows: [] };
  const play = playScenario(model, nothing, createMemoryStore(model));
  const steps: RecordedAction[] = [];
  const listeners = new Set<() => void>();
  const names = new Map([...play.bound].flatMap(([name, value]): [string, string][] => (isRecord(value) ? [[value.id, name]] : [])));
  const note = (step: RecordedAction): void => {
    steps.push(step);
    for (const listener of [...listeners]) listener();
  };
  const session = new RecordingSession(play.product, model, names, note);
  return {
    session,
    platform: play.platform,
    steps: () => [...steps],
    wait(milliseconds) {
      play.wait(milliseconds);
      note({ kind: 'row', row: { as: 'nobody', do: code(`wait ${durationWords(milliseconds)}`), expect: '' } });
      session.reread();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: play.close,
  };
}

class RecordingSession extends SessionHost {
  readonly #model: Model;
  /** The names of records in the scenario, by record. */
  readonly #names: Map<string, string>;
  /** The names of uploaded files, by upload. */
  readonly #files = new Map<string, string>();
  readonly #note: (step: RecordedAction) => void;

  constructor(
    product: ConstructorParameters<typeof SessionHost>[0],
    model: Model,
    names: Map<string, string>,
    note: (step: RecordedAction) => void,
  ) {
    super(product, { remembers: false });
    this.#model = model;
    this.#names = names;
    this.#note = note;
  }

  /** Makes the screens show the current data. */
  reread(): void {
    void this.actAs(this.acting.account);
  }

  override async putFile(file: NewFile): Promise<FileData> {
    const data = await super.putFile(file);
    this.#files.set(data.id, file.name);
    return data;
  }

  override async run(command: Command, view?: ViewRequest): Promise<CommandResult> {
    if (ignored.includes(command.kind)) return super.run(command, view);
    const acting = this.acting.account;
    const as = acting === null ? 'nobody' : this.#names.get(acting);
    const name = command.kind === 'create' ? this.#freeName(command.entity) : null;
    const words = await this.#wordsOf(command, name).catch((error: unknown) =>
      error instanceof NotExpressible ? error : Promise.reject(error),
    );
    const ran = await super.run(command, view);
    const written = ran.ok ? ran.value.record : null;
    if (name !== null && written !== null) this.#names.set(written.id, name);
    if (words instanceof NotExpressible) this.#note({ kind: 'left-out', why: words.message });
    else if (as === undefined) this.#note({ kind: 'left-out', why: 'The actor is not an example record.' });
    else {
      const expect = ran.ok ? this.#stateOf(command, written, name) : `refused ${ran.refusals[0]?.error ?? 'INVALID'}`;
      // A record that no later step can read needs no name.
      this.#note({ kind: 'row', row: { as, do: code(words), expect } });
    }
    return ran;
  }

  /** Returns the new state of a record as an expectation. */
  #stateOf(command: Command, written: RecordData | null, name: string | null): string {
    if ((command.kind !== 'create' && command.kind !== 'event') || written === null) return '';
    const field = machinesOf(this.#model, written.entity).find((machine) => machine.field !== '')?.field;
    const called = name ?? this.#names.get(written.id);
    const state = field === undefined ? undefined : written.values[field];
    return typeof state === 'string' && called !== undefined ? code(`${called}.${field} == ${JSON.stringify(state)}`) : '';
  }

  async #wordsOf(command: Command, name: string | null): Promise<string> {
    const naming: Naming = { model: this.#model, nameOf: (id) => this.#nameOf(id), fileOf: (id) => this.#files.get(id) ?? null };
    const given = (entity: string, values: Readonly<Record<string, Json>>, more: readonly string[] = []): string => {
      const fields = Object.entries(values).filter(([, value]) => value !== null && value !== '');
      const entries = [
        ...fields.map(([field, value]) => `${JSON.stringify(field)}: ${valueSource(naming, entity, field, value)}`),
        ...more,
      ];
      return entries.length === 0 ? '' : ` with {${entries.join(', ')}}`;
    };
    switch (command.kind) {
      case 'create':
        return `create ${command.entity} as ${name}${given(command.entity, command.values, await this.#presets(command.part, command.values))}`;
      case 'update': {
        const entries = Object.entries(command.values).map(
          ([field, value]) => `${JSON.stringify(field)}: ${valueSource(naming, command.entity, field, value)}`,
        );
        return `update ${this.#nameOf(command.id)} with {${entries.join(', ')}}`;
      }
      case 'delete':
        return `delete ${this.#nameOf(command.id)}`;
      case 'event':
        return `${command.event} ${this.#nameOf(command.id)}${given(command.entity, command.parameters)}`;
      case 'sign-up':
        return `sign up${given(this.#model.account?.entity.text ?? '', command.values)}`;
      case 'button': {
        const part = this.#partAt(command.part);
        if (part?.kind !== 'button') throw new NotExpressible('This button is not in the document.');
        const { action } = part;
        if (action.steps.some(({ kind }) => kind === 'open'))
          throw new NotExpressible('A scenario can’t express a button that opens a screen.');
        return this.#aboutScreen(
          action.source.trim(),
          command.part,
          action.steps.flatMap((step) => ('with' in step && step.with !== null ? [step.with] : [])),
        );
      }
      default:
        throw new NotExpressible(`A scenario can’t express “${command.kind.replaceAll('-', ' ')}”.`);
    }
  }

  /** Returns the values that a form sets in addition to its inputs. */
  async #presets(at: PartAddress | null, values: Readonly<Record<string, Json>>): Promise<string[]> {
    const part = at === null ? null : this.#partAt(at);
    if (at === null || part?.kind !== 'form' || part.with?.node?.kind !== 'map') return [];
    const preset = part.with;
    const entries = part.with.node.entries.filter(({ key }) => key.kind !== 'literal' || !(String(key.value) in values));
    return Promise.all(
      entries.map(async ({ key, value }) => {
        const words = preset.source.slice(value.from, value.to);
        return `${preset.source.slice(key.from, key.to)}: ${await this.#aboutScreen(words, at, [preset])}`;
      }),
    );
  }

  /** Rewrites an expression about the screen's record to use its name in the scenario. */
  async #aboutScreen(words: string, { address }: PartAddress, read: readonly Expression[]): Promise<string> {
    if (read.some(({ reads }) => reads.bound.length > 0))
      throw new NotExpressible('A scenario can’t express a value from the screen’s address.');
    const fields = read.flatMap(({ reads }) => reads.self);
    if (fields.some((field) => new RegExp(`(?<![.\\w"])${field}\\b`).test(words)))
      throw new NotExpressible('A scenario can’t express a field of the screen’s record without the record’s name.');
    if (!/\bself\b/.test(words)) return words;
    const screen = await this.screen(address);
    const record = screen.ok ? screen.value.record : null;
    if (record === null) throw new NotExpressible('The record of this screen cannot be read.');
    return words.replace(/\bself\b/g, this.#nameOf(record.id));
  }

  #partAt({ address, part }: PartAddress): Part | null {
    const all = (parts: readonly Part[]): Part[] => parts.flatMap((one) => [one, ...all(partsIn(one))]);
    return all(screenOf(this.#model, address.screen)?.parts ?? []).find(({ id }) => id === part) ?? null;
  }

  #nameOf(id: string): string {
    const name = this.#names.get(id);
    if (name === undefined)
      throw new NotExpressible('It is about a record that neither an example nor a step has made, so it has no name.');
    return name;
  }

  #freeName(entity: string): string {
    const base = `${entity.charAt(0).toLowerCase()}${entity.slice(1)}`;
    const taken = new Set(this.#names.values());
    // A field with the same name would shadow it in an expectation.
    const isField = this.#model.entities.some(({ byName }) => byName.has(base));
    for (let number = isField ? 1 : 0; ; number++) {
      const name = number === 0 ? base : `${base}${number}`;
      if (!taken.has(name)) return name;
    }
  }
}

/** Thrown for a step that a scenario cannot express. */
export class NotExpressible extends Error {
  override readonly name = 'NotExpressible';
}

/** Commands that change the session rather than records; each row names its actor anyway. */
const ignored: readonly Command['kind'][] = ['sign-in', 'sign-out', 'read-messages', 'mute', 'forget-device', 'end-session'];
