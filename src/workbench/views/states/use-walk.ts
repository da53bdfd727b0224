import { useEffect, useMemo } from 'react';
import type { Machine, Transition } from '../../../model/ast/states.ts';
import type { Exploring, ExploringState, Walking } from '../../explore/exploring.ts';
import { debounceMilliseconds, useExploring } from '../../explore/use-exploring.ts';
import { observable } from '../../state/observable.ts';
import { useObservable } from '../../state/use-observable.ts';
import type { ViewProps } from '../view.ts';
import type { RowId, WalkMarks } from './machine-graph.ts';
import { walkMarks } from './walk-marks.ts';

const nothing = observable<ExploringState>({ progress: null, explored: null, asked: null, walking: null, trouble: null });

/** The walk through the open document; it continues in each new version. */
export function useWalk(
  place: ViewProps['exploring'],
  analysis: ViewProps['analysis'],
  machine: Machine,
  rows: ReadonlyMap<RowId, Transition>,
): {
  readonly exploring: Exploring | null;
  readonly walking: Walking | null;
  /** Null: no walk is active. */
  readonly marks: WalkMarks | null;
  toggle(): void;
  /** Takes the step that uses this row. Returns false if there is none, or more than one. */
  take(row: Transition): boolean;
} {
  const exploring = useExploring(place);
  const { walking, explored } = useObservable(exploring?.state ?? nothing);
  const isWalking = walking !== null;
  const isOld = walking !== null && walking.analysis.text !== analysis.text;
  useEffect(() => {
    if (exploring === null || !isWalking) return;
    if (isOld) exploring.walk(analysis, exploring.state.get().walking?.rows ?? []);
    const { explored: known } = exploring.state.get();
    const timer = setTimeout(() => exploring.explore(analysis, false), known === null ? 0 : debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [exploring, analysis, isWalking, isOld]);
  const walked = walking?.walked ?? null;
  const reached = explored !== null && explored.analysis.text === analysis.text ? explored.found.reached : null;
  const marks = useMemo(() => (isWalking ? walkMarks(machine, rows, walked, reached) : null), [isWalking, machine, rows, walked, reached]);
  return {
    exploring,
    walking,
    marks,
    toggle: () => exploring?.walk(analysis, isWalking ? null : []),
    take(row) {
      const [step, ...more] = (walked?.steps ?? []).filter(({ taken }) => taken === row.span.from);
      if (step === undefined || more.length > 0) return false;
      exploring?.walk(analysis, [...(walked?.rows ?? []), step.row]);
      return true;
    },
  };
}
