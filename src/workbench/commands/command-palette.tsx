import { useEffect, useMemo, useState } from 'react';
import { CommandList } from '../../ui/overlay/command-list.tsx';
import { matching } from '../../ui/overlay/commands.ts';
import type { PaletteQuery } from '../../ui/overlay/palette-dialog.tsx';
import { useOpenDocument, useWorkbench } from '../frame/workbench-context.ts';
import { useClock } from '../product/clock/use-clock.ts';
import { useProductData } from '../product/use-product-data.ts';
import { useObservable } from '../state/use-observable.ts';
import { documentCommands } from './document-commands.ts';
import { frameCommands } from './frame-commands.ts';
import { nameCommands, sectionCommands } from './place-commands.ts';
import { type Acting, actingCommands, productCommands } from './product-commands.ts';
import { insertCommands, problemCommands, textCommands } from './text-commands.ts';
import { commandGroups, type WorkbenchCommand } from './workbench-command.ts';

/** The maximum number of names listed; people don't read more. */
const names = 50;

/** A palette of all commands of the workbench and all names in the document. */
export function CommandPalette({
  title,
  placeholder,
  query,
  onClose,
  ...input
}: PaletteQuery & {
  readonly title: string;
  readonly placeholder: string;
  readonly onClose: () => void;
}) {
  const workbench = useWorkbench();
  const document = useOpenDocument();
  const analysis = useObservable(document.analysis);
  const acting = useActing();
  const { clock, actions } = useClock();
  const data = useProductData();

  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else changes while the palette is open.
  const commands = useMemo(
    () => [
      ...textCommands(workbench),
      ...(analysis === null ? [] : insertCommands(workbench, analysis)),
      ...productCommands(workbench, { clock, actions, data }),
      ...(acting === null ? [] : actingCommands(workbench, acting)),
      ...(analysis === null ? [] : sectionCommands(workbench, analysis)),
      ...problemCommands(workbench),
      ...documentCommands(workbench),
      ...frameCommands(workbench),
    ],
    [workbench, document, analysis, acting, clock],
  );
  const named = useMemo(() => (analysis === null ? [] : nameCommands(workbench, analysis)), [workbench, analysis]);

  const hasQuery = query.trim() !== '';
  const found = matching<WorkbenchCommand>(hasQuery ? [...commands, ...named] : commands, query, true);
  let left = names;
  const shown = found.filter(({ group }) => group !== 'name' || left-- > 0);
  // The group of the best match comes first.
  const groups = hasQuery
    ? [...new Set(shown.map(({ group }) => group))].flatMap((name) => commandGroups.filter((group) => group.name === name))
    : commandGroups;
  return (
    <CommandList
      title={title}
      placeholder={placeholder}
      query={query}
      {...input}
      groups={groups}
      commands={shown.map((command) => ({ ...command, run: () => afterwards(command.run) }))}
      status={shown.length === 0 ? 'No results' : null}
      onDone={onClose}
    />
  );
}

/**
 * Runs a command after the palette has closed and returned the focus, so that the command can move
 * the focus.
 */
const afterwards = (run: () => void): void => void setTimeout(run);

function useActing(): Acting | null {
  const workbench = useWorkbench();
  const state = useObservable(useOpenDocument().product.state);
  const host = state.kind === 'running' ? state.host : null;
  const [acting, setActing] = useState<Acting | null>(null);
  useEffect(() => {
    if (host === null) return;
    let live = true;
    Promise.all([host.actors(), host.person()]).then(
      ([actors, person]) => live && setActing({ actors, as: person.account?.id ?? null }),
      (error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        if (live) workbench.say({ message: `Couldn’t load the people: ${why}`, tone: 'danger' });
      },
    );
    return () => {
      live = false;
    };
  }, [host, workbench]);
  return acting;
}
