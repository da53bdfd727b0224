import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { type Chosen, Diagram } from '../diagram/diagram.tsx';
import { rememberPositions } from '../diagram/remember.ts';
import { useMeasure } from '../diagram/use-measure.ts';
import { findingsIn } from '../row-findings.tsx';
import { WithPanel } from '../side-panel.tsx';
import type { ViewProps } from '../view.ts';
import bar from '../view-bar.module.css';
import { LinkGroupPanel } from './link-group-panel.tsx';
import { NewLinkPanel } from './new-link-panel.tsx';
import { NewPartPanel } from './new-part-panel.tsx';
import { NewScreenPanel } from './new-screen-panel.tsx';
import { linkGroups, screenGraph } from './screen-graph.ts';
import { ScreenPanel } from './screen-panel.tsx';
import { isWritten } from './written.ts';

type New =
  | { readonly kind: 'screen' }
  | { readonly kind: 'link'; readonly from: string; readonly to: string | null }
  | { readonly kind: 'part'; readonly screen: string };

/** Section 2: the screens and the links between them. */
export function ScreensView(props: ViewProps) {
  const { analysis, highlight, say, keys, document, fill } = props;
  const { model, findings } = analysis;
  const measure = useMeasure();
  const memory = useMemo(() => rememberPositions(keys, document, 'screens'), [keys, document]);
  const groups = useMemo(() => linkGroups(model), [model]);
  const graph = useMemo(() => {
    const wrong = model.screens.filter(({ span, parts }) =>
      [span, ...parts.map((part) => part.span)].some((place) => findingsIn(findings, place).some(({ severity }) => severity === 'error')),
    );
    return screenGraph(model, groups, new Set(wrong.map(({ name }) => name.text)), measure);
  }, [model, groups, findings, measure]);
  const [chosen, setChosen] = useState<Chosen>(null);
  const [adding, setAdding] = useState<New | null>(null);

  const screenNamed = (name: string) => model.screens.find((screen) => screen.name.text === name);
  const screen = chosen?.kind === 'node' ? screenNamed(chosen.id) : undefined;
  const group = chosen?.kind === 'edge' ? groups.find(({ id }) => id === chosen.id) : undefined;
  const choose = (next: Chosen): void => {
    setAdding(null);
    setChosen(next);
    const place =
      next?.kind === 'edge' ? groups.find(({ id }) => id === next.id)?.links[0]?.span : next ? screenNamed(next.id)?.span : undefined;
    if (place) highlight(place);
  };
  const link = (from: string, to: string | null): void => {
    const assumed = [from, to].find(
      (name) => name !== null && model.screens.some((one) => one.name.text === name && !isWritten(model, one)),
    );
    if (assumed) {
      choose({ kind: 'node', id: assumed });
      say(`Screen “${assumed}” is only assumed. Add it to the document first.`);
      return;
    }
    setChosen({ kind: 'node', id: from });
    setAdding({ kind: 'link', from, to });
  };
  const added = (name: string | null): void => {
    setAdding(null);
    setChosen(name === null ? null : { kind: 'node', id: name });
  };
  const from = adding?.kind === 'link' ? screenNamed(adding.from) : undefined;
  const panel =
    adding?.kind === 'screen' ? (
      <NewScreenPanel {...props} onDone={added} />
    ) : adding?.kind === 'link' && from ? (
      <NewLinkPanel key={`${adding.from} ${adding.to}`} {...props} from={from} to={adding.to} onDone={added} />
    ) : screen && adding?.kind === 'part' ? (
      <NewPartPanel key={screen.name.text} {...props} screen={screen} onDone={() => added(screen.name.text)} />
    ) : screen ? (
      <ScreenPanel
        key={screen.name.text}
        {...props}
        screen={screen}
        groups={groups}
        onChoose={(id) => choose({ kind: 'edge', id })}
        onLink={() => link(screen.name.text, null)}
        onPart={() => setAdding({ kind: 'part', screen: screen.name.text })}
        onRenamed={(name) => setChosen({ kind: 'node', id: name })}
        onClose={() => choose(null)}
      />
    ) : group ? (
      <LinkGroupPanel
        key={group.id}
        {...props}
        group={group}
        onScreen={(name) => choose({ kind: 'node', id: name })}
        onClose={() => choose(null)}
      />
    ) : null;
  return (
    <WithPanel panel={panel}>
      <div className={bar['tools']} data-tools>
        <Button size="small" icon={<IconPlus size={14} />} onClick={() => setAdding({ kind: 'screen' })}>
          Screen
        </Button>
      </div>
      {model.screens.length === 0 ? (
        <EmptyState
          title="No screens yet"
          actions={
            <Button variant="primary" onClick={fill}>
              Start with an example
            </Button>
          }
        >
          <p>Until you add one, the product shows its records on default screens.</p>
        </EmptyState>
      ) : (
        <Diagram
          graph={graph}
          memory={memory}
          title={`${model.name} screens`}
          chosen={chosen}
          onChoose={choose}
          onDraw={link}
          drawHint="Drag to another screen to add a link"
          onKey={(on, key) => {
            if (on.kind !== 'node' || key.toLowerCase() !== 't') return false;
            link(on.id, null);
            return true;
          }}
          onFailure={(message) => say(message, 'danger')}
        />
      )}
    </WithPanel>
  );
}
