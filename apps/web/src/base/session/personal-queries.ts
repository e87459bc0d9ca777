/** Matches every query whose data depends on the person and the workspace. */
export const isPersonalQuery = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey[0] !== 'session';
