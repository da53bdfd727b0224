import { systemPlatform } from '../../base/platform.ts';
import { type SectionName, sectionTitles } from '../../model/ast/common.ts';
import type { ProductLocation } from '../../runtime/location.ts';
import { type Beside, isViewVisible, type View, type WorkbenchAddress } from '../address.ts';
import type { Reader } from '../analysis/analysis.ts';
import { download } from '../documents/disk.ts';
import { type DocumentEntry, type DocumentStore, openDocumentStore } from '../documents/document-store.ts';
import { defaultExample, type ExampleDocument, examples } from '../documents/examples.ts';
import { createReadingMark } from '../documents/reading-mark.ts';
import type { StoredDocument } from '../documents/stored-document.ts';
import { evictingStorage, openHistory } from '../history/history-store.ts';
import type { Connect } from '../product/product.ts';
import { sharedPrefix } from '../share/shared-prefix.ts';
import { createDisk, type Disk } from './disk-actions.ts';
import type { browserKeyValue, KeyValue } from './key-value.ts';
import { createNavigation } from './navigation.ts';
import type { Notice } from './notice.ts';
import { type Observable, observable } from './observable.ts';
import { type OpenDocument, openDocument } from './open-document.ts';
import { keepSettings, type Settings } from './settings.ts';
import type { LinkContent, OfferedDocument, Share } from './share-actions.ts';

/** A new document: nine sections without content. */
const blankText = `# Specification: Untitled

${sectionTitles.map((title, index) => `## ${index + 1}. ${title}\n\nNot shown.\n`).join('\n')}`;

/**
 * The start of a new document: blank, blank with its first question shown, or a copy of this
 * example.
 */
export type NewFrom = 'blank' | 'questions' | { readonly example: ExampleDocument };

/**
 * The lists of problems: open questions, mistakes, holes, assumptions, explored behaviour, verified
 * rows.
 */
export type ProblemList = 'questions' | 'findings' | 'holes' | 'assumptions' | 'explored' | 'verified';

/** What a narrow window shows. */
export type Pane = 'text' | 'view' | 'product' | 'problems';

/** The whole workbench, outside React. */
export interface Workbench extends Disk {
  readonly settings: Observable<Settings>;
  readonly address: Observable<WorkbenchAddress>;
  readonly documents: Observable<readonly DocumentEntry[]>;
  readonly open: Observable<OpenDocument>;
  readonly notice: Observable<Notice | null>;
  readonly pane: Observable<Pane>;
  /** Whether the product is being inspected, so that the part under the pointer names its row. */
  readonly inspecting: Observable<boolean>;
  /** Whether a second person uses the product beside the first. */
  readonly two: Observable<boolean>;
  /** Whether the tour is running. */
  readonly touring: Observable<boolean>;
  /** Whether the command palette is shown. */
  readonly paletteShown: Observable<boolean>;
  /** Whether the dialog that sets the product's clock is open. */
  readonly askingTime: Observable<boolean>;
  /** The number of times the product was reloaded. */
  readonly reloads: Observable<number>;
  /** The selected list of problems; null: the first one. */
  readonly problemList: Observable<ProblemList | null>;
  /** Whether the list of keyboard shortcuts is shown. */
  readonly keysShown: Observable<boolean>;
  /** Whether the dialog that publishes and shares the open document is shown. */
  readonly publishing: Observable<boolean>;
  /** Whether the notation is shown beside the text. */
  readonly notationShown: Observable<boolean>;
  /** Whether the history of the open document is shown. */
  readonly historyShown: Observable<boolean>;
  /** The document of a link that is not stored yet. */
  readonly offered: Observable<OfferedDocument | null>;
  /** Stores the offered document in this browser and opens it, or discards it. */
  answerOffer(keep: boolean): void;
  /** The browser's storage, for what parts of the workbench remember about a document. */
  readonly keys: KeyValue;
  /** False: the browser stores nothing, neither texts nor settings. */
  readonly lasting: boolean;
  show(view: View): void;
  /** Opens a section's view; null closes it. */
  showSection(section: SectionName | null): void;
  /** Closes the visible view, or opens the one that was open last. */
  toggleView(): void;
  /** Puts the open view beside the text or beside the product. */
  placeView(beside: Beside): void;
  /** Shows this pane: in a narrow window in place of the others, in a wide one beside them. */
  showPane(to: Pane): void;
  /** The address bar of the running product. */
  readonly product: ProductLocation;
  openDocument(id: string): void;
  /** Creates a document and opens it. */
  newDocument(from: NewFrom): Promise<void>;
  /** Returns the number of own documents and changed examples. */
  countOwn(): number;
  /** Downloads all of those as one archive. */
  exportEverything(): Promise<void>;
  /** Copies a link that contains the open document. */
  copyLink: Share['copyLink'];
  /** Replaces the text by an earlier version, as an edit that can be undone. */
  restore(text: string): void;
  /** Restores the original of an example, as an edit that can be undone. */
  revert(): void;
  /** Deletes an own document; the notice offers to undo it. */
  remove(id: string): void;
  say(notice: Notice): void;
  /** Reads the list of documents again. */
  refresh(): void;
}

export async function createWorkbench(options: {
  readonly window: Window;
  readonly keys: ReturnType<typeof browserKeyValue>;
  readonly reader: () => Promise<Reader>;
  readonly connect: Connect;
  readonly onLeaveEditor: () => void;
}): Promise<Workbench> {
  const { window } = options;
  const keys = evictingStorage(options.keys);
  const store: DocumentStore = openDocumentStore(keys, systemPlatform);
  const settings = keepSettings(keys);
  const reading = createReadingMark(keys, systemPlatform);
  const notice = observable<Notice | null>(null);
  const documents = observable(store.list());

  /** The content of a link, until it is stored as a document. */
  let arrived: LinkContent | null = null;
  const settle = (found: WorkbenchAddress): WorkbenchAddress => {
    const known = (id: string | null): id is string => id !== null && id !== '' && store.has(id);
    const shared = found.document.startsWith(sharedPrefix);
    if (shared) arrived = { packed: found.document.slice(sharedPrefix.length), place: found.product };
    if (!shared && found.document !== '' && !known(found.document))
      notice.set({ message: `Document “${found.document}” isn’t in this browser.`, tone: 'danger' });
    const { last } = settings.get();
    const wanted = known(found.document) ? found : { ...found, document: known(last) ? last : defaultExample.id, product: '/' };
    if (!reading.isStuck(wanted.document)) return wanted;
    sayStuck(wanted.document);
    return { ...wanted, document: wanted.document === defaultExample.id ? 'unidentified' : defaultExample.id, product: '/' };
  };
  const sayStuck = (id: string): void =>
    notice.set({
      message: `Document “${id}” wasn’t opened because this browser couldn’t finish reading it last time.`,
      tone: 'danger',
      action: {
        label: 'Open anyway',
        run: () => {
          reading.end(id);
          openDocumentHere(id);
        },
      },
    });

  /** A new document has no history, but a deleted document with the same id may have left some. */
  const create = (...given: Parameters<DocumentStore['create']>): string => {
    const id = store.create(...given);
    openHistory(keys, id, systemPlatform.now).clear();
    documents.set(store.list());
    return id;
  };

  const load = (id: string): OpenDocument => {
    const opened = store.read(id);
    if (!opened) throw new Error(`the document ${id} is not in the store`);
    reading.begin(id);
    const loaded = openDocument({
      id,
      opened,
      store,
      keys,
      reader: options.reader,
      connect: options.connect,
      wrap: settings.get().wrap,
      grids: settings.get().grids,
      onLeaveEditor: options.onLeaveEditor,
    });
    const isRead = (): void => reading.end(id);
    loaded.analysis.subscribe(isRead);
    loaded.failure.subscribe(isRead);
    return loaded;
  };

  const { address, move, product } = createNavigation(window, settle);
  const reportMissing = (id: string, error: unknown): void =>
    notice.set({ message: `Couldn’t load the example “${id}”: ${error instanceof Error ? error.message : String(error)}`, tone: 'danger' });
  // The browser's back button may request another document while one is loading.
  for (let id = address.get().document; !store.isReady(id); id = address.get().document) {
    await store.prepare(id).catch((error: unknown) => {
      reportMissing(id, error);
      move({ ...address.get(), document: defaultExample.id, product: '/' }, 'replace');
    });
  }
  const open = observable(load(address.get().document));
  const pane = observable<Pane>(address.get().section !== null ? 'view' : address.get().view === 'text' ? 'text' : 'product');
  const remember = (): void => settings.update((value) => ({ ...value, last: address.get().document }));
  remember();

  /** Synchronous if the text is loaded, so that a click shows its document in the same frame. */
  const whenReady = (id: string, then: () => void): void => {
    if (store.isReady(id)) then();
    else store.prepare(id).then(then, (error: unknown) => reportMissing(id, error));
  };

  // Follows the address; documents are opened only here.
  address.subscribe(() => {
    void takeShared();
    const current = open.get();
    const { document } = address.get();
    if (document === current.id) return;
    if (!store.isReady(document)) {
      // Back in the history, to an example that this page has not shown yet.
      whenReady(document, () => address.get().document === document && address.set({ ...address.get() }));
      return;
    }
    current.flush();
    open.set(load(document));
    current.destroy();
    reading.end(current.id);
    documents.set(store.list());
    remember();
  });

  window.addEventListener('pagehide', () => {
    open.get().flush();
    reading.end(open.get().id);
  });
  window.document.addEventListener('visibilitychange', () => {
    if (window.document.visibilityState === 'hidden') open.get().flush();
  });
  store.watch((id) => {
    documents.set(store.list());
    if (id === null || id === open.get().id) open.get().saver.onExternalWrite();
  });

  const say = (next: Notice): void => notice.set({ ...next });
  const openDocumentHere = (id: string): void => whenReady(id, () => move({ ...address.get(), document: id, product: '/' }, 'push'));

  let lastSection: SectionName = address.get().section ?? 'states';
  const showSection = (section: SectionName | null): void => {
    lastSection = section ?? lastSection;
    const before = address.get();
    const opened = { ...before, section };
    move(section !== null && !isViewVisible(opened) ? { ...opened, view: 'both' } : opened, 'replace');
    pane.set(section === null ? (before.beside === 'text' ? 'text' : 'product') : 'view');
  };

  const showPane = (to: Pane): void => {
    pane.set(to);
    if (to === 'view') {
      if (address.get().section === null) showSection(lastSection);
      return;
    }
    const before = address.get();
    const wanted = to === 'product' ? 'product' : 'text';
    // The problems are below the left pane, whatever it shows.
    const covered = to !== 'problems' && before.section !== null && before.beside !== wanted;
    const hidden = before.view !== 'both' && before.view !== wanted;
    // An open view stays and makes room.
    if (covered || hidden) move({ ...before, view: 'both', beside: covered ? wanted : before.beside }, 'replace');
  };

  /**
   * Returns the person's own texts: own documents and changed examples. For the open document, the
   * text is the editor's.
   */
  const own = (): readonly StoredDocument[] => {
    const current = open.get();
    return store.list().flatMap(({ id, example }) => {
      const stored = store.read(id);
      if (!stored) return [];
      const text = id === current.id ? current.editor.text() : stored.text;
      return example && store.original(id) === text ? [] : [{ ...stored, text }];
    });
  };

  const disk = createDisk({ window, store, open, say, create, show: openDocumentHere });

  const remove = (id: string): void => {
    const stored = store.read(id);
    const entry = documents.get().find((document) => document.id === id);
    if (!stored || !entry || entry.example) return;
    if (open.get().id === id) openDocumentHere(defaultExample.id);
    store.remove(id);
    documents.set(store.list());
    say({
      message: `${entry.name} deleted`,
      tone: 'neutral',
      action: {
        label: 'Undo',
        run: () => {
          store.write(id, 0, stored);
          documents.set(store.list());
          openDocumentHere(id);
        },
      },
    });
  };

  /** An example that fails to load counts as changed, so that nothing is lost. */
  const prepareAll = (wanted: readonly ExampleDocument[]) => Promise.allSettled(wanted.map(({ id }) => store.prepare(id)));

  const offered = observable<OfferedDocument | null>(null);
  const showDocument = (id: string): void => move({ ...address.get(), document: id, product: '/' }, 'replace');

  const playScenario = (scenario: number | null): void => {
    if (scenario === null) return;
    open.get().watched.set(scenario);
    showPane('product');
  };

  /** Its code loads with the first link. */
  const share = async (): Promise<Share> => {
    const [{ createShare }] = await Promise.all([import('./share-actions.ts'), prepareAll(examples)]);
    return createShare({ window, store, open, offered, say, create, show: showDocument, play: playScenario });
  };
  const takeShared = async (): Promise<void> => {
    const link = arrived;
    arrived = null;
    if (link !== null) await (await share()).take(link);
  };
  void takeShared();
  // Load the originals of edited examples, to find out whether they still differ.
  void prepareAll(examples.filter(({ id }) => store.list().some((entry) => entry.id === id && entry.changed))).then(() =>
    documents.set(store.list()),
  );

  return {
    settings,
    address,
    documents,
    open,
    notice,
    inspecting: observable(false),
    two: observable(false),
    touring: observable(false),
    paletteShown: observable(false),
    askingTime: observable(false),
    reloads: observable(0),
    problemList: observable<ProblemList | null>(null),
    keysShown: observable(false),
    publishing: observable(false),
    notationShown: observable(false),
    historyShown: observable(false),
    offered,
    answerOffer: (keep) => void share().then(({ answer }) => answer(keep)),
    keys,
    lasting: keys.lasting,
    say,
    refresh: () => documents.set(store.list()),
    product,
    pane,
    showPane,
    showSection,
    toggleView: () => showSection(isViewVisible(address.get()) ? null : lastSection),
    placeView: (beside) => move({ ...address.get(), beside, view: 'both' }, 'replace'),
    show: (view) => move({ ...address.get(), view }, 'replace'),
    openDocument: (id) => {
      if (id !== open.get().id) openDocumentHere(id);
    },
    async newDocument(from) {
      const example = typeof from === 'string' ? null : from.example;
      let text = blankText;
      try {
        text = (await example?.text()) ?? blankText;
      } catch (error) {
        reportMissing(example?.id ?? '', error);
        return;
      }
      try {
        const id = create(text, { name: example?.fileName ?? 'specification.md', crlf: false, bom: false }, false);
        openDocumentHere(id);
      } catch {
        say({ message: 'This browser’s storage is full. Delete a document and try again.', tone: 'danger' });
        return;
      }
      if (example) say({ message: `Created your own copy of ${example.name}.`, tone: 'success' });
      if (from !== 'questions') return;
      open.get().begin();
      showPane('problems');
    },
    countOwn: () => own().length,
    async exportEverything() {
      const { archive } = await import('../documents/archive.ts');
      const documents = own();
      try {
        const name = 'ninefold-documents.zip';
        download(window, archive(documents), 'application/zip', name);
        say({
          message: `Downloaded ${name} with ${documents.length === 1 ? 'one document' : `${documents.length} documents`}.`,
          tone: 'success',
        });
      } catch (error) {
        say({ message: `Export failed: ${error instanceof Error ? error.message : String(error)}`, tone: 'danger' });
      }
    },
    ...disk,
    copyLink: async (what) => (await share()).copyLink(what),
    restore(text) {
      const current = open.get();
      current.history.note(current.editor.text(), true);
      current.editor.replace(text);
      say({ message: 'Previous version restored.', tone: 'success', action: { label: 'Undo', run: () => current.editor.undo() } });
    },
    revert() {
      const current = open.get();
      const [example, original] = [examples.find(({ id }) => id === current.id), store.original(current.id)];
      if (example === undefined || original === null) return;
      current.editor.replace(original);
      say({
        message: `${example.name} reset to the original.`,
        tone: 'neutral',
        action: { label: 'Undo', run: () => current.editor.undo() },
      });
    },
    remove,
  };
}
