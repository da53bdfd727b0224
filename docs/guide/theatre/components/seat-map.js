// A component of the theatre's own: the seats of a show as they stand in the room. A press sells one.
// React is given to this function; the file imports nothing. What a component is given is described in docs/guide/building.md.

/** @type {import('../../../../src/runtime/component.ts').ComponentModule} */
export default ({ createElement: h, useEffect, useState }) => ({
  SeatMap({ properties, record, version, read, run }) {
    const [sold, setSold] = useState(/** @type {ReadonlySet<number>} */ (new Set()));
    const show = record?.id ?? null;

    // Read again whenever something changed, here or in another tab.
    useEffect(() => {
      if (show === null) return undefined;
      let live = true;
      read('Platz', { filters: { vorstellung: [show] }, limit: 1000 }).then((found) => {
        if (live && found.ok) setSold(new Set(found.value.rows.map((seat) => Number(seat.values.nummer))));
      });
      return () => {
        live = false;
      };
    }, [show, version]);

    const seats = Number(properties.seats);
    const sell = (/** @type {number} */ number) =>
      run({ kind: 'create', part: null, entity: 'Platz', values: { nummer: number, vorstellung: show } });

    return h(
      'div',
      { role: 'group', 'aria-label': 'Saalplan', style: { display: 'grid', gap: 4, gridTemplateColumns: `repeat(${seats}, 32px)` } },
      Array.from({ length: Number(properties.rows) * seats }, (_, index) => {
        const number = index + 1;
        const taken = sold.has(number);
        return h(
          'button',
          {
            key: number,
            type: 'button',
            'aria-pressed': taken,
            'aria-label': `Platz ${number}${taken ? ', verkauft' : ''}`,
            onClick: () => sell(number),
            // The product's own colours, so that it looks right in both themes.
            style: {
              height: 32,
              border: '1px solid var(--border-strong)',
              borderRadius: 'var(--radius-6)',
              background: taken ? 'var(--accent)' : 'var(--bg)',
              color: taken ? 'var(--on-accent)' : 'var(--text)',
            },
          },
          number,
        );
      }),
    );
  },
});
