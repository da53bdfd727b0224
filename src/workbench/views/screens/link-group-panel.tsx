import { Button } from '../../../ui/button.tsx';
import { RowFindings } from '../row-findings.tsx';
import { SidePanel } from '../side-panel.tsx';
import type { ViewProps } from '../view.ts';
import styles from '../view-bar.module.css';
import type { LinkGroup } from './screen-graph.ts';

/** Shows how to get from one screen to another: the parts that link there. */
export function LinkGroupPanel({
  group,
  analysis,
  edit,
  goTo,
  onScreen,
  onClose,
}: Pick<ViewProps, 'analysis' | 'edit' | 'goTo'> & {
  readonly group: LinkGroup;
  readonly onScreen: (name: string) => void;
  readonly onClose: () => void;
}) {
  return (
    <SidePanel kind={`From ${group.from}`} title={`To ${group.to}`} onClose={onClose}>
      {group.links.map((link) => (
        <RowFindings key={`${link.span.from}`} analysis={analysis} place={link.span} edit={edit} />
      ))}
      <ul className={styles['list']}>
        {group.links.map((link) => (
          <li key={`${link.span.from} ${link.words}`}>
            <button type="button" onClick={() => goTo(link.span)}>
              <span>{link.words}</span>
              <span>{link.implied ? 'automatic' : 'written'}</span>
            </button>
          </li>
        ))}
      </ul>
      {group.links.some(({ implied }) => implied) ? (
        <p className={styles['note']}>Automatic links come from lists whose records have their own screen.</p>
      ) : null}
      <div className={styles['actions']}>
        <Button size="small" onClick={() => onScreen(group.from)}>
          {group.from}
        </Button>
        {group.to === group.from ? null : (
          <Button size="small" onClick={() => onScreen(group.to)}>
            {group.to}
          </Button>
        )}
      </div>
    </SidePanel>
  );
}
