import { type ComponentProps, useSyncExternalStore } from 'react';
import { Callout } from '../../ui/display/callout.tsx';
import type { Reach } from '../host/connection.ts';
import { useLanguage } from '../languages/use-language.ts';
import { lazyPart } from '../lazy-part.ts';
import type { LateNotices as Late, LateNoticesProps } from './late-notices.tsx';
import styles from './site.module.css';

const LateNotices = lazyPart<ComponentProps<typeof Late>>(async () => (await import('./late-notices.tsx')).LateNotices, null);

const never = (): (() => void) => () => undefined;
const always = (): boolean => true;

/**
 * The banners of a built product. The one about an unreachable server is in the first code, since
 * later code could not come then.
 */
export function Notices({
  reach,
  ...late
}: LateNoticesProps & {
  /** Whether the owner of the data can be reached; undefined if this browser owns it. */
  readonly reach: Reach | undefined;
}) {
  const { texts } = useLanguage(late.model.language, navigator.languages);
  const reached = useSyncExternalStore(reach?.subscribe ?? never, reach?.reached ?? always);
  const hasLate = late.fleeting || late.losses.length > 0 || late.update !== null;
  if (texts === null || (reached && !hasLate)) return null;
  return (
    <div className={styles['notices']}>
      {reached ? null : <Callout tone="warning">{texts.words.parts.offline}</Callout>}
      {hasLate ? <LateNotices {...late} /> : null}
    </div>
  );
}
