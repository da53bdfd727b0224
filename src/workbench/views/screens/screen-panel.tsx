import { useState } from 'react';
import { writeCell } from '../../../check/asking/write.ts';
import { renameAt } from '../../../language/rename.ts';
import type { Screen } from '../../../model/ast/screens.ts';
import { iconNames } from '../../../model/vocabulary.ts';
import { Button } from '../../../ui/button.tsx';
import { CellField } from '../cell-field.tsx';
import { expressionCell } from '../expression-field.tsx';
import { cellOf } from '../row-edits.ts';
import { RowFindings } from '../row-findings.tsx';
import { SidePanel } from '../side-panel.tsx';
import type { ViewProps } from '../view.ts';
import styles from '../view-bar.module.css';
import { AssumedScreen } from './assumed-screen.tsx';
import { bulletsOf, setBullet } from './bullet-edits.ts';
import { allParts, partWords } from './links.ts';
import { routeInProduct } from './open-screen.ts';
import { type LinkGroup, screenAudience } from './screen-graph.ts';
import { isWritten } from './written.ts';

interface ScreenPanelProps extends ViewProps {
  readonly screen: Screen;
  readonly groups: readonly LinkGroup[];
  readonly onChoose: (group: string) => void;
  readonly onLink: () => void;
  readonly onPart: () => void;
  readonly onRenamed: (name: string) => void;
  readonly onClose: () => void;
}

/** Shows a screen: its row, its parts, its outgoing and incoming links. */
export function ScreenPanel(props: ScreenPanelProps) {
  const { screen, groups, analysis, edit, goTo, say, product, openInProduct } = props;
  const written = isWritten(analysis.model, screen);
  const [busy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    try {
      const found = await routeInProduct(product, screen);
      if (found.ok) openInProduct(found.route);
      else say(found.why, 'danger');
    } catch (error) {
      say(`The product didn’t respond: ${error instanceof Error ? error.message : String(error)}`, 'danger');
    } finally {
      setBusy(false);
    }
  };
  const name = screen.name.text;
  return (
    <SidePanel kind={written ? 'Screen' : 'Assumed screen'} title={name} onClose={props.onClose}>
      {written ? <RowFindings analysis={analysis} place={screen.span} edit={edit} /> : null}
      <AssumedScreen screen={screen} analysis={analysis} edit={edit} />
      <div className={styles['actions']}>
        <Button size="small" variant="primary" busy={busy} onClick={() => void open()}>
          Open in the product
        </Button>
        <Button size="small" onClick={() => goTo(screen.heading ?? screen.span)}>
          Show in the text
        </Button>
        {written ? (
          <>
            <Button size="small" onClick={props.onPart}>
              Add a part
            </Button>
            <Button size="small" onClick={props.onLink}>
              Link from here
            </Button>
          </>
        ) : null}
      </div>
      {written ? <Cells {...props} /> : null}
      <LinkGroups title="Links to" groups={groups.filter((group) => group.from === name)} end="to" onChoose={props.onChoose} />
      <LinkGroups title="Linked from" groups={groups.filter((group) => group.to === name)} end="from" onChoose={props.onChoose} />
      {written ? <Bullets {...props} /> : null}
      <div>
        <h4 className={styles['subtitle']}>Parts</h4>
        <ul className={styles['list']}>
          {allParts(screen.parts).map((part) => (
            <li key={part.id}>
              <button type="button" onClick={() => goTo(part.span)}>
                <span>{partWords(part)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </SidePanel>
  );
}

/** Edits the screen's row, cell by cell. */
function Cells({ screen, analysis: { model }, edit, say, onRenamed }: ScreenPanelProps) {
  const name = screen.name.text;
  const cell = (column: string): string => cellOf(model, screen, column);
  const write = (column: string) => (words: string) => void edit(writeCell(model, screen.span, column, words));
  const rename = (next: string): void => {
    const renamed = renameAt(model, screen.name.span.from, next);
    if (!renamed.ok) say(renamed.why, 'danger');
    else if (edit(renamed.edits)) {
      say(`Renamed in ${renamed.edits.length} ${renamed.edits.length === 1 ? 'place' : 'places'}.`);
      onRenamed(next);
    }
  };
  return (
    <>
      <CellField label="Name" value={name} onWrite={rename} description="Renames it everywhere." />
      <CellField label="Route" value={cell('Route')} onWrite={write('Route')} />
      <CellField
        label="About"
        value={cell('About')}
        onWrite={write('About')}
        suggestions={model.entities.map((entity) => entity.name.text)}
      />
      <CellField
        label="Roles"
        value={cell('Roles')}
        onWrite={write('Roles')}
        suggestions={model.roles.map((role) => role.name.text)}
        description={screen.roles.length === 0 ? `Empty: ${screenAudience(screen)}.` : undefined}
      />
      <CellField label="Label" value={cell('Label')} onWrite={write('Label')} description="What users read instead of the name." />
      <CellField
        label="Menu"
        value={cell('Menu')}
        onWrite={write('Menu')}
        suggestions={['no']}
        description="“no”, or the group that lists it."
      />
      <CellField
        label="Badge"
        value={cell('Badge')}
        onWrite={write('Badge')}
        expression={expressionCell(model, screen, 'Badge')}
        description="The count beside it in the menu, such as: size(Ticket)"
      />
      <CellField label="Icon" value={cell('Icon')} onWrite={write('Icon')} suggestions={iconNames} />
      <CellField label="Description" value={cell('Description')} onWrite={write('Description')} />
    </>
  );
}

/** Edits the screen's bullets as written: titles, labels, columns and conditions. */
function Bullets({ screen, analysis: { model }, edit }: ScreenPanelProps) {
  return bulletsOf(model, screen).map((bullet, index) => (
    <div key={bullet.span.from} style={{ paddingInlineStart: `${bullet.depth * 12}px` }}>
      <CellField
        label={`Bullet ${index + 1}`}
        hidesLabel
        value={bullet.words}
        onWrite={(words) => void edit(setBullet(bullet, words))}
        expression={{ model, write: (words) => setBullet(bullet, words), written: (words) => words.trim() }}
      />
    </div>
  ));
}

function LinkGroups(props: {
  readonly title: string;
  readonly groups: readonly LinkGroup[];
  readonly end: 'from' | 'to';
  readonly onChoose: (group: string) => void;
}) {
  if (props.groups.length === 0) return null;
  return (
    <div>
      <h4 className={styles['subtitle']}>{props.title}</h4>
      <ul className={styles['list']}>
        {props.groups.map((group) => (
          <li key={group.id}>
            <button type="button" onClick={() => props.onChoose(group.id)}>
              <span>{group[props.end]}</span>
              <span>{group.links.length === 1 ? group.links[0]?.words : `${group.links.length} links`}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
