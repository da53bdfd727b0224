/** A SELECT in a statement, with its own names and its nested SELECTs. */
interface Level {
  readonly tables: string[];
  readonly aliases: Set<string>;
  readonly uses: Set<string>;
  readonly inner: Level[];
}

const level = (): Level => ({ tables: [], aliases: new Set(), uses: new Set(), inner: [] });

/**
 * Whether Citus would refuse a query. It refuses correlated subqueries and joins, unless all tables
 * are co-located and joined by their distribution columns, which no query of the store is. This is
 * stricter than Citus: a single distributed table anywhere is enough. Parses the SQL that the store
 * generates, not all of SQL.
 */
export function refusedByCitus(sql: string, divided: ReadonlySet<string>): boolean {
  const whole = read(sql);
  if (!tablesIn(whole).some((table) => divided.has(table))) return false;
  return refused(whole, divided);
}

const refused = (one: Level, divided: ReadonlySet<string>): boolean =>
  (one.tables.length > 1 && one.tables.some((table) => divided.has(table))) ||
  one.inner.some((inner) => looksOut(inner) || refused(inner, divided));

const tablesIn = (one: Level): string[] => [...one.tables, ...one.inner.flatMap(tablesIn)];

/** Whether it uses a name that neither it nor a nested SELECT defines. */
const looksOut = (one: Level): boolean => outside(one).size > 0;

function outside(one: Level): Set<string> {
  const used = new Set([...one.uses, ...one.inner.flatMap((inner) => [...outside(inner)])]);
  for (const alias of one.aliases) used.delete(alias);
  return used;
}

const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Za-z_][\w]*|[().]|[^\s]/g;

function read(sql: string): Level {
  const words = sql.match(token) ?? [];
  const whole = level();
  const stack: Level[] = [whole];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const top = stack.at(-1) ?? whole;
    const next = words[at + 1] ?? '';
    if (word === '(') {
      if (next.toUpperCase() === 'SELECT') {
        const inner = level();
        top.inner.push(inner);
        stack.push(inner);
      } else stack.push(top);
    } else if (word === ')') stack.pop();
    else if (/^(from|join)$/i.test(word) && next.startsWith('"')) top.tables.push(next.slice(1, -1).replaceAll('""', '"'));
    else if (/^as$/i.test(word) && /^[A-Za-z_]/.test(next)) top.aliases.add(next);
    else if (next === '.' && /^[A-Za-z_]/.test(word)) top.uses.add(word);
  }
  return whole;
}
