import { IconCheck, IconCircleDashed, IconMinus, IconQuestionMark } from '../../../ui/icons.ts';
import styles from '../table-view.module.css';
import { type Verdict, verdictWords } from './matrix.ts';

/** Shows a verdict as an icon, a word and a colour, never by colour alone. */
export function VerdictMark({ verdict }: { readonly verdict: Verdict }) {
  switch (verdict.kind) {
    case 'allowed':
      return (
        <>
          <IconCheck size={14} className={styles['good']} />
          <span>yes</span>
        </>
      );
    case 'when':
      return (
        <span className={`${styles['words']} ${styles['code']}`} title={verdictWords(verdict)}>
          {verdict.conditions.join(' or ')}
        </span>
      );
    case 'refused':
      return (
        <>
          <IconMinus size={14} className={styles['faint']} />
          <span className={styles['faint']}>no</span>
        </>
      );
    case 'hole':
      return (
        <>
          <IconQuestionMark size={14} className={styles['open']} />
          <span className={styles['open']}>not shown</span>
        </>
      );
    case 'assumed':
      return (
        <>
          <IconCircleDashed size={14} className={styles['open']} />
          <span className={styles['open']}>assumed</span>
        </>
      );
  }
}
