import { download } from '../documents/disk.ts';
import { type DocumentStore, documentName } from '../documents/document-store.ts';
import type { FileForm } from '../documents/stored-document.ts';
import {
  dataIn,
  longestLink,
  maxMailLength,
  packBytes,
  packText,
  playQuery,
  scenarioInAddress,
  shareAddress,
  unpackData,
  unpackText,
} from '../share/share-link.ts';
import type { Notice } from './notice.ts';
import type { Observable } from './observable.ts';
import type { OpenDocument, StepsToPlay } from './open-document.ts';

/** A document that a link contained. */
export interface OfferedDocument {
  readonly name: string;
  readonly text: string;
  /** A snapshot of the product's data; null: the link contains none. */
  readonly data: Uint8Array | null;
  /** The zero-based index of the scenario to play once the document is stored; null: none. */
  readonly play: number | null;
}

/** The content of a link: the packed text, and the rest of the address. */
export interface LinkContent {
  readonly packed: string;
  readonly place: string;
}

/** Links that contain a document. Errors are reported. */
export interface Share {
  /**
   * Opens the link's document if the same text already exists here; else asks before storing it.
   */
  take(link: LinkContent): Promise<void>;
  /** Stores the offered document in this browser and opens it, or discards it. */
  answer(keep: boolean): void;
  /**
   * Copies a link. `steps` are played when the link is opened; `'with data'` includes the product's
   * data.
   */
  copyLink(what?: StepsToPlay | 'with data'): Promise<void>;
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function createShare({
  window,
  store,
  open,
  offered,
  say,
  create,
  show,
  play,
}: {
  readonly window: Window;
  /** The examples must be ready, so that their texts can be compared. */
  readonly store: DocumentStore;
  readonly open: Observable<OpenDocument>;
  readonly offered: Observable<OfferedDocument | null>;
  readonly say: (notice: Notice) => void;
  /** Stores a text as a new document and returns its id; throws if there is no room. */
  readonly create: (text: string, file: FileForm, onDisk: boolean) => string;
  /** Opens a document, replacing the link's address. */
  readonly show: (id: string) => void;
  readonly play: (scenario: number | null) => void;
}): Share {
  /** Restores the link's data into the product as soon as it runs. */
  const restoreInto = (document: OpenDocument, data: Uint8Array): void => {
    const restore = async (): Promise<void> => {
      try {
        document.editor.replace(await document.product.restore(data));
      } catch (error) {
        say({ message: `Couldn’t load the data of the link: ${errorText(error)}`, tone: 'danger' });
      }
    };
    const stop = document.product.state.subscribe(() => {
      const { kind } = document.product.state.get();
      if (kind === 'starting') return;
      stop();
      if (kind === 'running') void restore();
    });
  };

  return {
    async take({ packed, place }) {
      const refuse = (why: string): void => say({ message: why, tone: 'danger' });
      const shared = await unpackText(packed);
      if (!shared.ok) return refuse(shared.why);
      const carried = dataIn(place);
      const data = carried === null ? null : await unpackData(carried);
      if (data?.ok === false) return refuse(data.why);
      const { text } = shared;
      const name = documentName(text, 'A document').slice(0, 80);
      const same = store.list().find(({ id }) => store.read(id)?.text === text);
      if (same === undefined || data !== null) {
        offered.set({ name, text, data: data?.bytes ?? null, play: scenarioInAddress(place) });
        return;
      }
      show(same.id);
      play(scenarioInAddress(place));
      say({ message: `Opened “${name}”, which was already in this browser.`, tone: 'neutral' });
    },
    answer(keep) {
      const document = offered.get();
      offered.set(null);
      if (document === null || !keep) return;
      try {
        show(create(document.text, { name: 'specification.md', crlf: false, bom: false }, false));
      } catch {
        say({ message: 'This browser’s storage is full, so the shared document wasn’t saved.', tone: 'danger' });
        return;
      }
      if (document.data !== null) restoreInto(open.get(), document.data);
      play(document.play);
    },
    async copyLink(what) {
      const current = open.get();
      const steps = what === 'with data' ? undefined : what;
      try {
        let text = steps?.model.tree.text ?? current.editor.text();
        let query = steps === undefined ? '' : playQuery(steps.model.scenarios.indexOf(steps.scenario));
        if (what === 'with data') {
          const running = current.product.state.get();
          if (running.kind !== 'running') throw new Error('the product isn’t running');
          // The data belongs to this text; the editor's text may be newer.
          text = running.model.tree.text;
          const data = await current.product.snapshot();
          query = `?data=${packBytes(data)}`;
          if (query.length > longestLink) {
            download(window, data as Uint8Array<ArrayBuffer>, 'application/octet-stream', `${current.id}.snapshot`);
            say({
              message:
                'The data is too large for a link, so a snapshot of document and data was downloaded. Open it with “Restore a snapshot…”.',
              tone: 'neutral',
            });
            return;
          }
        }
        const link = `${shareAddress(window.location, await packText(text))}${query}`;
        await window.navigator.clipboard.writeText(link);
        const long =
          link.length > maxMailLength ? ` It has ${link.length} characters, which some apps cut off; sending the file is safer.` : '';
        const contents =
          what === undefined
            ? 'the whole document'
            : what === 'with data'
              ? 'the whole document and all data of the product'
              : 'the whole document with these steps as a scenario, plays them,';
        say({ message: `Link copied. It contains ${contents} and is not sent to any server.${long}`, tone: 'success' });
      } catch (error) {
        say({ message: `Couldn’t copy the link: ${errorText(error)}`, tone: 'danger' });
      }
    },
  };
}
