import { humanize } from '../../model/labels.ts';
import { Tabs } from '../../ui/display/tabs.tsx';
import { usePlace, useProduct } from '../product-context.ts';
import { withParameter } from '../query-state.ts';
import { openTab, tabKey, tabName } from '../screen/part-lists.ts';
import { PartList, PartView } from '../screen/part-view.tsx';
import { useShownScreen } from '../screen/screen-context.ts';
import styles from './layout.module.css';
import type { PartComponent } from './part.ts';
import { SectionTitle } from './section.tsx';

/** The address has the active tab. A single panel needs no tabs. */
export const TabsPart: PartComponent<'tabs'> = ({ part }) => {
  const { location, labels } = useProduct();
  const place = usePlace();
  const { data, paper } = useShownScreen();
  const { panels, open } = openTab(part, data.visible, place.query);
  if (!open) return null;
  if (paper !== null) return <PartList parts={panels} />;
  if (panels.length === 1) return <PartView part={open} />;
  return (
    <Tabs
      value={tabName(open)}
      onChange={(name) => {
        const query = withParameter(place.query, tabKey(part), panels[0] && tabName(panels[0]) === name ? null : name);
        location.replace(place.path + (query === '' ? '' : `?${query}`));
      }}
      items={panels.map((panel) => ({
        value: tabName(panel),
        label: panel.kind === 'section' ? <SectionTitle part={panel} /> : humanize(panel.kind),
        // The tab already shows the section's title.
        content: (
          <div className={styles['stack']}>
            {panel.kind === 'section' ? <PartList parts={panel.parts} shownTitle={labels.text(panel.title)} /> : <PartView part={panel} />}
          </div>
        ),
      }))}
    />
  );
};
