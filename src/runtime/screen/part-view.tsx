import { type ComponentType, createContext, useContext } from 'react';
import type { Part } from '../../engine/document/product-model.ts';
import type { PartComponents } from '../parts/part.ts';
import { InPlaceContext } from './in-place-context.ts';
import { isForPaper } from './paper.ts';
import { type AddTarget, PartFrame } from './part-frame.tsx';
import { addsToListAbove, headedPart, isMessageForm } from './part-title.ts';
import styles from './screen.module.css';
import { useShownScreen } from './screen-context.ts';

/** A context, because parts contain parts: importing the registry would make an import cycle. */
export const PartComponentsContext = createContext<PartComponents | null>(null);

/** Ids of the parts shown in the screen's head instead. */
export const PartsInHeadContext = createContext<ReadonlySet<string>>(new Set());

/** A part, if this person may see it now. `shownTitle`: the heading directly above it. */
export function PartView({
  part,
  shownTitle = null,
  adds = null,
}: {
  readonly part: Part;
  readonly shownTitle?: string | null;
  readonly adds?: AddTarget;
}) {
  const { data, paper } = useShownScreen();
  const components = useContext(PartComponentsContext);
  const lifted = useContext(PartsInHeadContext);
  const { folded } = useContext(InPlaceContext);
  if (paper !== null && !isForPaper(part)) return null;
  // Hides a section whose parts are all elsewhere, because only its heading would remain.
  const isElsewhere = (one: Part): boolean =>
    !data.visible.includes(one.id) ||
    lifted.has(one.id) ||
    folded.has(one.id) ||
    (one.kind === 'section' && one.parts.length > 0 && one.parts.every(isElsewhere));
  if (isElsewhere(part) || !components) return null;
  // The registry maps each kind to its own component, which TypeScript cannot infer through an
  // index.
  const Shown = components[part.kind] as ComponentType<{ part: Part }>;
  return (
    <PartFrame part={part} shownTitle={shownTitle} adds={adds}>
      <Shown part={part} />
    </PartFrame>
  );
}

/**
 * `shownTitle`: the heading above all parts. Consecutive figures form a band, consecutive charts
 * a grid.
 */
export function PartList({ parts, shownTitle = null }: { readonly parts: readonly Part[]; readonly shownTitle?: string | null }) {
  const { data } = useShownScreen();
  const shown = parts.filter((part) => data.visible.includes(part.id));
  const headed = shownTitle === null ? undefined : headedPart(shown);
  return runsOf(shown).map(([look, run]) => {
    const views = run.map((part) => (
      <PartView
        key={part.id}
        part={part}
        shownTitle={part === headed ? shownTitle : null}
        adds={addsOf(part, shown.slice(0, shown.indexOf(part)))}
      />
    ));
    return look === null ? (
      views
    ) : (
      <div key={run[0]?.id} className={styles[look]}>
        {views}
      </div>
    );
  });
}

const addsOf = (part: Part, before: readonly Part[]): AddTarget =>
  isMessageForm(part, before) ? 'message' : addsToListAbove(part, before) ? 'row' : null;

type Look = 'figures' | 'charts' | null;

const lookOf = (part: Part): Look => (part.kind === 'figure' ? 'figures' : part.kind === 'chart' ? 'charts' : null);

/** The parts in order, with consecutive parts of the same look grouped. */
function runsOf(parts: readonly Part[]): readonly (readonly [Look, readonly Part[]])[] {
  const runs: [Look, Part[]][] = [];
  for (const part of parts) {
    const look = lookOf(part);
    const last = runs.at(-1);
    if (last !== undefined && last[0] === look) last[1].push(part);
    else runs.push([look, [part]]);
  }
  return runs;
}
