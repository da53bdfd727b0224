import { createContext, useContext } from 'react';
import type { OpenDocument } from '../state/open-document.ts';
import { useObservable } from '../state/use-observable.ts';
import type { Workbench } from '../state/workbench.ts';

const Context = createContext<Workbench | null>(null);

export const WorkbenchProvider = Context.Provider;

export function useWorkbench(): Workbench {
  const workbench = useContext(Context);
  if (!workbench) throw new Error('this part of the workbench is outside <WorkbenchProvider>');
  return workbench;
}

export const useOpenDocument = (): OpenDocument => useObservable(useWorkbench().open);
