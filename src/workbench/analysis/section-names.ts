/** A short name for each section, where space is limited. */
export const shortNames = ['People', 'Screens', 'Entities', 'States', 'Rules', 'Roles', 'Calls', 'Errors', 'Constants'] as const;
