import { describe, expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { failedRows } from '../../../testing/scenario.ts';
import { SessionHost } from '../session-host.ts';

const document = `# Specification: Shifts

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| New shift | / | |
| Shift | /shifts/:name | Shift |

### New shift

- form to create Shift: name, org, member

### Shift

- form to edit: org, member
- buttons: hand over

## 3. Entities and their fields

### Org

| Field | Type | Required |
|---|---|---|
| name | text | yes |

| Example | name |
|---|---|
| North | North |
| South | South |

### Member

| Field | Type | Required | Default |
|---|---|---|---|
| name | text | yes | |
| org | Org | yes | |
| active | boolean | | yes |

| Example | name | org | active |
|---|---|---|---|
| Ana | Ana | North | yes |
| Bo | Bo | South | yes |
| Cy | Cy | North | no |

### Shift

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| org | Org | yes |
| member | Member where \`org == self.org && active\` on delete clear | |
| helpers | list of Member where \`org == self.org\` | |
| status | state | |

| Example | name | org | member |
|---|---|---|---|
| Early | Early | North | Ana |

## 4. States and transitions

### Shift.status

| From | Event | To | Effect |
|---|---|---|---|
| | | open | |
| open | hand over(to: Member where \`org == self.org && self.member != self\`) | open | \`member = to\` |
| open | move(org) | open | |
`;

describe('choices of a field', () => {
  const rows = (text: string) => failedRows(document.replace(/^# .*\n/u, ''), text);

  test('are checked on create and update', () => {
    expect(
      rows(`
        nobody | \`create Shift as s with {"name": "a", "org": North, "member": Ana}\` | \`s.member == Ana\`
        nobody | \`create Shift with {"name": "b", "org": North, "member": Bo}\` | refused INVALID
        nobody | \`create Shift with {"name": "b", "org": North, "member": Cy}\` | refused INVALID
        nobody | \`update s with {"member": Bo}\` | refused INVALID
        nobody | \`update s with {"org": South}\` | refused INVALID
        nobody | \`update s with {"org": South, "member": Bo}\` | \`s.member == Bo\`
        nobody | \`update s with {"helpers": [Bo]}\` | \`s.helpers.size() == 1\`
        nobody | \`update s with {"helpers": [Bo, Ana]}\` | refused INVALID
      `),
    ).toEqual([]);
  });

  test('are checked for an event, its parameters and its effects', () => {
    expect(
      rows(`
        nobody | \`hand over Early with {"to": Bo}\` | refused INVALID
        nobody | \`hand over Early with {"to": Cy}\` | refused INVALID
        nobody | \`move Early with {"org": South}\` | refused INVALID
        nobody | \`hand over Early with {"to": Ana}\` | \`Early.member == Ana\`
      `),
    ).toEqual([]);
  });

  test('are refused at the field', async () => {
    const it = productInMemory(document);
    const session = new SessionHost(it.product, { remembers: false });
    const values = { name: 'x', org: it.id('North'), member: it.id('Bo') };
    expect(await session.run({ kind: 'create', part: null, entity: 'Shift', values })).toMatchObject({
      ok: false,
      refusals: [
        {
          error: 'INVALID',
          field: 'member',
          shown: { kind: 'at', field: 'member' },
          message: 'Member isn’t one of the available choices.',
        },
      ],
    });
  });
});

describe('pickers', () => {
  const opened = () => {
    const it = productInMemory(document);
    const session = new SessionHost(it.product, { remembers: false });
    const labels = async (...given: Parameters<typeof session.choices>) => (await session.choices(...given)).map(({ label }) => label);
    return { it, session, labels };
  };

  test('offer what may be chosen with the values typed so far', async () => {
    const { it, session, labels } = opened();
    const read = await session.part({ address: { screen: 'New shift', parameters: {} }, part: '0' });
    const input = read.ok && read.value.kind === 'form' ? read.value.inputs.find(({ name }) => name === 'member') : undefined;
    expect(input?.choosing).toEqual({ entity: 'Shift', field: 'member', id: null });
    const choosing = { entity: 'Shift', field: 'member', id: null };
    expect(await labels('Member', '', 10, { ...choosing, values: { org: it.id('North') } })).toEqual(['Ana']);
    expect(await labels('Member', '', 10, { ...choosing, values: { org: it.id('South') } })).toEqual(['Bo']);
    expect(await labels('Member', '', 10, { ...choosing, values: {} })).toEqual([]);
    expect(await labels('Member', '', 10)).toEqual(['Ana', 'Bo', 'Cy']);
  });

  test('use the presets of the form', async () => {
    const it = productInMemory(
      document.replace(
        '- form to create Shift: name, org, member',
        '- form to create Shift: name, member\n  - with `{"org": Org.filter(o, o.name == "North")[0]}`',
      ),
    );
    const session = new SessionHost(it.product, { remembers: false });
    const read = await session.part({ address: { screen: 'New shift', parameters: {} }, part: '0' });
    const input = read.ok && read.value.kind === 'form' ? read.value.inputs.find(({ name }) => name === 'member') : undefined;
    const values = input?.choosing?.values ?? {};
    expect(values).toEqual({ org: it.id('North') });
    const found = await session.choices('Member', '', 10, { entity: 'Shift', field: 'member', id: null, values });
    expect(found.map(({ label }) => label)).toEqual(['Ana']);
  });

  test('work for an existing record, and for an event', async () => {
    const { it, labels } = opened();
    const id = it.id('Early');
    expect(await labels('Member', '', 10, { entity: 'Shift', field: 'member', id, values: {} })).toEqual(['Ana']);
    expect(await labels('Member', '', 10, { entity: 'Shift', field: 'member', id, values: { org: it.id('South') } })).toEqual(['Bo']);
    expect(await labels('Member', '', 10, { entity: 'Shift', field: 'to', event: 'hand over', id, values: {} })).toEqual(['Ana', 'Cy']);
    expect(await labels('Member', 'cy', 10, { entity: 'Shift', field: 'to', event: 'hand over', id, values: {} })).toEqual(['Cy']);
    expect(await labels('Member', '', 10, { entity: 'Shift', field: 'member', id: 'nobody', values: {} })).toEqual(['Ana', 'Bo', 'Cy']);
  });
});
