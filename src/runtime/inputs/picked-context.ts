import { createContext } from 'react';

/** Called before a value that was chosen, not typed, so that an in-place editor can save it. */
export const PickedContext = createContext<() => void>(() => undefined);
