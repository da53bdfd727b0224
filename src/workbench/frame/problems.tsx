import { useDeferredValue, useEffect } from 'react';
import { lazyComponent } from '../../runtime/lazy-component.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconChevronDown } from '../../ui/icons.ts';
import { IconChevronUp } from '../../ui/late-icons.ts';
import { countMistakes, mistakes } from '../analysis/analysis.ts';
import type { ExploringState } from '../explore/exploring.ts';
import { observable } from '../state/observable.ts';
import { useObservable } from '../state/use-observable.ts';
import type { ProblemList } from '../state/workbench.ts';
import type { VerifyingState } from '../verify/verifying.ts';
import { HeightBar } from './height-bar.tsx';
import { AssumptionList, FindingList, HoleList } from './problem-lists.tsx';
import styles from './problems.module.css';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

/** The state before anything was explored or verified. */
const nothing = observable<Pick<ExploringState, 'explored'> & Pick<VerifyingState, 'broken'>>({ explored: null, broken: null });

const ExploreList = lazyComponent(async () => (await import('./explore-list.tsx')).ExploreList);
const VerifyList = lazyComponent(async () => (await import('./verify-list.tsx')).VerifyList);
const QuestionList = lazyComponent(async () => (await import('./question-list.tsx')).QuestionList);

/**
 * Lists of questions, mistakes, holes, assumptions and explored behaviour, each leading to the
 * text.
 */
export function Problems() {
  const { settings, problemList } = useWorkbench();
  const { problemsOpen, problemsHeight } = useObservable(settings);
  const document = useOpenDocument();
  const analysis = useDeferredValue(useObservable(document.analysis));
  const chosen = useObservable(problemList);
  const { explored } = useObservable<Pick<ExploringState, 'explored'>>(useObservable(document.exploring)?.state ?? nothing);
  const { broken } = useObservable<Pick<VerifyingState, 'broken'>>(useObservable(document.verifying)?.state ?? nothing);

  const asked = useObservable(document.asked);
  useEffect(() => {
    if (asked === null) return;
    problemList.set('questions');
    settings.update((value) => ({ ...value, problemsOpen: true }));
  }, [asked, settings, problemList]);

  const wrong = mistakes(analysis?.findings ?? []);
  const holes = analysis?.model.holes ?? [];
  const assumptions = analysis?.model.assumptions ?? [];
  const questions = analysis?.questions ?? [];
  const counts = countMistakes(analysis?.findings ?? [], null);
  // A nearly empty document starts with the questions to decide first.
  const first: ProblemList =
    counts.errors > 0
      ? 'findings'
      : questions.length > 0
        ? 'questions'
        : wrong.length > 0
          ? 'findings'
          : holes.length > 0
            ? 'holes'
            : assumptions.length > 0
              ? 'assumptions'
              : 'findings';
  const list = chosen ?? first;
  const open = (which: ProblemList): void => {
    settings.update((value) => ({ ...value, problemsOpen: !(value.problemsOpen && list === which) }));
    problemList.set(which);
  };
  const tabs: readonly { readonly list: ProblemList; readonly label: string; readonly count: number | null; readonly tone?: string }[] = [
    {
      list: 'findings',
      label: 'Findings',
      count: wrong.length,
      ...(counts.errors > 0 ? { tone: 'error' } : counts.warnings > 0 ? { tone: 'warning' } : {}),
    },
    { list: 'questions', label: 'Questions', count: questions.length },
    { list: 'holes', label: 'Missing', count: holes.length },
    { list: 'assumptions', label: 'Assumed', count: assumptions.length },
    { list: 'explored', label: 'Explore', count: explored?.found.findings.length ?? null },
    { list: 'verified', label: 'Verify', count: broken },
  ];
  return (
    <section className={styles['panel']} aria-label="Problems" data-problems data-open={problemsOpen || undefined}>
      {problemsOpen ? (
        <HeightBar height={problemsHeight} onHeight={(height) => settings.update((value) => ({ ...value, problemsHeight: height }))} />
      ) : null}
      <div className={styles['bar']}>
        <div className={styles['tabs']}>
          {tabs.map((tab) => (
            <button
              key={tab.list}
              type="button"
              className={styles['tab']}
              aria-expanded={problemsOpen && list === tab.list}
              data-current={list === tab.list || undefined}
              onClick={() => open(tab.list)}
            >
              {tab.label}
              {tab.count === null ? null : (
                <span className={styles['count']} data-tone={tab.tone} data-none={tab.count === 0 || undefined}>
                  {analysis ? tab.count : '–'}
                </span>
              )}
            </button>
          ))}
        </div>
        <span className={styles['summary']} aria-live="polite">
          {analysis ? summary(counts.errors, counts.warnings) : ''}
        </span>
        <IconButton
          className={styles['toggle'] ?? ''}
          size="small"
          label={problemsOpen ? 'Close the list' : 'Open the list'}
          icon={problemsOpen ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
          onClick={() => settings.update((value) => ({ ...value, problemsOpen: !value.problemsOpen }))}
        />
      </div>
      <div className={styles['body']} style={{ flexBasis: problemsHeight }}>
        {analysis ? (
          list === 'findings' ? (
            <FindingList analysis={analysis} findings={wrong} />
          ) : list === 'questions' ? (
            <QuestionList analysis={analysis} questions={questions} asked={problemsOpen ? asked : null} />
          ) : list === 'holes' ? (
            <HoleList analysis={analysis} />
          ) : list === 'explored' ? (
            <ExploreList analysis={analysis} />
          ) : list === 'verified' ? (
            <VerifyList analysis={analysis} />
          ) : (
            <AssumptionList analysis={analysis} />
          )
        ) : null}
      </div>
    </section>
  );
}

function summary(errors: number, warnings: number): string {
  const parts = [
    errors > 0 ? `${errors} error${errors === 1 ? '' : 's'}` : '',
    warnings > 0 ? `${warnings} warning${warnings === 1 ? '' : 's'}` : '',
  ];
  return parts.filter((part) => part !== '').join(', ') || 'No errors';
}
