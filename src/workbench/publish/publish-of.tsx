import { useOpenDocument, useWorkbench } from '../frame/workbench-context.ts';
import { useObservable } from '../state/use-observable.ts';
import { PublishDialog } from './publish-dialog.tsx';

/** The publish dialog for the open document. */
export function PublishOf() {
  const { publishing, copyLink } = useWorkbench();
  const { id, analysis, saver } = useOpenDocument();
  const read = useObservable(analysis);
  return (
    <PublishDialog
      key={id}
      id={id}
      model={read?.model ?? null}
      errors={read?.findings.filter(({ severity }) => severity === 'error').length ?? 0}
      fileName={saver.file.get().name}
      onLink={(withData) => copyLink(withData ? 'with data' : undefined)}
      onClose={() => publishing.set(false)}
    />
  );
}
