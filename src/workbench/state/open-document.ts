import { systemPlatform } from '../../base/platform.ts';
import type { Span } from '../../base/span.ts';
import type { Question } from '../../check/asking/question.ts';
import type { Scenario } from '../../model/ast/people.ts';
import type { Model } from '../../model/model.ts';
import { difference } from '../../syntax/common-ends.ts';
import { type Analysis, analyse, type Reader } from '../analysis/analysis.ts';
import type { DocumentStore } from '../documents/document-store.ts';
import { createSaver, type Saver } from '../documents/saver.ts';
import type { StoredDocument } from '../documents/stored-document.ts';
import { createLateEditor } from '../editor/late-editor.ts';
import { mapSpan } from '../editor/map-span.ts';
import type { TextEditor } from '../editor/text-editor.ts';
import type { Exploring } from '../explore/exploring.ts';
import { type History, openHistory } from '../history/history-store.ts';
import { createProductClock, type ProductClock } from '../product/clock/product-clock.ts';
import { type Connect, createProduct, type Product } from '../product/product.ts';
import type { Verifying } from '../verify/verifying.ts';
import { debounce } from './debounce.ts';
import type { KeyValue } from './key-value.ts';
import { type Observable, observable } from './observable.ts';

/**
 * Sets a performance mark for browser tools and our benchmark; keeps only the last one of each
 * name.
 */
function mark(what: 'findings' | 'product'): void {
  const name = `ninefold: ${what}`;
  performance.clearMarks(name);
  performance.mark(name);
}

/** Steps that are played but are not part of the text. */
export interface StepsToPlay {
  readonly model: Model;
  readonly scenario: Scenario;
}

/**
 * An open document: its text, its analysis and its product. The rest of the workbench observes
 * these.
 */
export interface OpenDocument {
  readonly id: string;
  readonly editor: TextEditor;
  readonly saver: Saver;
  /** Earlier versions of the text. */
  readonly history: History;
  readonly analysis: Observable<Analysis | null>;
  /** The message if reading itself failed, which is a bug in Ninefold; shown instead of hidden. */
  readonly failure: Observable<string | null>;
  readonly product: Product;
  readonly clock: ProductClock;
  /**
   * What plays in place of the product: a scenario by its zero-based index, or steps outside the
   * text with their model; null: nothing.
   */
  readonly watched: Observable<number | StepsToPlay | null>;
  /** True while the actions in a separate product are recorded as a scenario. */
  readonly recording: Observable<boolean>;
  /** The explorer; null: not started. */
  readonly exploring: Observable<Exploring | null>;
  /** The verifier; null: not started. */
  readonly verifying: Observable<Verifying | null>;
  /** Shows a range of the text that the product runs, which may be older than the editor's. */
  why(place: Span): void;
  /** The id of the question that the person wants to answer now; null once it is displayed. */
  readonly asked: Observable<{ readonly question: string } | null>;
  /**
   * Shows the question for a hole in the running product. Returns false if there is no hole at this
   * range, or no question about it.
   */
  askAbout(place: Span): boolean;
  /** Shows the first question of a section. Returns false if there is none. */
  askAboutSection(section: number): boolean;
  /** Shows the first of all questions as soon as the text has been read, if there are any. */
  begin(): void;
  /** Restores the text that the product runs, as an edit that can be undone. */
  followProduct(): void;
  /** Moves the cursor to a section and inserts its skeleton, as an edit that can be undone. */
  fill(section: number): void;
  /** Completes pending work: saves the text, and passes the analysis to the product. */
  flush(): void;
  destroy(): void;
}

export interface OpenDocumentOptions {
  readonly id: string;
  readonly opened: StoredDocument;
  readonly store: DocumentStore;
  readonly keys: KeyValue;
  /** Loads after the text is painted. */
  readonly reader: () => Promise<Reader>;
  readonly connect: Connect;
  readonly wrap: boolean;
  readonly grids: boolean;
  readonly onLeaveEditor: () => void;
}

export function openDocument(options: OpenDocumentOptions): OpenDocument {
  const { id, opened, keys } = options;
  const analysis = observable<Analysis | null>(null);
  const failure = observable<string | null>(null);

  const asked = observable<{ readonly question: string } | null>(null);

  const exploring = observable<Exploring | null>(null);
  const verifying = observable<Verifying | null>(null);

  const failed = (error: unknown): void => failure.set(error instanceof Error ? error.message : String(error));
  const editor = createLateEditor(
    {
      text: opened.text,
      label: 'Text of the specification',
      wrap: options.wrap,
      grids: options.grids,
      services: () => import('../editor/language/services.ts'),
      onFailure: failed,
      onChange: () => {
        saver.changed();
        soon.call();
      },
      onLeave: options.onLeaveEditor,
      onFix: (fix) => void editor.apply(analysis.get()?.version ?? 0, fix.edits),
    },
    () => import('../editor/text-editor.ts'),
    failed,
  );

  const saver = createSaver({
    store: options.store,
    id,
    opened,
    text: editor.text,
    adopt: (theirs) => editor.replace(theirs, 'another tab'),
  });

  const history = openHistory(keys, id, systemPlatform.now);
  history.note(opened.text);
  saver.state.subscribe(() => {
    if (saver.state.get().kind === 'saved') history.note(editor.text());
  });

  /**
   * Small pieces of state of this document's product; if the browser cannot store them, they are
   * lost.
   */
  const note = (name: string) => ({
    get: () => keys.read(`ninefold/${name}/${id}`),
    set: (value: string) => {
      try {
        if (keys.read(`ninefold/${name}/${id}`) !== value) keys.write(`ninefold/${name}/${id}`, value);
      } catch {
        // If there is no room, give up: the text itself matters more.
      }
    },
  });
  const product = createProduct({
    connect: options.connect,
    key: id,
    read: (text) => {
      if (!reader) throw new Error('the reader is not there yet');
      return reader.read(text);
    },
    ran: note('ran'),
    acting: note('acting'),
  });

  const clock = createProductClock(product, () => {
    const read = analysis.get();
    const running = product.state.get();
    if (read !== null && running.kind === 'running' && running.model.tree.text !== read.text) product.offer(read);
  });

  // The components that show the product subscribed first, so they have been updated.
  product.state.subscribe(() => {
    if (product.state.get().kind === 'running') mark('product');
  });

  // Its code loads after the first paint.
  const scenarios = import('../scenarios/live-scenarios.ts').then(({ createLiveScenarios }) =>
    createLiveScenarios(
      async () => (await import('../scenarios/start-scenarios.ts')).startScenarios(editor.element),
      (version, rows) =>
        editor.mark(
          version,
          rows.map(({ span, passed, words }) => ({ at: span.from, passed, words })),
        ),
      failed,
    ),
  );
  scenarios.catch(failed);

  let reader: Reader | null = null;
  let ended = false;
  const read = async (): Promise<void> => {
    if (!reader) return;
    const version = editor.versions.current;
    if (analysis.get()?.version === version) return;
    try {
      const result = await analyse(reader, version, editor.text(), () => ended || editor.versions.current !== version);
      // The text has changed since, and the next analysis is under way.
      if (!result || ended) return;
      failure.set(null);
      // First, so that its worker reads the text while the page draws the findings.
      product.offer(result);
      analysis.set(result);
      editor.show(version, result.model, result.findings);
      void scenarios.then((live) => ended || live.offer(version, result.text, result.model.scenarios.length));
      mark('findings');
    } catch (error) {
      failed(error);
      return;
    }
    const running = product.state.get();
    if (running.kind === 'running' && running.version !== null) editor.versions.forgetBefore(Math.min(running.version, version));
  };
  // Where an analysis takes less than two frames, it begins shortly after the letter. On slow
  // machines, or for long texts, the pause is longer, so that it does not interrupt fast typing.
  const quiet = (): number => {
    const took = analysis.get()?.milliseconds ?? 0;
    return took < 30 ? 10 : Math.min(250, took);
  };
  const soon = debounce(() => void read(), quiet, 2500);
  options.reader().then((loaded) => {
    reader = loaded;
    // Paint the text before reading it.
    setTimeout(() => {
      if (!ended) void read();
    });
  }, failed);

  const askFirst = (wanted: (question: Question) => boolean): boolean => {
    const found = analysis.get()?.questions.find(wanted);
    if (found === undefined) return false;
    asked.set({ question: found.id });
    return true;
  };

  return {
    id,
    editor,
    saver,
    history,
    analysis,
    failure,
    product,
    clock,
    watched: observable<number | StepsToPlay | null>(null),
    recording: observable(false),
    exploring,
    verifying,
    why(place) {
      const running = product.state.get();
      if (running.kind !== 'running') return;
      if (running.version !== null) editor.reveal(running.version, place, false);
      else editor.reveal(editor.versions.current, mapSpan(place, difference(running.model.tree.text, editor.text())), false);
    },
    asked,
    askAbout(place) {
      const running = product.state.get();
      const read = analysis.get();
      if (running.kind !== 'running' || running.version === null || read === null) return false;
      if (!running.model.holes.some(({ span }) => span.from === place.from && span.to === place.to)) return false;
      const hole = editor.versions.map(running.version, place);
      return askFirst(({ span }) => {
        const now = editor.versions.map(read.version, span);
        return now.from <= hole.to && hole.from <= now.to;
      });
    },
    askAboutSection: (section) => askFirst((question) => question.section === section),
    begin() {
      if (analysis.get() !== null) {
        askFirst(() => true);
        return;
      }
      const stop = analysis.subscribe(() => {
        stop();
        askFirst(() => true);
      });
    },
    followProduct() {
      const running = product.state.get();
      if (running.kind === 'running') editor.replace(running.model.tree.text);
    },
    fill(section) {
      // Loads on first use, because only then it needs the code for types and values.
      import('../insert-skeleton.ts').then(({ insertSkeleton }) => {
        if (ended) return;
        soon.flush();
        const version = editor.versions.current;
        const { edits, select } = insertSkeleton(editor.text(), section, analysis.get()?.model ?? null);
        editor.apply(version, edits, select);
      }, failed);
    },
    flush() {
      saver.flush();
    },
    destroy() {
      ended = true;
      soon.cancel();
      saver.destroy();
      void scenarios.then((live) => live.destroy());
      exploring.get()?.end();
      verifying.get()?.end();
      clock.destroy();
      product.destroy();
      editor.destroy();
    },
  };
}
