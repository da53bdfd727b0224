import { memberOperation } from '../change/member-operation.ts';

export const removeMember = memberOperation('remove', 'Removes a record from a many-to-many list.');
