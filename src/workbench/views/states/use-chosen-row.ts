import { useEffect, useRef, useState } from 'react';
import type { Transition } from '../../../model/ast/states.ts';
import type { Chosen } from '../diagram/diagram.tsx';
import { type RowId, startRow } from './machine-graph.ts';

/**
 * The selection in the diagram. A row whose From or Event changes gets another id, but stays
 * selected by its position. `chooseNext` selects the row that appears after the others at the next
 * analysis.
 */
export function useChosenRow(rows: ReadonlyMap<RowId, Transition>) {
  const [chosen, setChosen] = useState<Chosen>(null);
  const [awaited, setAwaited] = useState<number | null>(null);
  const before = useRef(rows);
  useEffect(() => {
    const last = before.current;
    before.current = rows;
    if (awaited !== null && rows.size > awaited) {
      const id = [...rows.keys()].at(-1);
      setAwaited(null);
      if (id !== undefined) setChosen({ kind: 'edge', id });
      return;
    }
    if (chosen?.kind !== 'edge' || rows.has(chosen.id) || chosen.id === startRow) return;
    const place = [...last.keys()].indexOf(chosen.id);
    const id = last.size === rows.size ? [...rows.keys()][place] : undefined;
    setChosen(id === undefined ? null : { kind: 'edge', id });
  }, [rows, chosen, awaited]);
  return { chosen, choose: setChosen, chooseNext: () => setAwaited(rows.size) };
}
