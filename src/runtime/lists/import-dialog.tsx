import { useCallback, useEffect, useRef, useState } from 'react';
import type { ImportReport, ImportRequest } from '../../engine/session.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/display/callout.tsx';
import { Spinner } from '../../ui/display/spinner.tsx';
import { Cell, Head, Row, Table } from '../../ui/display/table.tsx';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useToast } from '../../ui/overlay/toast.tsx';
import { failureText } from '../host/failure-text.ts';
import type { PartOf } from '../parts/part.ts';
import { useWholeProduct } from '../product-context.ts';
import { useShownScreen } from '../screen/screen-context.ts';
import { WhyButton } from '../screen/why-button.tsx';
import { BrokenCsv, type CsvFile, matchColumns, readCsv, rowsOf } from './csv-in.ts';
import styles from './lists.module.css';

/** Rows per transaction; an import can be stopped between two. */
const batch = 200;

/**
 * Creates records from a file: assigns columns, shows the errors of each row, then imports all
 * rows, the valid ones, or none.
 */
export function ImportDialog({ part, onClose }: { readonly part: PartOf<'list' | 'cards'>; readonly onClose: () => void }) {
  const { words, labels, session } = useWholeProduct();
  const { csv } = words.parts;
  const { address } = useShownScreen();
  const toaster = useToast();
  const [file, setFile] = useState<CsvFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [fields, setFields] = useState<readonly (string | null)[]>([]);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [busy, setBusy] = useState<ImportRequest['mode'] | null>(null);
  const latest = useRef(0);
  /** The number of rows sent so far; null if no import is running. */
  const [sent, setSent] = useState<number | null>(null);
  /** The number of records created before the import was stopped. */
  const [earlier, setEarlier] = useState(0);
  const stopped = useRef(false);

  const ask = useCallback(
    async (rows: ImportRequest['rows'], mode: ImportRequest['mode']): Promise<ImportReport | null> => {
      const turn = ++latest.current;
      setBusy(mode);
      try {
        const outcome = await session.importRows({ part: { address, part: part.id }, rows, mode });
        // A newer request has replaced this one.
        if (turn !== latest.current) return null;
        if (outcome.ok) return outcome.value;
        setProblem(outcome.refusals.map(({ message }) => message).join(' '));
      } catch (error) {
        if (turn === latest.current) setProblem(failureText(error, words, words.broken));
      } finally {
        if (turn === latest.current) setBusy(null);
      }
      return null;
    },
    [session, address, part.id, words],
  );

  const take = async (given: File): Promise<void> => {
    setProblem(null);
    setReport(null);
    try {
      const read = readCsv(new Uint8Array(await given.arrayBuffer()));
      const known = await ask([], 'check');
      if (known === null) return;
      setFields(matchColumns(read.columns, known.inputs));
      setFile(read);
    } catch (error) {
      if (error instanceof BrokenCsv) setProblem(error.line === null ? csv.empty : csv.broken(error.line));
      else setProblem(failureText(error, words, words.broken));
    }
  };

  // Changed columns need another check.
  useEffect(() => {
    if (file === null) return;
    setProblem(null);
    void ask(rowsOf(file, fields), 'check').then((next) => next && setReport(next));
  }, [file, fields, ask]);

  /** Writes batch by batch, one transaction each, until the end, a refusal or a stop. */
  const write = async (mode: 'all' | 'good'): Promise<void> => {
    if (file === null) return;
    const rows = rowsOf(file, fields);
    stopped.current = false;
    let sent = 0;
    let created = 0;
    let refused: ImportReport | null = null;
    while (sent < rows.length && !stopped.current) {
      setSent(sent);
      const done = await ask(rows.slice(sent, sent + batch), mode);
      // Something has changed since the check: show what is wrong now instead.
      if (done === null || (mode === 'all' && done.refused > 0)) {
        refused = done;
        break;
      }
      created += done.created;
      sent += batch;
    }
    setSent(null);
    if (sent >= rows.length) {
      toaster.show({ message: csv.taken(earlier + created), tone: 'success' });
      return onClose();
    }
    if (sent > 0) {
      // The remaining rows are checked again and can still be imported.
      setEarlier(earlier + created);
      setFile({ ...file, rows: file.rows.slice(sent), firstLine: file.firstLine + sent });
    } else if (refused !== null) setReport({ ...refused, created: report?.created ?? 0 });
  };
  const close = (): void => {
    if (sent === null) onClose();
    else stopped.current = true;
  };

  const good = report?.created ?? 0;
  const bad = report?.refused ?? 0;
  const ready = file !== null && report !== null && busy === null && problem === null;
  return (
    <Dialog
      open
      keepOpen
      onClose={close}
      width={720}
      title={csv.title(labels.entity(part.entity.text), labels.entities(part.entity.text))}
      description={csv.how}
      actions={
        <>
          <Button onClick={close}>{earlier > 0 && sent === null ? words.ui.close : words.cancel}</Button>
          {file === null || sent !== null ? null : (
            <Button
              onClick={() => {
                latest.current++;
                setBusy(null);
                setFile(null);
                setReport(null);
                setProblem(null);
                setEarlier(0);
              }}
            >
              {csv.otherFile}
            </Button>
          )}
          {ready && bad > 0 && good > 0 ? <Button onClick={() => void write('good')}>{csv.takeGood(good)}</Button> : null}
          {ready && bad === 0 && good > 0 ? (
            <Button variant="primary" onClick={() => void write('all')}>
              {csv.takeAll(good)}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={styles['import']}>
        {problem === null ? null : <Callout tone="danger">{problem}</Callout>}
        {earlier === 0 || sent !== null || file === null ? null : (
          <Callout tone="warning">{csv.stopped(csv.taken(earlier), csv.rows(file.rows.length))}</Callout>
        )}
        {file === null ? (
          <FileDrop onFile={(given) => void take(given)} accept=".csv,.tsv,.txt,text/csv" invalid={problem !== null}>
            {busy === null ? null : <Spinner />}
          </FileDrop>
        ) : (
          <>
            {file.oldEncoding ? <Callout tone="warning">{csv.oldEncoding}</Callout> : null}
            <Columns file={file} fields={fields} report={report} onFields={setFields} />
            <p className={styles['summary']} role="status">
              {sent === null ? <span>{csv.rows(file.rows.length)}</span> : null}
              {sent !== null ? (
                <Progress sent={sent} rows={file.rows.length} />
              ) : busy !== null ? (
                <span>{csv.checking}</span>
              ) : report === null ? null : (
                <>
                  <span className={styles['good']}>{csv.good(good)}</span>
                  {bad > 0 ? <span className={styles['bad']}>{csv.bad(bad)}</span> : null}
                </>
              )}
            </p>
            {report !== null && sent === null && report.problems.length > 0 ? (
              <Problems report={report} firstLine={file.firstLine} />
            ) : null}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Progress({ sent, rows }: { readonly sent: number; readonly rows: number }) {
  const { words } = useWholeProduct();
  const text = words.parts.csv.writing(sent, rows);
  return (
    <>
      <span>{text}</span>
      <progress className={styles['progress']} aria-label={text} max={rows} value={sent} />
    </>
  );
}

function Columns({
  file,
  fields,
  report,
  onFields,
}: {
  readonly file: CsvFile;
  readonly fields: readonly (string | null)[];
  readonly report: ImportReport | null;
  readonly onFields: (fields: readonly (string | null)[]) => void;
}) {
  const { words } = useWholeProduct();
  const { csv } = words.parts;
  const inputs = report?.inputs ?? [];
  return (
    <div className={styles['scroll']}>
      <Table label={csv.column}>
        <thead>
          <tr>
            <Head>{csv.column}</Head>
            <Head>{csv.example}</Head>
            <Head>{csv.becomes}</Head>
          </tr>
        </thead>
        <tbody>
          {file.columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: column names may repeat.
            <Row key={index}>
              <Cell>{column}</Cell>
              <Cell>{file.rows.find((row) => (row[index] ?? '') !== '')?.[index]?.slice(0, 80) ?? words.nothing}</Cell>
              <Cell>
                <Select
                  label={`${csv.becomes}: ${column}`}
                  value={fields[index] ?? ''}
                  onChange={(field) => {
                    const next = field === '' ? null : field;
                    // Only one column may supply a field.
                    onFields(fields.map((one, other) => (other === index ? next : one === next ? null : one)));
                  }}
                  items={[
                    { value: '', label: csv.notTaken },
                    ...inputs.map(({ name, label, required }) => ({ value: name, label: required ? `${label} *` : label })),
                  ]}
                />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Problems({ report, firstLine }: { readonly report: ImportReport; readonly firstLine: number }) {
  const { words, labels } = useWholeProduct();
  const { csv } = words.parts;
  const { problems, more } = report;
  return (
    <>
      <div className={styles['scroll']}>
        <Table label={csv.problem}>
          <thead>
            <tr>
              <Head>{csv.row}</Head>
              <Head>{csv.becomes}</Head>
              <Head>{csv.problem}</Head>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ row, refusal }) => (
              <Row key={`${row} ${refusal.field} ${refusal.message}`}>
                <Cell>{row + firstLine}</Cell>
                <Cell>{refusal.field === null ? words.nothing : labels.field(report.entity, refusal.field)}</Cell>
                <Cell>
                  {refusal.message} <WhyButton refusal={refusal} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
      {more > 0 ? <p className={styles['hint']}>{words.more(more)}</p> : null}
    </>
  );
}
