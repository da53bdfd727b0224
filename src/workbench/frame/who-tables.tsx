import { useState } from 'react';
import type { Ability } from '../../explorer/findings/who.ts';
import type { Analysis } from '../analysis/analysis.ts';
import styles from './explore-list.module.css';
import { TraceSteps } from './trace-steps.tsx';

/**
 * A table for each entity that shows what each role can ever do. A cell opens the shortest trace.
 */
export function WhoTables({ who, analysis }: { readonly who: readonly Ability[]; readonly analysis: Analysis }) {
  const [chosen, setChosen] = useState<Ability | null>(null);
  const entities = [...new Set(who.map(({ entity }) => entity))];
  const roles = [...new Set(who.map(({ role }) => role))];
  return (
    <section aria-label="Who can ever do what">
      {entities.map((entity) => {
        const rows = new Map<string, Ability[]>();
        for (const ability of who)
          if (ability.entity === entity) rows.set(operationOf(ability), [...(rows.get(operationOf(ability)) ?? []), ability]);
        return (
          <div key={entity} className={styles['table']}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{entity}</th>
                  {roles.map((role) => (
                    <th key={role} scope="col">
                      {role}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {[...rows].map(([operation, abilities]) => (
                  <tr key={operation}>
                    <th scope="row">{operation}</th>
                    {abilities.map((ability) => (
                      <td key={ability.role} data-can={ability.can}>
                        {ability.trace === null ? (
                          wordsOf(ability)
                        ) : (
                          <button
                            type="button"
                            className={styles['can']}
                            aria-pressed={chosen === ability}
                            onClick={() => setChosen(chosen === ability ? null : ability)}
                          >
                            {wordsOf(ability)}
                          </button>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {chosen?.trace != null && chosen.entity === entity ? (
              <div className={styles['answer']} role="status">
                <p>
                  The shortest way for the role {chosen.role} to {operationOf(chosen)} ({chosen.entity}):
                </p>
                <TraceSteps analysis={analysis} title={`${chosen.role} can ${operationOf(chosen)}`} trace={chosen.trace} />
              </div>
            ) : null}
          </div>
        );
      })}
    </section>
  );
}

const operationOf = ({ operation, field }: Ability): string => (field === null ? operation : `${operation} ${field}`);

const wordsOf = ({ can, states }: Ability): string => (states.length > 0 ? `in ${states.join(', ')}` : can);
