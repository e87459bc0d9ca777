import type { ExportPart } from '../../kernel/database/export-part.ts';
import { toUser, type UserRow, userColumns } from '../sessions/signed-in.ts';

/** Exports the team without its passwords (ACC-2). */
export const exportedUsers: ExportPart<UserRow> = {
  name: 'users',
  page: {
    text: `select ${userColumns} from platform.users u where u.tenant_id = $1 and u.id > $2 order by u.id limit $3`,
  },
  pageRows: 200,
  toRecord: toUser,
};
