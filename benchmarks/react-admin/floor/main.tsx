import { createRoot } from 'react-dom/client';
import { contacts } from '../records.ts';

/*
 * The floor: the first fifty contacts of ../contacts.md in a plain table, by React alone. It can
 * only show them.
 */

const count = Number(new URLSearchParams(location.search).get('count') ?? 0);
const started = performance.now();
const records = contacts(count);
// An app would have them from elsewhere: making them is not what is measured.
performance.measure('records', { start: started, end: performance.now() });

const columns = ['name', 'company', 'city', 'stage', 'score', 'since'] as const;

const root = document.querySelector('#root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(
  <table>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column}>{column}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {records.slice(0, 50).map((record) => (
        <tr key={record.email}>
          {columns.map((column) => (
            <td key={column}>{record[column]}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>,
);
