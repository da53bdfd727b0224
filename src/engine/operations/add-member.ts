import { memberOperation } from '../change/member-operation.ts';

export const addMember = memberOperation('add', 'Adds a record to a many-to-many list.');
