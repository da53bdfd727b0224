import { useEffect, useState } from 'react';
import type { Address, FileData } from '../../engine/record-data.ts';
import { IconFile, IconPhoto } from '../../ui/late-icons.ts';
import { formatSize } from '../format.ts';
import { useProduct } from '../product-context.ts';
import { useLink } from '../screen/use-link.ts';
import { displayableImage, smallPictureBytes } from './displayable-image.ts';
import styles from './values.module.css';

interface Shown {
  readonly address: string | null;
  readonly missing: boolean;
}

const nothing: Shown = { address: null, missing: false };

/** An object URL of a file, revoked on unmount. `what`: null while the file is not needed. */
function useFileAddress({ id, mediaType }: FileData, what: 'file' | 'preview' | null): Shown {
  const { session } = useProduct();
  const at = useLink();
  const link = at === undefined ? null : JSON.stringify(at);
  const [shown, setShown] = useState(nothing);
  useEffect(() => {
    setShown(nothing);
    if (what === null) return;
    let made: string | null = null;
    let live = true;
    session
      .file(id, link === null ? undefined : (JSON.parse(link) as Address), what === 'preview')
      .then((bytes) => {
        if (!live) return;
        if (bytes === null) return setShown({ address: null, missing: true });
        // A type that the browser would run (HTML, SVG) can only be downloaded.
        const type = what === 'preview' ? 'image/jpeg' : displayableImage.test(mediaType) ? mediaType : 'application/octet-stream';
        made = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
        setShown({ address: made, missing: false });
      })
      .catch(() => live && setShown({ address: null, missing: true }));
    return () => {
      live = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [session, id, mediaType, link, what]);
  return shown;
}

export function FileView({ file, look }: { readonly file: FileData; readonly look: 'small' | 'large' }) {
  const picture = displayableImage.test(file.mediaType);
  if (picture && look === 'small') return <Thumb file={file} />;
  return <Whole file={file} picture={picture} />;
}

/** A thumbnail for lists, which never load a large picture. */
function Thumb({ file }: { readonly file: FileData }) {
  const { words } = useProduct();
  const itself = file.size <= smallPictureBytes;
  const { address, missing } = useFileAddress(file, itself ? 'file' : 'preview');
  if (address) return <img className={styles['thumb']} src={address} alt={file.name} />;
  if (missing && !itself)
    return (
      <span className={styles['thumb']} role="img" aria-label={file.name} title={file.name}>
        <IconPhoto size={16} />
      </span>
    );
  return <span className={styles['thumb']} title={missing ? `${file.name}: ${words.broken}` : undefined} />;
}

function Whole({ file, picture }: { readonly file: FileData; readonly picture: boolean }) {
  const { locale, words } = useProduct();
  const { address, missing } = useFileAddress(file, 'file');
  // The preview loads sooner.
  const preview = useFileAddress(file, picture && file.size > smallPictureBytes && address === null ? 'preview' : null);
  if (picture && address) {
    return (
      <a href={address} download={file.name}>
        <img className={styles['picture']} src={address} alt={file.name} />
      </a>
    );
  }
  if (preview.address && !missing) return <img className={styles['picture']} src={preview.address} alt={file.name} />;
  const name = (
    <span className={styles['file']}>
      <IconFile size={16} />
      <span>{file.name}</span>
      <span className={styles['faint']}>{missing ? words.broken : formatSize(file.size, locale)}</span>
    </span>
  );
  return address ? (
    <a href={address} download={file.name}>
      {name}
    </a>
  ) : (
    name
  );
}
