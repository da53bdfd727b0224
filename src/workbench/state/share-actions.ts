import { download } from '../documents/disk.ts';
import { type DocumentStore, documentName } from '../documents/document-store.ts';
import type { FileForm } from '../documents/stored-document.ts';
import {
  dataIn,
  longestLink,
  longForMail,
  packBytes,
  packText,
  playedIn,
  playQuery,
  shareAddress,
  unpackData,
  unpackText,
} from '../share/share-link.ts';
import type { Notice } from './notice.ts';
import type { Observable } from './observable.ts';
import type { OpenDocument, StepsToPlay } from './open-document.ts';

/** A document that came with a link. */
export interface OfferedDocument {
  readonly name: string;
  readonly text: string;
  /** A snapshot of its product's data; null: the link carries none. */
  readonly data: Uint8Array | null;
  /** The scenario to play once it is kept, by its number from 0; null: none. */
  readonly play: number | null;
}

/** What a link carries: the packed text, and what follows it in the address. */
export interface Arrived {
  readonly packed: string;
  readonly place: string;
}

/** Links that carry a document. Errors are reported. */
export interface Share {
  /** Opens what a link carried where the same text is here already; else asks before keeping it. */
  take(link: Arrived): Promise<void>;
  /** Keeps the offered document in this browser and opens it; or forgets it. */
  answer(keep: boolean): void;
  /** `steps` are played where the link is opened; `'with data'`: the product's data goes along. */
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
  /** Its examples are ready, so that their texts can be compared. */
  readonly store: DocumentStore;
  readonly open: Observable<OpenDocument>;
  readonly offered: Observable<OfferedDocument | null>;
  readonly say: (notice: Notice) => void;
  /** Keeps a text as a new document, and gives its id; throws when there is no room. */
  readonly create: (text: string, file: FileForm, onDisk: boolean) => string;
  /** Opens a document in the place of the address of the link. */
  readonly show: (id: string) => void;
  readonly play: (scenario: number | null) => void;
}): Share {
  /** Puts the data of the link into the product, as soon as it runs. */
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
        offered.set({ name, text, data: data?.bytes ?? null, play: playedIn(place) });
        return;
      }
      show(same.id);
      play(playedIn(place));
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
          // The data is of this text; the one in the editor may have moved on.
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
          link.length > longForMail ? ` It has ${link.length} characters, which some apps cut off; sending the file is safer.` : '';
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
