import { type ReactNode, useState } from 'react';
import type { Model } from '../../model/model.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { download } from '../documents/disk.ts';
import { slugOf } from '../documents/document-store.ts';
import { themeOf } from '../product/product-look.ts';
import { NoRuntime, publishFile, publishSite, runtimeBeside } from './publish.ts';
import styles from './publish-dialog.module.css';

interface PublishDialogProps {
  /** The document's id, which selects the theme of an example. */
  readonly id: string;
  /** The current model; null: not read yet. */
  readonly model: Model | null;
  readonly errors: number;
  /** The document's file name on disk. */
  readonly fileName: string;
  readonly onLink: (withData: boolean) => Promise<void>;
  readonly onClose: () => void;
}

/** Publishes the product or the document for other people. */
export function PublishDialog({ id, model, errors, fileName, onLink, onClose }: PublishDialogProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const [notice, setNotice] = useState<{ readonly message: string; readonly wrong: boolean } | null>(null);
  const stem = slugOf(model?.name ?? '') ?? 'product';
  const command = `npx ninefold serve ${fileName} --database postgres://user@host/database`;

  const doing = async (what: string, body: () => Promise<string>): Promise<void> => {
    setBusy(what);
    setNotice(null);
    try {
      setNotice({ message: await body(), wrong: false });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setNotice({
        message:
          error instanceof NoRuntime
            ? `This workbench was served without the product’s files. Run “npx ninefold build ${fileName}” instead.`
            : `Publishing failed: ${message}`,
        wrong: true,
      });
    } finally {
      setBusy(null);
    }
  };
  const save = (bytes: Uint8Array<ArrayBuffer>, type: string, name: string): string => {
    download(window, bytes, type, name);
    return `Downloaded ${name} (${(bytes.length / 1e6).toFixed(1)} MB).`;
  };
  const made = async (make: typeof publishSite): Promise<Uint8Array<ArrayBuffer>> => {
    if (model === null) throw new Error('the document is still being read');
    return make(
      model,
      await themeOf(id),
      runtimeBeside((path) => fetch(path)),
    );
  };
  const unavailable = model?.recognised === true ? undefined : 'The text is not a specification.';
  return (
    <Dialog
      open
      width={620}
      onClose={onClose}
      title="Publish and share"
      description={`${model?.name || 'This document'} for other people. Nothing is uploaded: you get files, a command or a link.`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {errors === 0 ? null : (
        <Callout tone="warning" title={errors === 1 ? 'The document has one error' : `The document has ${errors} errors`}>
          <p>Parts of the product that depend on them may not work.</p>
        </Callout>
      )}
      <ul className={styles['ways']}>
        <Way
          title="Static site"
          about="For any web server. Works offline; what people enter stays in their own browser."
          action={
            <Button
              unavailable={unavailable}
              disabled={busy !== null}
              onClick={() => void doing('site', async () => save(await made(publishSite), 'application/zip', `${stem}.zip`))}
            >
              {busy === 'site' ? 'Building…' : 'Download ZIP'}
            </Button>
          }
        />
        <Way
          title="Single file"
          about="One HTML page that opens from a disk or an e-mail. What people enter stays in their own browser."
          action={
            <Button
              unavailable={unavailable}
              disabled={busy !== null}
              onClick={() => void doing('file', async () => save(await made(publishFile), 'text/html', `${stem}.html`))}
            >
              {busy === 'file' ? 'Building…' : 'Download HTML'}
            </Button>
          }
        />
        <Way
          title="Server"
          about="One product for many people, with sign-in and its data in Postgres. Save the document to disk and run:"
          action={
            <Button
              disabled={busy !== null}
              onClick={() =>
                void doing('command', async () => {
                  await navigator.clipboard.writeText(command);
                  return 'Command copied.';
                })
              }
            >
              Copy command
            </Button>
          }
        >
          <code className={styles['command']}>{command}</code>
        </Way>
        <Way
          title="Share link"
          about="Opens in a workbench. The link carries the document itself; with data also all that the product stores, password hashes and history included."
          action={
            <>
              <Button disabled={busy !== null} onClick={() => void onLink(false)}>
                Copy link
              </Button>
              <Button disabled={busy !== null} onClick={() => void onLink(true)}>
                Copy link with data
              </Button>
            </>
          }
        />
      </ul>
      <p role={notice?.wrong === true ? 'alert' : 'status'} className={styles['notice']} data-wrong={notice?.wrong || undefined}>
        {notice?.message}
      </p>
    </Dialog>
  );
}

function Way({
  title,
  about,
  action,
  children,
}: {
  readonly title: string;
  readonly about: string;
  readonly action: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <li className={styles['way']}>
      <div className={styles['words']}>
        <h3 className={styles['title']}>{title}</h3>
        <p className={styles['about']}>{about}</p>
      </div>
      <div className={styles['action']}>{action}</div>
      {children}
    </li>
  );
}
