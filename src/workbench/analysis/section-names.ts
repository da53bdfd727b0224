/** One word for each section, where there is room for no more. */
export const shortNames = ['People', 'Screens', 'Entities', 'States', 'Rules', 'Roles', 'Calls', 'Errors', 'Constants'] as const;
