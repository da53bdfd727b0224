import { createContext } from 'react';
import type { ChoosingFor } from '../../engine/form-data.ts';

/** What is in the form, or in the row of a grid, as it would be sent: pickers may depend on it. */
export const ChoosingContext = createContext<() => Pick<ChoosingFor, 'values' | 'owner'>>(() => ({ values: {} }));
