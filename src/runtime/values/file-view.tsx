import { useEffect, useState } from 'react';
import type { Address, FileData } from '../../engine/record-data.ts';
import { IconFile } from '../../ui/icons.ts';
import { formatSize } from '../format.ts';
import { useProduct } from '../product-context.ts';
import { useLink } from '../screen/use-link.ts';
import styles from './values.module.css';

/** Pictures that a browser shows without running anything in them. */
const showable = /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/iu;

/** The bytes of a file as an address that lives as long as what shows it. */
function useFileAddress(file: FileData): { readonly address: string | null; readonly missing: boolean } {
  const { session } = useProduct();
  const at = useLink();
  const link = at === undefined ? null : JSON.stringify(at);
  const [address, setAddress] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let made: string | null = null;
    let live = true;
    session
      .file(file.id, link === null ? undefined : (JSON.parse(link) as Address))
      .then((bytes) => {
        if (!live) return;
        setMissing(bytes === null);
        if (bytes === null) return;
        // A type that the browser would run (HTML, SVG) is only ever downloaded.
        const type = showable.test(file.mediaType) ? file.mediaType : 'application/octet-stream';
        made = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
        setAddress(made);
      })
      .catch(() => live && setMissing(true));
    return () => {
      live = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [session, file.id, file.mediaType, link]);
  return { address, missing };
}

export function FileView({ file, look }: { readonly file: FileData; readonly look: 'small' | 'large' }) {
  const { locale, words } = useProduct();
  const { address, missing } = useFileAddress(file);
  const picture = showable.test(file.mediaType);
  if (picture && look === 'small')
    return address ? (
      <img className={styles['thumb']} src={address} alt={file.name} />
    ) : (
      <span className={styles['thumb']} title={missing ? `${file.name}: ${words.broken}` : undefined} />
    );
  if (picture && address) {
    return (
      <a href={address} download={file.name}>
        <img className={styles['picture']} src={address} alt={file.name} />
      </a>
    );
  }
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
