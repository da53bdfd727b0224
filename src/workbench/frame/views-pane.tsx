import { type KeyboardEvent, useDeferredValue, useMemo } from 'react';
import { type SectionName, sectionNames } from '../../model/ast/common.ts';
import { lazyComponent } from '../../runtime/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { useObservable } from '../state/use-observable.ts';
import { views } from '../views/index.ts';
import type { ViewProps } from '../views/view.ts';
import { FailureBoundary } from './failure-boundary.tsx';
import { useTraceActions } from './use-trace-actions.ts';
import styles from './views-pane.module.css';
import { useOpenDocument, useWorkbench } from './workbench-context.ts';

const loaded = Object.fromEntries(sectionNames.map((name) => [name, lazyComponent(views[name])])) as Readonly<
  Record<SectionName, ReturnType<typeof lazyComponent<ViewProps>>>
>;

/** The open section's view with its heading. Undo by keyboard acts on the text. */
export function ViewsPane({ section }: { readonly section: SectionName }) {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const { view, beside } = useObservable(workbench.address);
  // Deferred, so that typing stays fast.
  const analysis = useDeferredValue(useObservable(document.analysis));
  const info = analysis?.model.sections.find(({ name }) => name === section);
  const other = beside === 'text' ? 'product' : 'text';

  const undo = (event: KeyboardEvent<HTMLElement>): void => {
    const { target } = event;
    const writing = target instanceof HTMLElement && target.closest('input, textarea, [contenteditable="true"]') !== null;
    if (event.defaultPrevented || writing || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) document.editor.undo();
    else if ((key === 'z' && event.shiftKey) || key === 'y') document.editor.redo();
    else return;
    event.preventDefault();
  };
  return (
    <section
      className={styles['pane']}
      aria-label={info ? `View: ${info.title}` : 'View'}
      // The main landmark is in the product if it is visible, else in the text.
      role={view === beside || view === 'both' ? undefined : 'main'}
      data-views={section}
      onKeyDown={undo}
    >
      <div className={styles['bar']}>
        <h2 className={styles['title']} tabIndex={-1}>
          {info ? `${info.number} ${info.title}` : ''}
        </h2>
        <span className={styles['wide']}>
          <Button
            size="small"
            variant="ghost"
            onClick={({ currentTarget }) => {
              workbench.placeView(other);
              // Moving the view removed the focus.
              requestAnimationFrame(() => currentTarget.focus());
            }}
          >
            {other === 'text' ? 'Move next to the text' : 'Move next to the product'}
          </Button>
        </span>
        <IconButton size="small" label="Close the view" icon={<IconX size={16} />} onClick={() => workbench.showSection(null)} />
      </div>
      <div className={styles['body']}>
        {analysis && info ? (
          <FailureBoundary turn={`${section} ${analysis.version}`} what="this view" safe="Your text is safe.">
            <Shown key={`${document.id} ${section}`} section={section} analysis={analysis} />
          </FailureBoundary>
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
    </section>
  );
}

function Shown({ section, analysis }: { readonly section: SectionName; readonly analysis: Analysis }) {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const View = loaded[section];
  const info = analysis.model.sections.find(({ name }) => name === section);
  if (!info) throw new Error(`the model has no section ${section}`);
  const actions = useMemo(() => {
    const say: ViewProps['say'] = (message, tone = 'neutral') => workbench.say({ message, tone });
    return {
      document: document.id,
      keys: workbench.keys,
      product: document.product,
      exploring: document.exploring,
      show: workbench.showSection,
      say,
      watch: (scenario: number) => {
        document.recording.set(false);
        document.watched.set(scenario);
        workbench.showPane('product');
      },
      record: () => {
        document.watched.set(null);
        document.recording.set(true);
        workbench.showPane('product');
      },
      openInProduct: (route: string) => {
        document.watched.set(null);
        workbench.showPane('product');
        workbench.product.push(route);
      },
    };
  }, [workbench, document]);
  const places = useMemo(
    () => ({
      edit: (edits: Parameters<ViewProps['edit']>[0]) => {
        const done = document.editor.apply(analysis.version, edits, 'show');
        if (!done) actions.say('The text changed in the meantime. Check it and try again.', 'danger');
        return done;
      },
      goTo: (place: Parameters<ViewProps['goTo']>[0]) => {
        workbench.showPane('text');
        document.editor.reveal(analysis.version, place, true);
      },
      fill: () => {
        workbench.showPane('text');
        document.fill(info.number);
      },
      highlight: (place: Parameters<ViewProps['highlight']>[0]) => document.editor.reveal(analysis.version, place, false),
    }),
    [workbench, document, analysis, actions, info.number],
  );
  const traceActions = useTraceActions(analysis);
  return <View section={info} analysis={analysis} traceActions={traceActions} {...actions} {...places} />;
}
