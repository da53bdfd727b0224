import { createContext } from 'react';

/** Called before a value that is chosen, not typed: an editor in place has nothing to wait for. */
export const PickedContext = createContext<() => void>(() => undefined);
