import type { TextEdit } from '../../base/text-edit.ts';
import type { Name } from '../../model/ast/common.ts';
import type { Permission } from '../../model/ast/roles.ts';
import type { Part } from '../../model/ast/screens.ts';
import { entityOf, partsIn, roleOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { isOfRecord, leadsTo, pathForEntity, pathsTo, type RecordRole } from '../../model/organisations.ts';
import { enumerate } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const roleOfRecord = defineRule({
  code: 'role-of-record',
  severity: 'error',
  section: 6,
  summary: 'A role of a record where no relation, or more than one, leads to the record.',
  messages: {
    none: 'No required relation leads from a {entity} to a {of}. So “{role}” grants nothing here. Write no, or make the relation to it required.',
    several:
      'A {entity} leads to a {of} in several ways: {ways}. Name the one that counts for “{role}” in the first cell, such as “{title} through {way}”.',
    elsewhere: '“through {way}” leads from a {entity} to no {of}. Name the relations that lead there, separated by dots.',
    place:
      '“{role}” is a role of a {of}, and a {entity} leads to none, or to several. So no one has the role here. Remove it, or name the relations in section 6: “{entity}: read through …”.',
    signUp: 'People who sign up belong to no {of} yet, so they cannot sign up as “{role}”. Name another role, or only yes.',
    includes:
      '“{role}” includes “{included}”, which is a role of a {of}. A role includes roles of the same entity, and roles that belong to no record.',
    everywhere: '“link” gives a role for one record. Name the entity of that record in the column Of.',
    secret: 'A {of} has no field of the type secret, so no link can give the role “{role}”. Add such a field to it.',
  },
  check(model, report) {
    const find = (name: string) => entityOf(model, name) ?? null;
    const ofRecord = (name: string): RecordRole | null => {
      const role = roleOf(model, name);
      return role !== undefined && isOfRecord(role) && find(role.of.text) !== null ? role : null;
    };
    for (const role of model.roles) {
      const of = role.of?.text ?? null;
      if (role.byLink && of === null) report({ message: 'everywhere', at: role.span });
      const target = of === null ? null : find(of);
      if (role.byLink && target !== null && !target.fields.some((field) => field.type.kind === 'secret'))
        report({ message: 'secret', at: role.of ?? role.span, data: { of: target.name.text, role: role.name.text } });
      for (const included of role.includes) {
        const other = ofRecord(included.text);
        if (other !== null && other.of.text !== of)
          report({ message: 'includes', at: included, data: { role: role.name.text, included: included.text, of: other.of.text } });
      }
    }
    const signUp = model.account?.signUpAs ?? null;
    const signsUp = signUp === null ? null : ofRecord(signUp.text);
    if (signUp !== null && signsUp !== null) report({ message: 'signUp', at: signUp, data: { role: signUp.text, of: signsUp.of.text } });
    for (const row of model.permissions ?? []) {
      const entity = row.entity.text;
      if (find(entity) === null) continue;
      const columns = [...row.cells].flatMap(([name, cell]) => {
        const role = ofRecord(name);
        return role === null || cell.grant.kind === 'no' ? [] : [{ role, cell }];
      });
      const [first] = columns;
      if (first === undefined) continue;
      const through = row.through?.map(({ text }) => text) ?? null;
      const wrong = columns.find(({ role }) => through !== null && !leadsTo(entity, through, role.of.text, find));
      if (through !== null && wrong !== undefined) {
        const at = row.through?.[0] ?? row.span;
        report({ message: 'elsewhere', at, data: { way: through.join('.'), entity, of: wrong.role.of.text } });
      }
      if (through !== null) continue;
      for (const { role, cell } of columns) {
        const of = role.of.text;
        const ways = pathsTo(entity, of, find).map((way) => way.join('.'));
        const data = { role: role.name.text, of, entity };
        if (ways.length === 0) report({ message: 'none', at: cell, data });
        const [way] = ways;
        if (ways.length > 1 && way !== undefined && cell === first.cell)
          report({
            message: 'several',
            at: row.entity,
            data: { ...data, ways: enumerate(ways), title: row.title, way },
            fix: ways.map((one) => ({ title: `Through ${one}`, edits: [insertAfter(row, ` through ${one}`)] })),
          });
      }
    }
    for (const { entity, names } of places(model)) {
      for (const name of names) {
        const role = ofRecord(name.text);
        if (role === null || find(entity) === null || pathForEntity(entity, role.of.text, model.permissions ?? [], find) !== null) continue;
        report({ message: 'place', at: name, data: { role: name.text, of: role.of.text, entity } });
      }
    }
  },
});

function insertAfter(row: Permission, insert: string): TextEdit {
  const end = row.operations.at(-1)?.span.to ?? row.entity.span.to;
  return { from: end, to: end, insert };
}

const rolesIn = (parts: readonly Part[]): readonly Name[] => parts.flatMap((part) => [...part.roles, ...rolesIn(partsIn(part))]);

/** Other places that name roles in relation to a record. */
const places = (model: Model): readonly { readonly entity: string; readonly names: readonly Name[] }[] => [
  ...model.machines.flatMap(({ entity, transitions }) => transitions.map(({ roles }) => ({ entity, names: roles }))),
  ...model.screens.flatMap(({ about, roles, parts }) =>
    about === null ? [] : [{ entity: about.text, names: [...roles, ...rolesIn(parts)] }],
  ),
];
