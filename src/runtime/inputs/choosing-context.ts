import { createContext } from 'react';
import type { ChoosingFor } from '../../engine/form-data.ts';

/**
 * The values of the form or grid row as they would be sent; the choices of a picker may depend on
 * them.
 */
export const ChoosingContext = createContext<() => Pick<ChoosingFor, 'values' | 'owner'>>(() => ({ values: {} }));
