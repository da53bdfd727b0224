import { Button } from '../../../ui/button.tsx';
import { RowFindings } from '../row-findings.tsx';
import { SidePanel } from '../side-panel.tsx';
import type { ViewProps } from '../view.ts';
import styles from '../view-bar.module.css';
import type { Way } from './screen-graph.ts';

/** Shows how to get from one screen to another: the parts that link there. */
export function WayPanel({
  way,
  analysis,
  edit,
  goTo,
  onScreen,
  onClose,
}: Pick<ViewProps, 'analysis' | 'edit' | 'goTo'> & {
  readonly way: Way;
  readonly onScreen: (name: string) => void;
  readonly onClose: () => void;
}) {
  return (
    <SidePanel kind={`From ${way.from}`} title={`To ${way.to}`} onClose={onClose}>
      {way.links.map((link) => (
        <RowFindings key={`${link.span.from}`} analysis={analysis} place={link.span} edit={edit} />
      ))}
      <ul className={styles['list']}>
        {way.links.map((link) => (
          <li key={`${link.span.from} ${link.words}`}>
            <button type="button" onClick={() => goTo(link.span)}>
              <span>{link.words}</span>
              <span>{link.implied ? 'automatic' : 'written'}</span>
            </button>
          </li>
        ))}
      </ul>
      {way.links.some(({ implied }) => implied) ? (
        <p className={styles['note']}>Automatic links come from lists whose records have their own screen.</p>
      ) : null}
      <div className={styles['actions']}>
        <Button size="small" onClick={() => onScreen(way.from)}>
          {way.from}
        </Button>
        {way.to === way.from ? null : (
          <Button size="small" onClick={() => onScreen(way.to)}>
            {way.to}
          </Button>
        )}
      </div>
    </SidePanel>
  );
}
